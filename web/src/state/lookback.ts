// Shows an earlier position while the game itself continues.
import { computed, effect, signal } from "@preact/signals";
import { post } from "../api/client";
import type { Position } from "../api/types";
import { current, game } from "./game";
import { complain } from "./notice";

const past = signal<Position | null>(null);

/** The position on the board: the current one or an earlier one. */
export const shown = computed<Position | null>(() => past.value ?? current.value);
export const shownPly = computed(() => shown.value?.ply ?? 0);
export const isLookingBack = computed(() => past.value !== null);

const seen = new Map<string, Position>();
const MOST_SEEN = 400;
let latest = 0;

export async function lookAt(ply: number): Promise<void> {
  const now = current.value;
  latest += 1;
  const mine = latest;
  if (!now || ply >= now.ply) {
    past.value = null;
    return;
  }
  const moves = now.moves.slice(0, Math.max(0, ply)).map(({ move }) => move);
  const body = { ruleset: now.ruleset, options: now.options, fen: now.start_fen, moves };
  const key = JSON.stringify(body);
  try {
    const position = seen.get(key) ?? (await post("/v1/positions", { body }));
    if (seen.size > MOST_SEEN) seen.clear();
    seen.set(key, position);
    // After quick steps, only the response for the last one may be shown.
    if (mine === latest) past.value = position;
  } catch (error) {
    complain(error, () => void lookAt(ply));
  }
}

export const lookNow = (): void => void lookAt(Number.POSITIVE_INFINITY);
export const step = (by: number): void => void lookAt(shownPly.value + by);

// A new move or another game returns to the current position.
let known = "";
effect(() => {
  const now = `${game.value?.id} ${current.value?.ply} ${current.value?.start_fen}`;
  if (now !== known) lookNow();
  known = now;
});
