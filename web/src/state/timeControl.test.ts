import assert from "node:assert/strict";
import { test } from "node:test";
import { settingsOf } from "./timeControl";

test("the settings of a clock leave out what does not count", () => {
  const none = { minutes: 0, increment: 0, byoyomi: 0, move: 0 };
  assert.equal(settingsOf(none), null);
  assert.equal(settingsOf({ ...none, increment: 5 }), null);
  assert.deepEqual(settingsOf({ ...none, minutes: 0.5, increment: 2 }), {
    initial_ms: 30_000,
    increment_ms: 2_000,
  });
  assert.deepEqual(settingsOf({ ...none, byoyomi: 10, move: 30 }), { move_ms: 30_000 });
});
