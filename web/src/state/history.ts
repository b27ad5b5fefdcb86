// Shows an earlier position while the game itself continues.
import { computed, effect, signal } from "@preact/signals";
import { post } from "../api/client";
import type { Position } from "../api/types";
import { current, game } from "./game";
import { showError } from "./notice";

const earlier = signal<Position | null>(null);

/** The position on the board: the current one or an earlier one. */
export const shownPosition = computed<Position | null>(() => earlier.value ?? current.value);
export const shownPly = computed(() => shownPosition.value?.ply ?? 0);
export const isShowingEarlier = computed(() => earlier.value !== null);

const cache = new Map<string, Position>();
const MAX_CACHED = 400;

/** What the user wants to see, which the board shows when it has arrived; null for the current position. */
let wanted: { ply: number } | null = null;

export async function showPly(ply: number): Promise<void> {
  const now = current.value;
  const target = Math.max(0, ply);
  const request = now && target < now.ply ? { ply: target } : null;
  wanted = request;
  if (!now || !request) {
    earlier.value = null;
    return;
  }
  const moves = now.moves.slice(0, target).map(({ move }) => move);
  const body = { ruleset: now.ruleset, options: now.options, fen: now.start_fen, moves };
  const key = JSON.stringify(body);
  try {
    const position = cache.get(key) ?? (await post("/v1/positions", { body }));
    if (cache.size > MAX_CACHED) cache.clear();
    cache.set(key, position);
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
