import assert from "node:assert/strict";
import { test } from "node:test";
import type { Clock } from "../api/types";
import { formatClock, lossMs, nextChangeMs, readClock } from "./clockMath";

const AT = Date.parse("2026-11-20T12:00:00Z");
const time = (ms: number) => new Date(AT + ms).toISOString();

const clock = (change: Partial<Clock> = {}): Clock => ({
  initial_ms: 300_000,
  increment_ms: null,
  move_ms: null,
  byoyomi_ms: null,
  first_move_ms: 30_000,
  remaining_ms: { red: 100_000, black: 200_000 },
  byoyomi: { red: false, black: false },
  at: time(0),
  running: "red",
  deadline: time(100_000),
  ...change,
});

test("only the running clock counts down, and it stops at zero", () => {
  assert.equal(readClock(clock(), "red", AT + 1_500).ms, 98_500);
  assert.equal(readClock(clock(), "black", AT + 1_500).ms, 200_000);
  assert.equal(readClock(clock(), "red", AT + 150_000).ms, 0);
  assert.equal(readClock(clock({ running: null }), "red", AT + 1_500).ms, 100_000);
});

test("a clock does not gain time if our time is behind that of the server", () => {
  assert.equal(readClock(clock(), "red", AT - 400).ms, 100_000);
});

test("game time that runs out during a move goes on as byo-yomi", () => {
  const byoyomi = clock({ byoyomi_ms: 30_000, deadline: time(130_000) });
  assert.deepEqual(readClock(byoyomi, "red", AT + 99_000), {
    ms: 1_000,
    isByoyomi: false,
    isRunning: true,
    moveMs: null,
    isLow: false,
  });
  const later = readClock(byoyomi, "red", AT + 121_000);
  assert.equal(later.ms, 9_000);
  assert.ok(later.isByoyomi && later.isLow);
});

test("a side in byo-yomi that waits shows its whole next period", () => {
  const now = clock({ byoyomi_ms: 30_000, byoyomi: { red: false, black: true } });
  assert.equal(readClock(now, "black", AT + 5_000).ms, 30_000);
});

test("a limit for each move counts beside the game time", () => {
  const reading = readClock(clock({ move_ms: 60_000, deadline: time(60_000) }), "red", AT + 52_000);
  assert.deepEqual([reading.ms, reading.moveMs, reading.isLow], [48_000, 8_000, true]);
  assert.equal(lossMs(reading), 8_000);
});

test("time per move alone starts again with each move", () => {
  const now = clock({ initial_ms: null, move_ms: 30_000, deadline: time(30_000) });
  assert.equal(readClock(now, "red", AT + 21_000).ms, 9_000);
  assert.equal(readClock(now, "black", AT + 21_000).ms, 30_000);
});

test("a clock shows whole seconds rounded down, and tenths in the last ten seconds", () => {
  for (const [ms, text] of [
    [300_000, "5:00"],
    [299_999, "4:59"],
    [3_723_000, "1:02:03"],
    [10_000, "0:10"],
    [9_999, "0:09.9"],
    [50, "0:00.0"],
    [-5, "0:00.0"],
  ] as const)
    assert.equal(formatClock(ms), text);
});

test("the next change of the text is known to the millisecond", () => {
  for (const ms of [61_234, 10_000, 9_950, 400, 3_600_000]) {
    const until = nextChangeMs(ms);
    assert.equal(formatClock(ms - until + 1), formatClock(ms), `${ms}`);
    assert.notEqual(formatClock(ms - until), formatClock(ms), `${ms}`);
  }
});
