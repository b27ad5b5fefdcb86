// The engine's review of the whole game, ply by ply as it arrives.
import { effect, signal, untracked } from "@preact/signals";
import { streamOf } from "../api/server";
import type { Ply, ReviewResult, Side } from "../api/types";
import { chanceOf } from "./chance";
import { chances, current, game } from "./game";
import { keepReview, keptReview } from "./keptReviews";
import { showError } from "./notice";
import { readingToken } from "./seats";
import { sidesOf } from "./sides";

export interface Review {
  gameId: string;
  plyCount: number;
  plies: ReadonlyMap<number, Ply>;
  result: ReviewResult | null;
}

/** The annotation symbols of mistakes. */
export const ANNOTATIONS: Partial<Record<Ply["label"], string>> = {
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};

export const review = signal<Review | null>(null);
export const isReviewing = signal(false);

/** The accuracy of each side in percent, in a whole review. */
export function accuracyOf({ result }: Review): { side: Side; percent: number | null }[] {
  const { ruleset } = game.value ?? { ruleset: "xiangqi" };
  return sidesOf(ruleset).map((side) => ({ side, percent: result?.accuracy[side] ?? null }));
}

let activeReview: AbortController | null = null;

export const stopReview = (): void => activeReview?.abort();

/** Stores the winning chances that a review found, of the first side. */
function noteChances(plies: readonly Ply[], first: Side): void {
  const updated = new Map(chances.value);
  for (const { ply, side, score_before, score_after } of plies) {
    const sign = side === first ? 1 : -1;
    updated.set(ply - 1, chanceOf({ cp: sign * score_before }));
    updated.set(ply, chanceOf({ cp: sign * score_after }));
  }
  chances.value = updated;
}

export async function startReview(): Promise<void> {
  const now = game.value;
  if (!now || now.ply === 0) return;
  activeReview?.abort();
  const controller = new AbortController();
  activeReview = controller;
  const plies = new Map<number, Ply>();
  review.value = { gameId: now.id, plyCount: now.ply, plies, result: null };
  isReviewing.value = true;
  const [first] = sidesOf(now.ruleset);
  try {
    // Without limits the server gives the same labels each time.
    const request = { path: { id: now.id }, token: readingToken(now.id), body: {} };
    for await (const event of streamOf("review", request, controller.signal)) {
      if (event.event === "ply") {
        plies.set(event.data.ply, event.data);
        review.value = { ...review.value, plies: new Map(plies) };
        noteChances([event.data], first);
      } else if (event.event === "result") {
        const result = event.data as ReviewResult;
        review.value = { ...review.value, result };
        keepReview(now, [...plies.values()], result);
      }
    }
  } catch (error) {
    if (!controller.signal.aborted) showError(error, () => void startReview());
  } finally {
    if (activeReview === controller) isReviewing.value = false;
  }
}

// Drops the review when its moves are undone or another game is opened.
effect(() => {
  const currentReview = review.peek();
  const position = current.value;
  if (!currentReview || !position) return;
  if (game.value?.id !== currentReview.gameId || position.ply < currentReview.plyCount) {
    activeReview?.abort();
    review.value = null;
  }
});

// Shows the kept review of a game that is opened.
let opened: string | null = null;
effect(() => {
  const now = game.value;
  if (now?.id === opened) return;
  opened = now?.id ?? null;
  const kept = now && keptReview(now);
  if (!kept) return;
  const plies = new Map(kept.plies.map((ply) => [ply.ply, ply]));
  review.value = { gameId: now.id, plyCount: now.ply, plies, result: kept.result };
  untracked(() => noteChances(kept.plies, sidesOf(now.ruleset)[0]));
});
