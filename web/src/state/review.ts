// The engine's review of the whole game, ply by ply as it arrives.
import { effect, signal } from "@preact/signals";
import { send } from "../api/client";
import { eventsOf } from "../api/sse";
import type { Ply, ReviewResult } from "../api/types";
import { chances, current, game } from "./game";
import { complain } from "./notice";
import { sidesOf } from "./sides";

export interface Review {
  gameId: string;
  all: number;
  plies: ReadonlyMap<number, Ply>;
  result: ReviewResult | null;
}

/** The annotation symbols of mistakes. */
export const SIGNS: Partial<Record<Ply["label"], string>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export const review = signal<Review | null>(null);
export const isReviewing = signal(false);

const TIME_PER_PLY_MS = 150;
/** The scale of the server's winning chances. */
const SCALE = 240;

let running: AbortController | null = null;

export const stopReview = (): void => running?.abort();

export async function startReview(): Promise<void> {
  const now = game.value;
  if (!now || now.ply === 0) return;
  running?.abort();
  const mine = new AbortController();
  running = mine;
  const plies = new Map<number, Ply>();
  review.value = { gameId: now.id, all: now.ply, plies, result: null };
  isReviewing.value = true;
  const [first] = sidesOf(now.ruleset);
  try {
    const body = { limits: { time_ms: TIME_PER_PLY_MS } };
    const ask = { id: now.id, body, accept: "text/event-stream", signal: mine.signal };
    for await (const event of eventsOf(await send("post", "/v1/games/{id}/review", ask))) {
      if (mine.signal.aborted) break;
      if (event?.event === "ply") {
        const { ply, side, score_before, score_after } = event.data;
        plies.set(ply, event.data);
        review.value = { ...review.value, plies: new Map(plies) };
        const sign = side === first ? 1 : -1;
        const seen = new Map(chances.value);
        for (const [at, score] of [
          [ply - 1, score_before],
          [ply, score_after],
        ] as const) {
          seen.set(at, 1 / (1 + Math.exp((-sign * score) / SCALE)));
        }
        chances.value = seen;
      } else if (event?.event === "result") {
        review.value = { ...review.value, result: event.data as ReviewResult };
      }
    }
  } catch (error) {
    if (!mine.signal.aborted) complain(error, () => void startReview());
  } finally {
    if (running === mine) isReviewing.value = false;
  }
}

// Drops the review when its moves are undone or another game is opened.
effect(() => {
  const judged = review.peek();
  const position = current.value;
  if (!judged || !position) return;
  if (game.value?.id !== judged.gameId || position.ply < judged.all) {
    running?.abort();
    review.value = null;
  }
});
