// The course on the board: the step of the route, the learner's try at it, and what is said of the last move.
import { computed, effect, signal, untracked } from "@preact/signals";
import { ApiError } from "../api/server";
import type { Problem } from "../api/types";
import { playSound } from "../sound";
import { handsFor } from "../state/hands";
import { pagePosition } from "../state/moveHelp";
import { showError } from "../state/notice";
import { positionOf } from "../state/positions";
import { navigate, route } from "../state/route";
import { answer, type Ask, type Attempt, begin } from "./attempt";
import { type Game, isGame, lengthOf, stepOf } from "./courses";
import { markDone, nextStep } from "./progress";

export interface Place {
  game: Game;
  step: number;
}

/** Where in which course the learner is; null where a course is to be chosen. */
export const place = computed<Place | null>(() => {
  const now = route.value;
  if (now.page !== "learn" || now.course === null || !isGame(now.course)) return null;
  const isStep = now.step !== null && now.step >= 0 && now.step < lengthOf(now.course);
  return { game: now.course, step: isStep ? (now.step ?? 0) : untracked(() => nextStep(now.course as Game)) };
});

export const hrefOf = (game: Game, step?: number): string =>
  `#/learn/${game}${step === undefined ? "" : `/${step + 1}`}`;

export const attempt = signal<Attempt | null>(null);

/** What to say of the last move. */
export type Feedback = { kind: "wrong" | "notYours" } | { kind: "refused"; problem: Problem };
export const feedback = signal<Feedback | null>(null);

/** A move is on its way to the server. */
const isAsking = signal(false);

const ask: Ask = ({ moves, ...rest }) => positionOf({ ...rest, moves: [...moves] });

let lastLoad = 0;

/** Puts a step on the board, from its beginning. */
export async function load({ game, step }: Place): Promise<void> {
  lastLoad += 1;
  const own = lastLoad;
  attempt.value = null;
  feedback.value = null;
  hands.cancel();
  try {
    const lesson = await stepOf(game, step);
    const begun = lesson && (await begin(game, lesson, ask));
    if (own === lastLoad) attempt.value = begun;
  } catch (error) {
    if (own === lastLoad) showError(error, () => void load({ game, step }));
  }
}

export async function tryMove(move: string): Promise<void> {
  const [now, at] = [attempt.peek(), place.peek()];
  if (!now || !at || now.isDone || isAsking.peek()) return;
  feedback.value = null;
  isAsking.value = true;
  const finish = (done: Attempt) => {
    attempt.value = done;
    if (done.isDone) markDone(at.game, at.step);
  };
  try {
    const judged = await answer(now, move, ask);
    if (attempt.peek() !== now) return;
    if (judged.kind === "wrong") {
      feedback.value = { kind: "wrong" };
    } else {
      playSound("move");
      finish(judged.attempt);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "illegal_move") return showError(error);
    if (attempt.peek() !== now) return;
    const { goal } = now.lesson;
    feedback.value = { kind: "refused", problem: error.problem };
    if (goal.kind === "refused" && goal.reason === error.problem.reason) finish({ ...now, isDone: true });
  } finally {
    isAsking.value = false;
  }
}

/** How the learner moves. */
export const hands = handsFor(
  () => (attempt.value && !attempt.value.isDone && !isAsking.value ? attempt.value.position : null),
  (move) => void tryMove(move),
  () => (feedback.value = { kind: "notYours" }),
);

const SHOWN_MS = 700;

/** Plays the answer on the board, from the beginning of the step. */
export async function showAnswer(): Promise<void> {
  const at = place.peek();
  if (!at) return;
  await load(at);
  const begun = attempt.peek();
  for (const move of begun?.lesson.answer ?? []) {
    if (place.peek() !== at || attempt.peek()?.lesson !== begun?.lesson) return;
    await tryMove(move);
    await new Promise((resolve) => setTimeout(resolve, SHOWN_MS));
  }
}

export function goOn({ game, step }: Place): void {
  navigate(step + 1 < lengthOf(game) ? hrefOf(game, step + 1) : "#/learn");
}

effect(() => {
  const at = place.value;
  if (at) untracked(() => void load(at));
});

effect(() => {
  const position = attempt.value?.position ?? null;
  if (route.value.page === "learn") pagePosition.value = position;
});
