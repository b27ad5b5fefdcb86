// Describes a position in words for screen readers, point by point and as a whole.
import type { Ruleset } from "../api/types";
import type { Words } from "../i18n";
import type { Letter, Placed } from "./fen";
import { isXiangqi, nameOf, type Point, same } from "./geometry";
import type { Marks } from "./Marks";

const NAMES: Record<string, keyof Words["pieces"]> = {
  k: "king",
  a: "advisor",
  b: "elephant",
  n: "horse",
  r: "chariot",
  c: "cannon",
  p: "soldier",
};

export function nameOfPiece(words: Words, ruleset: Ruleset, letter: Letter): string {
  if (!isXiangqi(ruleset)) {
    return words.board.of(letter === "b" ? words.sides.black : words.sides.white, words.pieces.stone);
  }
  const side = letter === letter.toUpperCase() ? words.sides.red : words.sides.black;
  return words.board.of(side, words.pieces[NAMES[letter.toLowerCase()] ?? "stone"]);
}

export function describePoint(
  words: Words,
  ruleset: Ruleset,
  pieces: readonly Placed[],
  marks: Marks,
  point: Point,
): string {
  const piece = pieces.find((placed) => same(placed.point, point));
  const name = nameOf(ruleset, point);
  const isIn = (points: readonly Point[]) => points.some((other) => same(other, point));
  const { board } = words;
  const extra = [
    marks.selected && same(marks.selected, point) ? board.selected : "",
    isIn(marks.targets) ? board.target : "",
    marks.last.length > 0 && same(marks.last[marks.last.length - 1] as Point, point) ? board.last : "",
    marks.check && same(marks.check, point) ? board.check : "",
    marks.forbidden.some((entry) => entry.point === name) ? board.forbidden : "",
    isIn(marks.offered) ? board.offered : "",
  ].join("");
  return board.point(name, piece ? nameOfPiece(words, ruleset, piece.letter) : board.empty, extra);
}

/** One line for each kind of piece, with the points of all pieces of that kind. */
export function describeAll(words: Words, ruleset: Ruleset, pieces: readonly Placed[]): string[] {
  const where = new Map<Letter, string[]>();
  for (const { letter, point } of pieces) {
    where.set(letter, [...(where.get(letter) ?? []), nameOf(ruleset, point)]);
  }
  return [...where].map(([letter, names]) => `${nameOfPiece(words, ruleset, letter)}: ${names.join(", ")}`);
}
