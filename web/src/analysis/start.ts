// The start of an analysis and its link: `#/analysis?ruleset=xiangqi&moves=h2e2.h9g7&ply=2`.
import type { Options, Position, Ruleset } from "../api/types";
import type { Path, Start } from "./tree";

const XIANGQI_START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

/** Whether every game of the ruleset starts from this position. */
const isStandard = (ruleset: Ruleset, fen: string): boolean =>
  ruleset === "xiangqi"
    ? fen.split(" ").slice(0, 2).join(" ") === XIANGQI_START
    : !/[bw].* |w$/.test(fen.trim());

/** The start of the game that a position belongs to. */
export const startOf = ({
  ruleset,
  options,
  start_fen,
}: Pick<Position, "ruleset" | "options" | "start_fen">): Start => ({
  ruleset,
  options,
  fen: isStandard(ruleset, start_fen) ? null : start_fen,
});

/** The side to move at the start: 0 for the first side, 1 for the second. */
export function firstTurn({ ruleset, fen }: Start): 0 | 1 {
  const turn = fen?.trim().split(/\s+/)[1];
  return turn === (ruleset === "xiangqi" ? "b" : "w") ? 1 : 0;
}

/** The number of the first move. */
export const firstNumber = ({ ruleset, fen }: Start): number =>
  (ruleset === "xiangqi" && Number(fen?.trim().split(/\s+/)[5])) || 1;

export const RULESETS: readonly Ruleset[] = ["xiangqi", "gomoku", "gomoku_standard", "renju", "caro"];

const isRuleset = (name: string | null): name is Ruleset => RULESETS.some((ruleset) => ruleset === name);

/** Options as pairs of names and values, without those that are at their default in every ruleset. */
export const optionPairs = (options: Options): [string, string][] =>
  Object.entries(options).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  );

/** Values as the API takes them. It checks the names. */
export const optionsOf = (pairs: Iterable<readonly [string, string]>): Options =>
  Object.fromEntries(
    [...pairs].map(([name, value]) => [
      name,
      value === "true" || value === "false" ? value === "true" : /^\d+$/.test(value) ? Number(value) : value,
    ]),
  );

/** What a link shows: a start, a line, and the number of moves after which the board opens. */
export interface Link {
  start: Start;
  moves: Path;
  ply: number;
  /** A line to try instead of the moves after `ply`. */
  variation: Path;
}

const KNOWN = ["ruleset", "fen", "moves", "ply", "variation"];

/** The part of the link after the question mark. Only characters that need no escapes where possible, so that it stays readable. */
export function writeLink({ start, moves, ply, variation }: Link): string {
  const pairs: [string, string][] = [["ruleset", start.ruleset], ...optionPairs(start.options)];
  if (start.fen) pairs.push(["fen", start.fen.replaceAll(" ", "_")]);
  if (moves.length > 0) pairs.push(["moves", moves.join(".")]);
  if (ply !== moves.length) pairs.push(["ply", String(ply)]);
  if (variation.length > 0) pairs.push(["variation", variation.join(".")]);
  return pairs
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2F", "/")}`)
    .join("&");
}

/** Reads a link; null if it names no ruleset. */
export function readLink(query: string): Link | null {
  const fields = new URLSearchParams(query);
  const ruleset = fields.get("ruleset");
  if (!isRuleset(ruleset)) return null;
  const movesOf = (name: string) => (fields.get(name) ?? "").split(".").filter(Boolean);
  const moves = movesOf("moves");
  const ply = Number(fields.get("ply") ?? moves.length);
  return {
    start: {
      ruleset,
      options: optionsOf([...fields].filter(([name]) => !KNOWN.includes(name))),
      fen: fields.get("fen")?.replaceAll("_", " ") ?? null,
    },
    moves,
    ply: Number.isInteger(ply) && ply >= 0 ? Math.min(ply, moves.length) : moves.length,
    variation: movesOf("variation"),
  };
}

/** Whether two analyses start alike. */
export const isSameStart = (one: Start, other: Start): boolean => keyOf(one) === keyOf(other);

export const keyOf = ({ ruleset, options, fen }: Start): string =>
  JSON.stringify([ruleset, fen, optionPairs(options).sort()]);
