import type { BoardTheme } from "../../state/prefs";
import type { PieceSet } from "../../board/pieceSets";

export type Kind = "king" | "advisor" | "elephant" | "horse" | "chariot" | "cannon" | "soldier";

const PIECE_SETS: Record<PieceSet, string> = {
  traditional: "Chinese",
  simplified: "Simplified",
  letters: "Letters",
  pictures: "Pictures",
};

const BOARDS: Record<BoardTheme, string> = { wood: "Wood", paper: "Paper", jade: "Jade", slate: "Slate" };

const MOVES: Record<Kind, string> = {
  king: "One step along a line, inside the palace. The two generals may not face each other on an open file.",
  advisor: "One step along a diagonal of the palace, which it never leaves.",
  elephant:
    "Exactly two steps diagonally. A piece on the point between (its “eye”) blocks it. It never crosses the river.",
  horse:
    "One step along a line, then one diagonally outward. A piece on the first point (its “leg”) blocks it.",
  chariot: "Any distance along a line, like a rook in chess.",
  cannon: "Any distance along a line. To capture, it jumps over exactly one piece on the way.",
  soldier: "One step forward; beyond the river also sideways. Never back.",
};

export const help = {
  open: "Settings",
  pieces: "Pieces",
  pieceSets: PIECE_SETS,
  board: "Board",
  boards: BOARDS,
  moveHelp: "Show how a piece moves",
  moveHelpNote: "Point at a Xiangqi piece, or hold a finger on it.",
  done: "Done",
  book: "The engine’s opening book",
  share: (share: number) => (share < 0.01 ? "<1%" : `${Math.round(share * 100)}%`),
  moves: MOVES,
  goes: (points: readonly string[]) =>
    points.length === 0 ? "It cannot move now." : `It can go to ${points.join(", ")}.`,
};
