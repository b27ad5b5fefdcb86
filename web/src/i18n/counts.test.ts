import assert from "node:assert/strict";
import { test } from "node:test";
import { en as analysis } from "./en/analysisBoard";
import { en } from "./en";

type Texts = { readonly [name: string]: unknown };

/** All texts that count, with this number for each of their parameters. */
function textsWith(number: number, texts: Texts): string[] {
  return Object.values(texts).flatMap((text) => {
    if (typeof text === "object" && text !== null) return textsWith(number, text as Texts);
    if (typeof text !== "function") return [];
    try {
      return [String(text(number, number, number, number))];
    } catch {
      // It has parameters that are no numbers.
      return [];
    }
  });
}

test("one thing is singular and two are plural", () => {
  const texts = { en, analysis };
  const ones = textsWith(1, texts);
  const twos = textsWith(2, texts);
  for (const [text, wrong] of [
    ...ones.map((text) => [text, /\b1 (moves|points|positions|stones)\b/] as const),
    ...twos.map((text) => [text, /\b2 (move|point|position|stone)\b/] as const),
  ])
    assert.doesNotMatch(text, wrong);
  // The texts that count are among them.
  for (const text of ["Deleted 1 move.", "Loaded 1 move."]) assert.ok(ones.includes(text), text);
  for (const text of ["Deleted 2 moves.", "2 of 2 positions"]) assert.ok(twos.includes(text), text);
});

test("the moves of an offer, an opening and a lesson are counted, too", () => {
  const { offers, opening, lesson } = en;
  assert.equal(offers.open.takeback("Red", 1), "Red asks to take back a move.");
  assert.equal(offers.open.takeback("Red", 2), "Red asks to take back 2 moves.");
  assert.equal(opening.choice("offer_1"), "Offer 1 fifth stone");
  assert.equal(opening.choice("offer_2"), "Offer 2 fifth stones");
  const win = { kind: "missed_win", point: null, piece: null } as const;
  assert.equal(lesson.oversights.missed_win({ ...win, moves: 1 }), "Misses a win at once.");
  assert.equal(lesson.oversights.missed_win({ ...win, moves: 2 }), "Misses a win in 2 moves.");
});
