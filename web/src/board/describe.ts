// Describes a position in words for screen readers, point by point and as a whole.
import type { Ruleset } from "../api/types";
import type { Texts } from "../i18n";
import type { Kind } from "../i18n/en/help";
import type { Letter, PlacedPiece } from "./fen";
import { isXiangqi, pointName, type Point, isSamePoint } from "./geometry";
import type { Marks } from "./Marks";

const NAMES: Record<string, Kind> = {
  k: "king",
  a: "advisor",
  b: "elephant",
  n: "horse",
  r: "chariot",
  c: "cannon",
  p: "soldier",
};

/** The kind of a piece of Xiangqi. */
export const kindOf = (letter: Letter): Kind => NAMES[letter.toLowerCase()] ?? "soldier";

export function pieceName(texts: Texts, ruleset: Ruleset, letter: Letter): string {
  if (!isXiangqi(ruleset)) {
    return texts.board.of(letter === "b" ? "black" : "white", texts.pieces.stone);
  }
  return texts.board.of(sideOf(letter), kindName(texts, letter));
}

const sideOf = (letter: Letter) => (letter === letter.toUpperCase() ? "red" : "black");

/** The kind of a piece of Xiangqi, by the name that its side has for it. */
export const kindName = ({ pieces }: Texts, letter: Letter): string => pieces[sideOf(letter)][kindOf(letter)];

export function describePoint(
  texts: Texts,
  ruleset: Ruleset,
  pieces: readonly PlacedPiece[],
  marks: Marks,
  point: Point,
): string {
  const piece = pieces.find((placed) => isSamePoint(placed.point, point));
  const name = pointName(ruleset, point);
  const isIn = (points: readonly Point[]) => points.some((other) => isSamePoint(other, point));
  const { board } = texts;
  const extra = [
    marks.selected && isSamePoint(marks.selected, point) ? board.selected : "",
    isIn(marks.targets) ? board.target : "",
    marks.last.length > 0 && isSamePoint(marks.last[marks.last.length - 1] as Point, point) ? board.last : "",
    marks.check && isSamePoint(marks.check, point) ? board.check : "",
    marks.forbidden.some((entry) => entry.point === name) ? board.forbidden : "",
    isIn(marks.offered) ? board.offered : "",
    isIn(marks.premove) ? board.premove : "",
  ].join("");
  return board.point(name, piece ? pieceName(texts, ruleset, piece.letter) : board.empty, extra);
}

/** One line for each kind of piece, with the points of all pieces of that kind. */
export function describePosition(texts: Texts, ruleset: Ruleset, pieces: readonly PlacedPiece[]): string[] {
  const where = new Map<Letter, string[]>();
  for (const { letter, point } of pieces) {
    where.set(letter, [...(where.get(letter) ?? []), pointName(ruleset, point)]);
  }
  return [...where].map(([letter, names]) => `${pieceName(texts, ruleset, letter)}: ${names.join(", ")}`);
}
