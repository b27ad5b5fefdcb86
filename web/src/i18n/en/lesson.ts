import type { Oversight } from "../../api/types";

/** The pieces by their names in the API. */
const PIECES: Record<string, string> = {
  rook: "chariot",
  horse: "horse",
  cannon: "cannon",
  advisor: "advisor",
  elephant: "elephant",
};

/** What is said of a move: `fromMiddle` counts files to the right of the middle, negative to its left. */
export interface WordsOfMove {
  piece: string;
  taken: string | null;
  way: "forward" | "back" | "sideways";
  fromMiddle: number;
  keepsFile: boolean;
}

const ORDINALS = ["", "first", "second", "third", "fourth"];

function fileName(fromMiddle: number): string {
  const steps = Math.abs(fromMiddle);
  const side = fromMiddle < 0 ? "left" : "right";
  if (steps === 0) return "the middle file";
  return steps === 4 ? `the ${side} edge` : `the ${ORDINALS[steps]} file ${side} of the middle`;
}

export const lesson = {
  tryAgain: "Try again here",
  previewing: "A better line, which was not played",
  inWords: ({ piece, taken, way, fromMiddle, keepsFile }: WordsOfMove) => {
    const where = keepsFile
      ? `straight ${way}`
      : `${way === "sideways" ? "" : `${way} `}to ${fileName(fromMiddle)}`;
    return `${piece} ${where}${taken ? ` takes the ${taken}` : ""}`;
  },
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
