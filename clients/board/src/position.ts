// The position that the element shows: that of a game on a server, or of its attributes.
import { type PlacedPiece, readFen } from "../../../web/src/board/fen";
import { isSamePoint, isXiangqi, type Point, pointsOf, type Size } from "../../../web/src/board/geometry";
import { type Marks, NO_MARKS } from "../../../web/src/board/Marks";
import { positionMarks } from "../../../web/src/board/positionMarks";
import { piecesAfter } from "../../../web/src/board/words";
import type { Game, Ruleset, Side } from "../../typescript/src/types";
import type { Attributes } from "./attributes";

export interface Shown {
  ruleset: Ruleset;
  size: Size;
  pieces: readonly PlacedPiece[];
  turn: Side;
  marks: Marks;
  /** Null if nobody says what is legal: then the page decides about each move. */
  legalMoves: readonly string[] | null;
  isPlaying: boolean;
}

const textOf = (move: Game["legal_moves"][number]) => (typeof move === "string" ? move : move.move);

export function shownGame(game: Game): Shown {
  const { size, pieces } = readFen(game.fen);
  return {
    ruleset: game.ruleset,
    size,
    pieces,
    turn: game.turn,
    marks: positionMarks(game as Parameters<typeof positionMarks>[0], pieces),
    legalMoves: game.legal_moves.map(textOf),
    isPlaying: game.status === "playing",
  };
}

/** Stones in turn, without any rule. */
function stonesAfter(
  ruleset: Ruleset,
  pieces: readonly PlacedPiece[],
  turn: Side,
  moves: readonly string[],
): readonly PlacedPiece[] {
  const placed = moves.flatMap((move, index) => {
    const isBlack = (index % 2 === 0) === (turn === "black");
    return pointsOf(ruleset, move).map((point) => ({ letter: isBlack ? "b" : "w", point }));
  });
  return [...pieces, ...placed];
}

export function shownPosition(
  { ruleset, fen, moves }: Attributes,
  legalMoves: readonly string[] | null,
): Shown {
  const { size, pieces: start, turn } = readFen(fen);
  const sides: [Side, Side] = isXiangqi(ruleset) ? ["red", "black"] : ["black", "white"];
  const isSecond = turn === (isXiangqi(ruleset) ? "b" : "w");
  const first = sides[isSecond ? 1 : 0];
  const pieces = isXiangqi(ruleset) ? piecesAfter(fen, moves) : stonesAfter(ruleset, start, first, moves);
  const marks = {
    ...NO_MARKS,
    last: pointsOf(ruleset, moves.at(-1) ?? ""),
    occupied: pieces.map(({ point }) => point),
  };
  const side = sides[(isSecond ? 1 : 0) ^ (moves.length % 2)] as Side;
  return { ruleset, size, pieces, turn: side, marks, legalMoves, isPlaying: true };
}

/** The side to which a piece of Xiangqi belongs. */
export const ownerOf = (letter: string): Side => (letter === letter.toUpperCase() ? "red" : "black");

export const pieceAt = (pieces: readonly PlacedPiece[], point: Point) =>
  pieces.find((piece) => isSamePoint(piece.point, point));
