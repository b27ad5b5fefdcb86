// What a lesson is.
import type { Options, Problem } from "../api/types";

/** What the learner has to reach. Every goal is judged by what the server says of the position after the move. */
export type Goal =
  /** The own pieces come to each of these points. The other side moves in between. */
  | { kind: "visit"; points: readonly string[] }
  /** One of these moves. */
  | { kind: "move"; moves: readonly string[] }
  /** A move that gives check. */
  | { kind: "check" }
  /** A move that ends the game for this reason. */
  | { kind: "ends"; reason: "checkmate" | "stalemate" | "five_in_a_row" }
  /** A move after which the game goes on, and which completes no repetition that loses. */
  | { kind: "goesOn" }
  /** A move that the rules refuse for this reason. */
  | { kind: "refused"; reason: NonNullable<Problem["reason"]> }
  /** The own moves of this line; another last move may win as well. */
  | { kind: "line"; moves: readonly string[] };

export interface Lesson<Key extends string = string> {
  /** Names its texts. */
  key: Key;
  /** Where it begins; the start of a game if absent. */
  fen?: string;
  /** The moves from there to the position of the lesson. */
  moves?: readonly string[];
  options?: Options;
  goal: Goal;
  /** The learner's moves that reach the goal. */
  answer: readonly string[];
}

/** A position to solve, which the server's puzzles have proved. */
export interface Exercise {
  fen: string;
  solution: readonly string[];
}
