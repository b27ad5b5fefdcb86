import assert from "node:assert/strict";
import { test } from "node:test";
import { firstNumber, firstTurn, isSameStart, type Link, readLink, startOf, writeLink } from "./start";

const LINKS: Link[] = [
  {
    start: { ruleset: "xiangqi", options: { repetition: "asian", no_capture_limit: 120 }, fen: null },
    moves: ["h2e2", "h9g7"],
    ply: 1,
    variation: ["b9c7", "h0g2"],
  },
  {
    start: { ruleset: "xiangqi", options: {}, fen: "3k5/9/9/9/9/9/9/R8/9/4K4 b - - 3 17" },
    ...{ moves: [], ply: 0, variation: [] },
  },
  {
    start: {
      ruleset: "caro",
      options: { overline_wins: false, board_size: 19, opening: "swap2" },
      fen: null,
    },
    ...{ moves: ["h8", "two_more"], ply: 2, variation: [] },
  },
];

test("a link is read as it was written, and stays readable", () => {
  for (const link of LINKS) assert.deepEqual(readLink(writeLink(link)), link);
  assert.equal(writeLink(LINKS[1] as Link), "ruleset=xiangqi&fen=3k5/9/9/9/9/9/9/R8/9/4K4_b_-_-_3_17");
});

test("a link that names no known ruleset is none, and a wrong ply is the end of the line", () => {
  assert.equal(readLink(""), null);
  assert.equal(readLink("ruleset=go"), null);
  for (const ply of ["-1", "x", "9", "1.5"])
    assert.equal(readLink(`ruleset=renju&moves=h8.i9&ply=${ply}`)?.ply, 2);
});

test("the usual start needs no position", () => {
  const xiangqi = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
  const fenOf = (ruleset: "xiangqi" | "gomoku", start_fen: string) =>
    startOf({ ruleset, options: {}, start_fen }).fen;
  assert.equal(fenOf("xiangqi", `${xiangqi} w - - 0 1`), null);
  assert.equal(fenOf("xiangqi", `${xiangqi} b - - 0 1`), `${xiangqi} b - - 0 1`);
  const empty = Array(9).fill("9").join("/");
  assert.equal(fenOf("gomoku", `${empty} b`), null);
  assert.equal(fenOf("gomoku", `${empty} w`), `${empty} w`);
  assert.equal(fenOf("gomoku", `${empty.replace("9", "b8")} b`), `${empty.replace("9", "b8")} b`);
});

test("the first move of a position has its side and number", () => {
  const [, composed] = LINKS.map(({ start }) => start);
  assert.ok(composed);
  assert.deepEqual([firstTurn(composed), firstNumber(composed)], [1, 17]);
  assert.equal(firstTurn({ ruleset: "gomoku", options: {}, fen: "9/9 w" }), 1);
  assert.equal(firstTurn({ ruleset: "gomoku", options: {}, fen: null }), 0);
});

test("starts are the same whatever the order of their options", () => {
  const one = { ruleset: "caro", options: { board_size: 15, overline_wins: true }, fen: null } as const;
  const other = { ruleset: "caro", options: { overline_wins: true, board_size: 15 }, fen: null } as const;
  assert.equal(isSameStart(one, other), true);
  assert.equal(isSameStart(one, { ...other, ruleset: "renju" }), false);
});
