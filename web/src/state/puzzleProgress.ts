// How well somebody solves puzzles: a level for each game, and how many were solved in a row.
import type { Puzzle } from "../api/types";
import { MAX_LEVEL } from "./levels";

export type PuzzleRuleset = Puzzle["ruleset"];

export interface Progress {
  ruleset: PuzzleRuleset;
  levels: Record<PuzzleRuleset, number>;
  /** Puzzles solved at this level since it last changed. */
  solvedHere: number;
  streak: number;
  best: number;
  /** The ids of the last puzzles, which should not come again soon. */
  seen: string[];
}

export const START: Progress = {
  ruleset: "xiangqi",
  levels: { xiangqi: 3, gomoku: 3, renju: 3 },
  solvedHere: 0,
  streak: 0,
  best: 0,
  seen: [],
};

const SOLVED_TO_RISE = 2;
/** The ids go into the address of a request, which must not become too long. */
const MOST_SEEN = 100;

const atLevel = (before: Progress, level: number): Progress => ({
  ...before,
  levels: { ...before.levels, [before.ruleset]: Math.min(Math.max(level, 1), MAX_LEVEL) },
  solvedHere: 0,
});

/** After a puzzle that was solved without a mistake. */
export function afterSolved(before: Progress): Progress {
  const streak = before.streak + 1;
  const after = { ...before, streak, best: Math.max(before.best, streak), solvedHere: before.solvedHere + 1 };
  return after.solvedHere < SOLVED_TO_RISE ? after : atLevel(after, after.levels[after.ruleset] + 1);
}

/** After the first mistake in a puzzle, or when its solution was asked for. */
export const afterMiss = (before: Progress): Progress => ({
  ...atLevel(before, before.levels[before.ruleset] - 1),
  streak: 0,
});

export const afterShown = (before: Progress, id: string): Progress => ({
  ...before,
  seen: [...before.seen.filter((other) => other !== id), id].slice(-MOST_SEEN),
});

export const withRuleset = (before: Progress, ruleset: PuzzleRuleset): Progress => ({
  ...before,
  ruleset,
  solvedHere: 0,
});
