// Common first moves, for those who do not know where to begin.
import type { Position } from "../api/types";
import { legalMoves } from "./sides";

/** Two common first moves of Xiangqi. */
const FIRST_MOVES = [
  { move: "h2e2", text: "central" },
  { move: "h0g2", text: "horse" },
] as const;

export const firstMovesOf = (position: Position) =>
  position.ruleset === "xiangqi" && position.ply === 0
    ? FIRST_MOVES.filter(({ move }) => legalMoves(position).includes(move))
    : [];
