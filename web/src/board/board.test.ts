import assert from "node:assert/strict";
import { test } from "node:test";
import { isFen, readFen, writeFen } from "./fen";
import { winningRowThrough } from "./winningRow";
import { pointName, screenPosition, pointsOf, rowsOf } from "./geometry";
import { trackPieces } from "./track";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

test("moves have points and opening choices have none", () => {
  assert.deepEqual(pointsOf("xiangqi", "h2e2"), [
    { file: 7, rank: 2 },
    { file: 4, rank: 2 },
  ]);
  assert.deepEqual(pointsOf("renju", "o15"), [{ file: 14, rank: 14 }]);
  assert.deepEqual(pointsOf("gomoku", "t20"), [{ file: 19, rank: 19 }]);
  for (const choice of ["swap", "stay", "two_more", "offer_3"])
    assert.deepEqual(pointsOf("renju", choice), []);
  assert.equal(pointName("xiangqi", { file: 4, rank: 0 }), "e0");
  assert.equal(pointName("gomoku", { file: 4, rank: 0 }), "e1");
});

test("a flipped board is rotated by half a turn", () => {
  const size = { files: 9, ranks: 10 };
  assert.deepEqual(screenPosition({ file: 0, rank: 0 }, size, false), { x: 0, y: 9 });
  assert.deepEqual(screenPosition({ file: 0, rank: 0 }, size, true), { x: 8, y: 0 });
  assert.deepEqual(rowsOf(size, true)[0]?.[0], { file: 8, rank: 0 });
  assert.deepEqual(rowsOf(size, false)[0]?.[0], { file: 0, rank: 9 });
});

test("a FEN is read and written back unchanged", () => {
  const layout = readFen(START);
  assert.equal(layout.pieces.length, 32);
  assert.equal(writeFen("xiangqi", layout), START);
  const gomoku = "15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w";
  assert.deepEqual(readFen(gomoku).size, { files: 15, ranks: 15 });
  assert.equal(writeFen("gomoku", readFen(gomoku)), gomoku);
});

test("a list of moves with a drawn result is no FEN", () => {
  for (const fen of [START, START.split(" ")[0] ?? "", "15/15/7b7 w"]) assert.ok(isFen(fen), fen);
  for (const text of ["h2e2 h9g7 1/2-1/2", '[Date "1/2"]', "rnb/9\nw", "炮二平五 马8进7 1/2-1/2"])
    assert.ok(!isFen(text), text);
});

test("a piece that moves keeps its id and a captured piece loses it", () => {
  const before = trackPieces([], readFen("3k5/9/9/9/9/9/9/9/r8/R3K4 w").pieces);
  const after = trackPieces(before, readFen("3k5/9/9/9/9/9/9/9/R8/4K4 b").pieces);
  const chariot = (pieces: typeof before) => pieces.find(({ letter }) => letter === "R")?.id;
  assert.equal(chariot(after), chariot(before));
  assert.equal(after.length, 3);
  assert.equal(new Set(after.map(({ id }) => id)).size, 3);
});

test("the winning row is found in any direction", () => {
  const { pieces } = readFen("5/4b/3b1/2b2/1b3/b4 w");
  assert.equal(winningRowThrough(pieces, { file: 2, rank: 2 }).length, 5);
  assert.equal(winningRowThrough(readFen("5/5/5/bbbb1/5 w").pieces, { file: 1, rank: 1 }).length, 0);
});
