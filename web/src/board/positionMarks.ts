// The marks that a position itself has: its last move, check, forbidden points and a winning row.
import type { Position } from "../api/types";
import type { PlacedPiece } from "./fen";
import { pointsOf } from "./geometry";
import { type Marks, NO_MARKS } from "./Marks";
import { winningRowThrough } from "./winningRow";

export function positionMarks(position: Position, pieces: readonly PlacedPiece[]): Marks {
  const { ruleset, moves, turn } = position;
  const last = pointsOf(ruleset, moves.at(-1)?.move ?? "");
  const king = turn === "red" ? "K" : "k";
  return {
    ...NO_MARKS,
    last,
    occupied: pieces.map(({ point }) => point),
    check: position.in_check ? (pieces.find(({ letter }) => letter === king)?.point ?? null) : null,
    forbidden: position.forbidden,
    winning: position.reason === "five_in_a_row" && last[0] ? winningRowThrough(pieces, last[0]) : [],
  };
}
