import assert from "node:assert/strict";
import { test } from "node:test";
import { numberOf, numberText, rowsOfMoves } from "./numbering";

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
  assert.deepEqual(rowsOfMoves(blackFirst, 2), [
    [0, 1],
    [2, 0],
  ]);
});

test("every stone has its own number", () => {
  const gomoku = { ruleset: "gomoku", start_fen: "15 b" } as const;
  assert.equal(numberText(gomoku, 2), "2.");
  assert.deepEqual(rowsOfMoves(gomoku, 3), [
    [1, 2],
    [3, 0],
  ]);
});
