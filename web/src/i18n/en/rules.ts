import type { Ruleset } from "../../api/types";

const FIVES = "Black begins. The players place one stone each in turn; stones never move.";

const CARDS: Record<Ruleset, readonly string[]> = {
  xiangqi: [
    "Red begins. Capture the general: give a check that has no answer (checkmate).",
    "A side without a legal move loses, too.",
    "The generals may not face each other on an open file.",
    "General and advisors stay in the palace, elephants on their side of the river.",
    "Giving check for ever, or chasing a piece for ever, loses; other repetitions are a draw.",
  ],
  gomoku: [FIVES, "Five or more in a row win: across, down or diagonally."],
  gomoku_standard: [FIVES, "Exactly five in a row win; more do not."],
  renju: [
    FIVES,
    "Black wins with exactly five, White with five or more.",
    "Forbidden to Black: two open threes at once, two fours at once, more than five.",
    "A five is always allowed, also where the stone would make two threes or fours.",
  ],
  caro: [FIVES, "Five in a row win, unless a stone of the other side stands at both ends."],
};

export const rules = {
  heading: (game: string) => `Rules of ${game}`,
  cards: CARDS,
  course: "Learn it step by step",
  firstPieces: "Which pieces do you read best?",
};
