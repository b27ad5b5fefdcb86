import assert from "node:assert/strict";
import { test } from "node:test";
import { narrowOffset, type Offset } from "./serverTime";

const middle = ({ least, most }: Offset) => (least + most) / 2;

test("the offset is within half a round trip of the truth", () => {
  const offset = narrowOffset(null, 10_030, 1_000, 1_080);
  assert.ok(Math.abs(middle(offset) - 8_990) <= 41);
});

test("a quick response improves the estimate, and a slow one does not spoil it", () => {
  const slow = narrowOffset(null, 11_000, 1_000, 3_000);
  const quick = narrowOffset(slow, 13_002, 4_000, 4_004);
  assert.ok(Math.abs(middle(quick) - 9_000) <= 3);
  const later = narrowOffset(quick, 14_900, 5_000, 7_000);
  assert.ok(Math.abs(middle(later) - 9_000) <= 6);
});

test("the estimate follows a clock that was set", () => {
  const before = narrowOffset(null, 10_001, 1_000, 1_002);
  const after = narrowOffset(before, 71_001, 2_000, 2_002);
  assert.ok(Math.abs(middle(after) - 69_000) <= 2);
});
