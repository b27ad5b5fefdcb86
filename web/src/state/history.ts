// Shows an earlier position while the game itself continues.
import { computed, effect, signal } from "@preact/signals";
import { UnreachableError } from "../api/server";
import type { Position } from "../api/types";
import { current, game } from "./game";
import { showError } from "./notice";
import { positionOf } from "./positions";
import { replayed } from "./replay";

const earlier = signal<Position | null>(null);
/** A position of a line that was not played. */
const preview = signal<Position | null>(null);

/** The position on the board: the current one, an earlier one, or one of a better line. */
export const shownPosition = computed<Position | null>(() => preview.value ?? earlier.value ?? current.value);
/** The ply of the game that is shown, or from which the line on the board departs. */
export const shownPly = computed(() => (earlier.value ?? current.value)?.ply ?? 0);
export const isPreviewing = computed(() => preview.value !== null);
export const isShowingEarlier = computed(() => isPreviewing.value || earlier.value !== null);

const cache = new Map<string, Position>();
const MAX_CACHED = 400;

/** What the user wants to see, which the board shows when it has arrived; null for the current position. */
let wanted: { ply: number } | null = null;

async function positionAfter(now: Position, moves: readonly string[]): Promise<Position> {
  const body = { ruleset: now.ruleset, options: now.options, fen: now.start_fen, moves: [...moves] };
  const key = JSON.stringify(body);
  const position = cache.get(key) ?? (await positionOf(body).catch(orReplayed(now, moves)));
  if (cache.size > MAX_CACHED) cache.clear();
  cache.set(key, position);
  return position;
}

/** Without the server, the board can still show the pieces of a game that is kept here. */
const orReplayed =
  ({ ruleset, options, start_fen }: Position, moves: readonly string[]) =>
  (error: unknown): Position => {
    if (error instanceof UnreachableError) return replayed({ ruleset, options, start_fen, moves });
    throw error;
  };

let lastPreview = 0;

/** Shows the position after the first moves of the game and a line that was not played. */
export async function showLine(ply: number, line: readonly string[]): Promise<void> {
  const now = current.value;
  if (!now) return;
  lastPreview += 1;
  const request = lastPreview;
  const moves = [...now.moves.slice(0, ply).map(({ move }) => move), ...line];
  try {
    const position = await positionAfter(now, moves);
    if (request === lastPreview) preview.value = position;
  } catch (error) {
    showError(error, () => void showLine(ply, line));
  }
}

/** Shows the game again in place of a line that was not played. */
export function leaveLine(): void {
  lastPreview += 1;
  preview.value = null;
}

export async function showPly(ply: number): Promise<void> {
  leaveLine();
  const now = current.value;
  const target = Math.max(0, ply);
  const request = now && target < now.ply ? { ply: target } : null;
  wanted = request;
  if (!now || !request) {
    earlier.value = null;
    return;
  }
  const moves = now.moves.slice(0, target).map(({ move }) => move);
  try {
    const position = await positionAfter(now, moves);
    // Ignores the response if the user has requested another position since.
    if (request === wanted) earlier.value = position;
  } catch (error) {
    if (request === wanted) wanted = earlier.value;
    showError(error, () => void showPly(ply));
  }
}

export const showLatest = (): void => void showPly(Number.POSITIVE_INFINITY);

/** Counts from the ply that was requested last, so that two quick steps are two plies. */
export const step = (by: number): void => void showPly(((wanted ?? current.value)?.ply ?? 0) + by);

// A new move or another game returns to the current position.
let lastKey = "";
effect(() => {
  const now = `${game.value?.id} ${current.value?.ply} ${current.value?.start_fen}`;
  if (now !== lastKey) showLatest();
  lastKey = now;
});
