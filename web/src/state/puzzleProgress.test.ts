import assert from "node:assert/strict";
import { test } from "node:test";
import { afterMiss, afterShown, afterSolved, START, withRuleset } from "./puzzleProgress";

test("two solved puzzles raise the level of their game, a miss lowers it", () => {
  const one = afterSolved(START);
  assert.equal(one.levels.xiangqi, 3);
  const two = afterSolved(one);
  assert.deepEqual(two.levels, { ...START.levels, xiangqi: 4 });
  assert.equal(afterSolved(two).levels.xiangqi, 4);
  assert.equal(afterMiss(two).levels.xiangqi, 3);
  assert.equal(afterSolved(withRuleset(one, "renju")).levels.renju, 3);
});

test("levels stay between 1 and 20", () => {
  const at = (xiangqi: number) => ({ ...START, levels: { ...START.levels, xiangqi }, solvedHere: 1 });
  assert.equal(afterMiss(at(1)).levels.xiangqi, 1);
  assert.equal(afterSolved(at(20)).levels.xiangqi, 20);
});

test("a miss ends the streak, and the best one stays", () => {
  const three = afterSolved(afterSolved(afterSolved(START)));
  assert.deepEqual([three.streak, three.best], [3, 3]);
  const missed = afterMiss(three);
  assert.deepEqual([missed.streak, missed.best], [0, 3]);
});

test("the last hundred puzzles are remembered", () => {
  let progress = START;
  for (let number = 0; number < 130; number += 1) progress = afterShown(progress, String(number));
  assert.deepEqual([progress.seen.length, progress.seen[0], progress.seen.at(-1)], [100, "30", "129"]);
  assert.equal(afterShown(progress, "50").seen.length, 100);
});
