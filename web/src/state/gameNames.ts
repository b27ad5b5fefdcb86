import type { Ruleset } from "../api/types";

/** The names of the games in the tag `Game` of PGN, as the server and other programs write them, in lower case. */
const RULESETS: Record<string, Ruleset> = {
  "chinese chess": "xiangqi",
  xiangqi: "xiangqi",
  gomoku: "gomoku",
  "standard gomoku": "gomoku_standard",
  renju: "renju",
  caro: "caro",
  "caro, exactly five": "caro",
};

/** The ruleset of a name in the tag `Game`; null if no game has it. */
export const rulesetNamed = (name: string): Ruleset | null => RULESETS[name.trim().toLowerCase()] ?? null;
