// The levels of the engine in groups, as the server names them in /v1/rulesets, and when to try the next one.
import type { Ruleset } from "../api/types";

const GROUPS = [
  { group: "new", last: 2 },
  { group: "beginner", last: 5 },
  { group: "casual", last: 8 },
  { group: "club", last: 12 },
  { group: "strong", last: 15 },
  { group: "master", last: 18 },
  { group: "engine", last: 20 },
] as const;

export type LevelGroup = (typeof GROUPS)[number]["group"];

export const MAX_LEVEL = 20;

/** Every group with its levels, weakest first. */
export const levelGroups = GROUPS.map(({ group, last }, index) => {
  const first = (GROUPS[index - 1]?.last ?? 0) + 1;
  return { group, levels: Array.from({ length: last - first + 1 }, (_, place) => first + place) };
});

/** Wins in a row against one level. */
export interface Streak {
  ruleset: Ruleset;
  level: number;
  wins: number;
}

const WINS_TO_RISE = 2;

/** The streak after a game against a level. A draw ends it, as a loss does. */
export function streakAfter(
  before: Streak,
  { ruleset, level }: Omit<Streak, "wins">,
  isWon: boolean,
): Streak {
  const goesOn = before.ruleset === ruleset && before.level === level;
  return { ruleset, level, wins: isWon ? (goesOn ? before.wins : 0) + 1 : 0 };
}

/** The level to try next, or null if it is too early or there is none. */
export const nextLevelAfter = ({ level, wins }: Streak): number | null =>
  wins >= WINS_TO_RISE && level < MAX_LEVEL ? level + 1 : null;
