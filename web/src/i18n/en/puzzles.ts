import type { Puzzle } from "../../api/types";

const GOALS: Record<Puzzle["goal"], string> = { mate: "mates", five: "makes five" };

export const puzzles = {
  heading: "Puzzles",
  loading: "Loading a puzzle …",
  none: "There is no puzzle on the board.",
  goal: (side: string, goal: Puzzle["goal"], moves: number) =>
    `${side} ${GOALS[goal]} in ${moves} ${moves === 1 ? "move" : "moves"}.`,
  find: "Find the only move.",
  right: "Right! And now?",
  wrong: (moves: number) =>
    moves === 1
      ? "Not this one: it does not end the game. Try again."
      : `Not this one: it does not win within ${moves} moves. Try again.`,
  illegal: "That move is not legal here.",
  notYours: "That piece belongs to the other side.",
  solved: "Solved!",
  solvedLate: "That is the solution.",
  shown: "This is the solution.",
  show: "Show the solution",
  next: "Next puzzle",
  leave: "Back to the game",
  link: "Link to this puzzle",
  level: (puzzle: number, own: number) => `Puzzle of level ${puzzle}, yours: ${own}`,
  streak: (now: number, best: number) => `In a row: ${now}, best: ${best}`,
};
