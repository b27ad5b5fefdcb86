// The courses of the games of five in a row. Black is the learner where nothing else is said.
import type { Exercise, Lesson } from "./lesson";

export const GOMOKU = [
  {
    key: "five",
    fen: "15/15/15/15/15/6ww7/4bbbb7/5ww8/15/15/15/15/15/15/15 b",
    goal: { kind: "ends", reason: "five_in_a_row" },
    answer: ["i9"],
  },
  {
    key: "stopFour",
    fen: "15/15/15/15/15/6bb7/3bwwww7/5bb8/15/15/15/15/15/15/15 b",
    goal: { kind: "move", moves: ["i9"] },
    answer: ["i9"],
  },
  {
    key: "openFour",
    fen: "15/15/15/15/15/15/5bbb7/5ww8/15/15/15/15/15/15/15 b",
    goal: { kind: "move", moves: ["e9", "i9"] },
    answer: ["i9"],
  },
  {
    key: "stopThree",
    fen: "15/15/15/15/15/15/5www7/5bb8/15/15/15/15/15/15/15 b",
    goal: { kind: "move", moves: ["e9", "i9", "d9", "j9"] },
    answer: ["i9"],
  },
  {
    key: "twoThrees",
    fen: "15/15/15/15/15/5ww8/5bb8/7b7/7b7/6w1w6/15/15/15/15/15 b",
    goal: { kind: "move", moves: ["h9"] },
    answer: ["h9"],
  },
  {
    key: "swap2",
    options: { opening: "swap2" },
    moves: ["h8", "h9", "i9"],
    goal: { kind: "move", moves: ["stay", "swap", "two_more"] },
    answer: ["stay"],
  },
] as const satisfies readonly Lesson[];

export const RENJU = [
  {
    key: "exactlyFive",
    fen: "15/15/15/15/15/6ww7/4bbbb7/5ww8/15/15/15/15/15/15/15 b",
    goal: { kind: "ends", reason: "five_in_a_row" },
    answer: ["i9"],
  },
  {
    key: "threeThree",
    fen: "15/15/15/15/15/5ww8/5bb8/7b7/7b7/6w1w6/15/15/15/15/15 b",
    goal: { kind: "refused", reason: "forbidden_three_three" },
    answer: ["h9"],
  },
  {
    key: "fourFour",
    fen: "15/15/15/15/15/3w1w9/4bbb8/7b7/7b7/7b7/6ww7/15/15/15/15 b",
    goal: { kind: "refused", reason: "forbidden_four_four" },
    answer: ["h9"],
  },
  {
    key: "overline",
    fen: "15/15/15/15/15/5w1w7/4bb1bbb5/6w1w6/15/15/15/15/15/15/15 b",
    goal: { kind: "refused", reason: "forbidden_overline" },
    answer: ["g9"],
  },
  {
    key: "fourThree",
    fen: "15/15/15/15/15/3w1w9/3wbbb8/7b7/7b7/6w1w6/15/15/15/15/15 b",
    goal: { kind: "move", moves: ["h9"] },
    answer: ["h9"],
  },
  {
    key: "whiteSix",
    fen: "15/15/15/15/15/5b1b7/4ww1www5/6b1b6/15/15/15/15/15/15/15 w",
    goal: { kind: "ends", reason: "five_in_a_row" },
    answer: ["g9"],
  },
  {
    key: "taraguchi",
    options: { opening: "taraguchi10" },
    moves: ["h8"],
    goal: { kind: "move", moves: ["stay", "swap"] },
    answer: ["swap"],
  },
] as const satisfies readonly Lesson[];

export const CARO = [
  {
    key: "blocked",
    fen: "15/15/15/15/15/15/2wbbbb1w6/15/15/2wbbbb8/15/15/15/15/15 b",
    goal: { kind: "ends", reason: "five_in_a_row" },
    answer: ["h6"],
  },
  {
    key: "closeEnds",
    fen: "15/15/15/15/15/15/2bwwww8/15/15/4bb9/15/15/15/15/15 b",
    goal: { kind: "move", moves: ["h9", "i9"] },
    answer: ["i9"],
  },
  {
    key: "caroFour",
    fen: "15/15/15/15/15/15/5bbb7/5ww8/15/15/15/15/15/15/15 b",
    goal: { kind: "move", moves: ["e9", "i9"] },
    answer: ["e9"],
  },
  {
    key: "caroSwap2",
    options: { opening: "swap2" },
    moves: ["h8", "h9", "i9"],
    goal: { kind: "move", moves: ["stay", "swap", "two_more"] },
    answer: ["two_more"],
  },
] as const satisfies readonly Lesson[];

export const GOMOKU_PUZZLES = [
  "422f754c2358",
  "9e463c2d64e5",
  "d12fb89722f8",
  "fe36dc044e91",
  "044e47491272",
  "0905931b75ca",
  "0c45a0a2cd8d",
  "0ddbeb2ca6d7",
  "151582a04ae2",
  "203b4f102870",
];

export const RENJU_PUZZLES = [
  "abcdc4ea4952",
  "b29d31fde920",
  "f7f1f10149e0",
  "01c65c13aa5e",
  "13261edbb1f1",
  "35726f45fba7",
  "3c757803d938",
  "48a8cedc7961",
  "4b50aa7863cf",
  "5dd950391de6",
];

/** Puzzles of Gomoku that have the same only answer by the rules of Caro: whatever White replies, Black has a five that counts. */
export const CARO_EXERCISES: readonly Exercise[] = [
  { fen: "15/15/15/15/15/15/15/5w1w7/3b2bw7/5b9/4bbww7/4b1w8/5b9/15/15 w", solution: ["h6", "h4", "h9"] },
  { fen: "15/15/15/15/15/15/4w10/5b1w7/4w1b1b6/4w2b7/6b1b6/9w5/15/15/15 w", solution: ["e8", "e5", "e10"] },
  { fen: "15/15/15/15/15/15/4w10/6wb7/5bw8/4bb9/5bw8/15/15/15/15 w", solution: ["g6", "g4", "g9"] },
  { fen: "15/15/15/15/15/15/15/6b3w4/15/6b1b1w4/6bw1w5/15/15/15/15 b", solution: ["g7", "g4", "g9"] },
  { fen: "15/15/15/6w2w5/15/5bb1b6/7w7/15/15/15/15/15/15/15/15 b", solution: ["h10", "e10", "j10"] },
  { fen: "15/15/15/9w5/8bw5/7b7/4bwbb1w5/4b1ww7/7b7/15/15/15/15/15/15 w", solution: ["j10", "j8", "j13"] },
  { fen: "15/15/15/15/15/6w1w6/15/7bw6/15/5b1bb6/15/6w8/15/15/15 b", solution: ["g6", "e6", "j6"] },
  { fen: "15/15/15/15/15/15/15/6ww7/7b1w5/6wbbw5/6b1wb5/15/4b10/15/15 b", solution: ["f4", "i7", "d2"] },
  { fen: "15/15/15/6w8/4bwbw7/4w2w1b5/3b2w1b6/15/6b8/15/15/15/15/15/15 b", solution: ["h8", "k11", "f6"] },
  {
    fen: "15/15/12b2/11w3/8w1b1b2/6wwbbwbb2/8bwb4/7wbww4/15/8w6/15/15/15/15/15 b",
    solution: ["m12", "m9", "m14"],
  },
];
