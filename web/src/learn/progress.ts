// Which steps of the courses are done, kept in this browser.
import { signal } from "@preact/signals";
import { load, save } from "../state/prefs";
import { type Game, lengthOf } from "./courses";

const STORAGE_KEY = "duiyi.learn";

type Done = Partial<Record<Game, readonly number[]>>;

const done = signal<Done>(load<Done>(STORAGE_KEY, {}));

export const isDone = (game: Game, step: number): boolean => done.value[game]?.includes(step) ?? false;

export const countDone = (game: Game): number => done.value[game]?.length ?? 0;

export function markDone(game: Game, step: number): void {
  if (isDone(game, step)) return;
  done.value = { ...done.value, [game]: [...(done.value[game] ?? []), step] };
  save(STORAGE_KEY, done.value);
}

/** The first step that is not done; the first of all in a course that is. */
export function nextStep(game: Game): number {
  const steps = [...Array(lengthOf(game)).keys()];
  return steps.find((step) => !isDone(game, step)) ?? 0;
}
