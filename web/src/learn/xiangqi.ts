// The course of Xiangqi. Red is the learner.
import type { Lesson } from "./lesson";

export const XIANGQI = [
  {
    key: "chariot",
    fen: "4k4/9/9/9/9/9/9/9/9/R2K5 w",
    goal: { kind: "visit", points: ["a6", "h6"] },
    answer: ["a0a6", "a6h6"],
  },
  {
    key: "horse",
    fen: "4k4/9/9/9/9/9/9/9/9/1N1K5 w",
    goal: { kind: "visit", points: ["c2", "d4", "f5"] },
    answer: ["b0c2", "c2d4", "d4f5"],
  },
  {
    key: "leg",
    fen: "4k4/9/9/9/9/9/9/3P5/3N5/5K3 w",
    goal: { kind: "visit", points: ["b2", "c4"] },
    answer: ["d1b2", "b2c4"],
  },
  {
    key: "cannon",
    fen: "3k5/9/9/9/9/9/9/1C7/9/4K4 w",
    goal: { kind: "visit", points: ["b6", "g6"] },
    answer: ["b2b6", "b6g6"],
  },
  {
    key: "jump",
    fen: "3k5/9/9/4n4/9/9/4P4/4C4/9/4K4 w",
    goal: { kind: "move", moves: ["e2e6"] },
    answer: ["e2e6"],
  },
  {
    key: "soldier",
    fen: "3k5/9/9/9/9/4P4/9/9/9/4K4 w",
    goal: { kind: "visit", points: ["e5", "f5", "f6"] },
    answer: ["e4e5", "e5f5", "f5f6"],
  },
  {
    key: "elephant",
    fen: "4k4/9/9/9/9/9/P8/9/9/2B2K3 w",
    goal: { kind: "visit", points: ["e2", "g4"] },
    answer: ["c0e2", "e2g4"],
  },
  {
    key: "advisor",
    fen: "4k4/9/9/9/9/9/P8/9/5K3/3A5 w",
    goal: { kind: "visit", points: ["e1", "d2"] },
    answer: ["d0e1", "e1d2"],
  },
  {
    key: "general",
    fen: "3k5/9/9/9/9/9/P8/9/9/4K4 w",
    goal: { kind: "visit", points: ["e1", "f1"] },
    answer: ["e0e1", "e1f1"],
  },
  {
    key: "facing",
    fen: "4k4/9/9/9/4N4/9/9/9/9/4K4 w",
    goal: { kind: "move", moves: ["e0d0", "e0f0"] },
    answer: ["e0d0"],
  },
  {
    key: "check",
    fen: "4k4/9/9/9/R8/9/9/9/9/3K5 w",
    goal: { kind: "check" },
    answer: ["a5e5"],
  },
  {
    key: "escape",
    fen: "3k5/9/9/R3r4/9/9/9/9/9/3AK4 w",
    goal: { kind: "goesOn" },
    answer: ["a6e6"],
  },
  {
    key: "mate",
    fen: "4k4/R8/9/9/9/9/9/9/9/1R1K5 w",
    goal: { kind: "ends", reason: "checkmate" },
    answer: ["b0b9"],
  },
  {
    key: "horseAndCannon",
    fen: "4k4/9/4N4/9/2C6/9/9/9/9/3K5 w",
    goal: { kind: "ends", reason: "checkmate" },
    answer: ["c5e5"],
  },
  {
    key: "stalemate",
    fen: "3k5/9/9/3P5/9/9/9/9/9/4K4 w",
    goal: { kind: "ends", reason: "stalemate" },
    answer: ["d6d7"],
  },
  {
    key: "repetition",
    fen: "5k3/R8/9/9/9/9/9/9/9/4K4 w",
    moves: ["a8a9", "f9f8", "a9a8", "f8f9", "a8a9", "f9f8"],
    goal: { kind: "goesOn" },
    answer: ["e0e1"],
  },
] as const satisfies readonly Lesson[];

/** The easiest puzzles, by their ids. */
export const XIANGQI_PUZZLES = [
  "6931a705e651",
  "0b0602a30ed8",
  "632a78b47447",
  "d729aa0c3d1b",
  "0081cce5e7e7",
  "04899eefe50b",
  "082e922ada59",
  "132fe64d51e6",
  "1349e6c5d78b",
  "18e91fe47b22",
];
