import assert from "node:assert/strict";
import { test } from "node:test";
import { numberOf, numbersOnBoard, numberText, scoreRows } from "./numbering";

const start = { ruleset: "xiangqi", start_fen: "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1" } as const;
const blackFirst = { ...start, start_fen: start.start_fen.replace(" w ", " b ") };

test("in Xiangqi both sides share a number", () => {
  assert.deepEqual(
    [1, 2, 3].map((ply) => numberText(start, ply)),
    ["1.", "1…", "2."],
  );
  assert.equal(numberOf(start, 2).side, "black");
});

test("a game in which Black moves first begins in the second column", () => {
  assert.equal(numberText(blackFirst, 1), "1…");
  assert.deepEqual(scoreRows(blackFirst, 2), [
    { number: 1, plies: [0, 1] },
    { number: 2, plies: [2, 0] },
  ]);
});

const movesOf = (text: string) => text.split(" ").map((move) => ({ move }));

test("every stone has its own number", () => {
  const gomoku = { ruleset: "gomoku", start_fen: "15 b", moves: movesOf("h8 h9 i9") } as const;
  assert.equal(numberText(gomoku, 2), "2.");
  assert.deepEqual(scoreRows(gomoku, 3), [
    { number: 1, plies: [1, 2] },
    { number: 3, plies: [3, 0] },
  ]);
});

test("choices and offers of an opening are between the stones, and the colors keep their columns", () => {
  const moves = movesOf("h8 h9 i9 swap k10 offer_2 g7 i7 i7 j5");
  const opening = { ruleset: "renju", start_fen: "15 b", moves } as const;
  assert.deepEqual(
    scoreRows(opening, moves.length).map(({ number, plies }) => [number, ...plies]),
    [
      [1, 1, 2],
      [3, 3, 0],
      [null, 4],
      [4, 0, 5],
      [null, 6],
      [null, 7],
      [null, 8],
      [5, 9, 10],
    ],
  );
  assert.deepEqual(
    [...numbersOnBoard(moves)],
    [
      ["h8", 1],
      ["h9", 2],
      ["i9", 3],
      ["k10", 4],
      ["i7", 5],
      ["j5", 6],
    ],
  );
});

test("a position in which White is to move begins in the second column", () => {
  const gomoku = { ruleset: "gomoku", start_fen: "7b7/15 w", moves: movesOf("h9 h8") } as const;
  assert.deepEqual(
    scoreRows(gomoku, 2).map(({ plies }) => plies),
    [
      [0, 1],
      [2, 0],
    ],
  );
});
