// A move of Xiangqi in words, for readers who read neither coordinates nor the notation.
import type { Texts } from "../i18n";
import { kindName } from "./describe";
import { type PlacedPiece, readFen } from "./fen";
import { isSamePoint, pointsOf, XIANGQI_SIZE } from "./geometry";

/** The pieces after moves from a position. Nothing but the way of the pieces is needed for that, so no rules are. */
export function piecesAfter(fen: string, moves: readonly string[]): readonly PlacedPiece[] {
  return moves.reduce((pieces, move) => {
    const [from, to] = pointsOf("xiangqi", move);
    if (!from || !to) return pieces;
    const rest = pieces.filter(({ point }) => !isSamePoint(point, to));
    return rest.map((piece) => (isSamePoint(piece.point, from) ? { ...piece, point: to } : piece));
  }, readFen(fen).pieces);
}

/** The move in words, with left and right as the reader sees the board; null if nothing stands where it begins. */
export function moveInWords(
  texts: Texts,
  pieces: readonly PlacedPiece[],
  move: string,
  isFlipped: boolean,
): string | null {
  const [from, to] = pointsOf("xiangqi", move);
  const at = (point: typeof from) => pieces.find((piece) => point && isSamePoint(piece.point, point));
  const piece = at(from);
  if (!from || !to || !piece) return null;
  const isRed = piece.letter === piece.letter.toUpperCase();
  const taken = at(to);
  const column = isFlipped ? XIANGQI_SIZE.files - 1 - to.file : to.file;
  const middle = (XIANGQI_SIZE.files - 1) / 2;
  return texts.lesson.inWords({
    piece: kindName(texts, piece.letter),
    taken: taken ? kindName(texts, taken.letter) : null,
    way: from.rank === to.rank ? "sideways" : to.rank > from.rank === isRed ? "forward" : "back",
    fromMiddle: column - middle,
    keepsFile: from.file === to.file,
  });
}
