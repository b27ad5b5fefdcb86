import assert from "node:assert/strict";
import { test } from "node:test";
import { gameAccuracy, type MoveChances, moveAccuracy } from "./accuracy";

/** A game in which each move of the first side keeps the even position, but the `blunder`-th one loses it. */
function gameWith(count: number, blunder: number): MoveChances[] {
  let chance = 0.5;
  return Array.from({ length: count }, (_, index) => {
    const isFirst = index % 2 === 0;
    const before = isFirst ? chance : 1 - chance;
    if (index === blunder) chance = 0.02;
    return { isFirst, before, after: isFirst ? chance : 1 - chance };
  });
}

test("the accuracy of a move follows lichess's curve", () => {
  for (const [lost, expected] of [
    [0, 100],
    [0.05, 79.8],
    [0.1, 63.6],
    [0.2, 40.0],
    [0.5, 8.5],
    [1, 0],
  ] as const)
    assert.ok(Math.abs(moveAccuracy({ isFirst: true, before: 1, after: 1 - lost }) - expected) < 0.1);
});

test("a move that improves the position is as accurate as one that keeps it", () => {
  assert.equal(Math.round(moveAccuracy({ isFirst: true, before: 0.4, after: 0.6 })), 100);
});

test("a game without a mistake is accurate, and a blunder into mate among thirty moves costs its side dearly", () => {
  assert.equal(Math.round(gameAccuracy(gameWith(60, -1), true) as number), 100);
  const game = gameWith(60, 30);
  assert.ok((gameAccuracy(game, true) as number) < 80);
  assert.equal(Math.round(gameAccuracy(game, false) as number), 100);
});

test("a side that has not moved has no accuracy", () => {
  assert.equal(gameAccuracy(gameWith(1, -1), false), null);
  assert.equal(gameAccuracy([], true), null);
});
