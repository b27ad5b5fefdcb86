// Moves as a person says them, for screen readers: "Black cannon takes horse on b0".
import type { Position, Side } from "../api/types";
import type { Texts } from "../i18n";
import { kindName, pieceName } from "./describe";
import { type PlacedPiece, readFen } from "./fen";
import { isSamePoint, isXiangqi, type Point, pointName, pointsOf } from "./geometry";
import { piecesAfter } from "./words";

const pieceAt = (pieces: readonly PlacedPiece[], point: Point | undefined) =>
  pieces.find((piece) => point !== undefined && isSamePoint(piece.point, point));

function spokenPieceMove(texts: Texts, pieces: readonly PlacedPiece[], move: string): string {
  const [from, to] = pointsOf("xiangqi", move);
  const piece = pieceAt(pieces, from);
  if (!piece || !to) return move;
  const taken = pieceAt(pieces, to);
  const [name, point] = [pieceName(texts, "xiangqi", piece.letter), pointName("xiangqi", to)];
  const { goes, takes } = texts.play;
  return taken ? takes(name, kindName(texts, taken.letter), point) : goes(name, point);
}

const spokenStone = ({ board, pieces, play }: Texts, side: Side, point: string): string =>
  play.placed(board.of(side, pieces.stone), point);

/** The last move of a position. */
export function spokenLastMove(texts: Texts, { ruleset, start_fen, fen, moves }: Position): string {
  const played = moves.map(({ move }) => move);
  const last = played.pop();
  if (last === undefined) return "";
  if (isXiangqi(ruleset)) return spokenPieceMove(texts, piecesAfter(start_fen, played), last);
  const [point] = pointsOf(ruleset, last);
  if (!point) return texts.opening.choice(last);
  const stone = pieceAt(readFen(fen).pieces, point);
  if (!stone) return `${last}${texts.board.offered}`;
  return spokenStone(texts, stone.letter === "b" ? "black" : "white", last);
}

/** A move that has not been made yet. */
export function spokenNextMove(
  texts: Texts,
  { ruleset, fen, turn, opening }: Position,
  move: string,
): string {
  return isXiangqi(ruleset)
    ? spokenPieceMove(texts, readFen(fen).pieces, move)
    : spokenStone(texts, opening?.stone ?? turn, move);
}
