import assert from "node:assert/strict";
import { test } from "node:test";
import { levelGroups, MAX_LEVEL, nextLevelAfter, streakAfter } from "./levels";

test("the groups hold every level once, in order", () => {
  const all = levelGroups.flatMap(({ levels }) => levels);
  assert.deepEqual(
    all,
    Array.from({ length: MAX_LEVEL }, (_, index) => index + 1),
  );
});

test("two wins in a row against a level propose the next one", () => {
  const opponent = { ruleset: "renju", level: 4 } as const;
  const none = { ...opponent, wins: 0 };
  const one = streakAfter(none, opponent, true);
  assert.equal(nextLevelAfter(one), null);
  assert.equal(nextLevelAfter(streakAfter(one, opponent, true)), 5);
  assert.equal(nextLevelAfter(streakAfter(one, opponent, false)), null);
  assert.equal(nextLevelAfter(streakAfter(one, { ruleset: "gomoku", level: 4 }, true)), null);
  assert.equal(nextLevelAfter(streakAfter(one, { ruleset: "renju", level: 5 }, true)), null);
});

test("nothing is above the highest level", () => {
  const top = { ruleset: "xiangqi", level: MAX_LEVEL, wins: 7 } as const;
  assert.equal(nextLevelAfter(top), null);
});
