import assert from "node:assert/strict";
import { test } from "node:test";
import { en } from "../i18n/en";
import { zh } from "../i18n/zh";
import { moveInWords, piecesAfter } from "./words";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

test("a move in words has left and right as the reader sees the board", () => {
  const pieces = piecesAfter(START, []);
  const words = (move: string, isFlipped = false) => moveInWords(en, pieces, move, isFlipped);
  assert.equal(words("h2e2"), "cannon to the middle file");
  assert.equal(words("h0g2"), "horse forward to the second file right of the middle");
  assert.equal(words("h0g2", true), "horse forward to the second file left of the middle");
  assert.equal(words("h2h9"), "cannon straight forward takes the horse");
  assert.equal(words("h9i7"), "horse forward to the right edge");
  assert.equal(words("a5a4"), null);
  assert.equal(moveInWords(zh, pieces, "h2h9", false), "炮前进，吃马");
});

test("pieces go where the moves of a game lead them, and what is taken is gone", () => {
  const pieces = piecesAfter(START, ["h2e2", "h9g7", "e2e6", "g7e6"]);
  assert.equal(pieces.length, 30);
  assert.equal(
    moveInWords(en, pieces, "e6g5", false),
    "horse forward to the second file right of the middle",
  );
});
