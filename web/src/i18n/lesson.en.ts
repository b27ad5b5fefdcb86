import type { Oversight } from "../api/types";

/** The pieces by their names in the API. */
const PIECES: Record<string, string> = {
  rook: "chariot",
  horse: "horse",
  cannon: "cannon",
  advisor: "advisor",
  elephant: "elephant",
};

export const lesson = {
  tryAgain: "Try again here",
  oversights: {
    missed_win: ({ moves }: Oversight) =>
      moves === 1 ? "Misses a win at once." : `Misses a win in ${moves} moves.`,
    allows_win: ({ moves }: Oversight) =>
      moves === 1 ? "Allows a win at once." : `Allows a win in ${moves} moves.`,
    allows_double_four: ({ point }: Oversight) => `Allows a double four on ${point}.`,
    loses_piece: ({ piece, point }: Oversight) => `Loses the ${PIECES[piece ?? ""] ?? "piece"} on ${point}.`,
    forbidden_repetition: () => "Loses by the rules of repetition.",
    forbidden_point: () => "The point is forbidden to Black.",
  } satisfies Record<Oversight["kind"], (oversight: Oversight) => string>,
};
