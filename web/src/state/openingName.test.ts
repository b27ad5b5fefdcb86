import assert from "node:assert/strict";
import { test } from "node:test";
import { RENJU_OPENINGS, XIANGQI_OPENINGS } from "../i18n/openingNames";
import { openingName } from "./openingName";

const XIANGQI = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const RENJU = `${Array(15).fill("15").join("/")} b`;

const nameOf = (ruleset: "xiangqi" | "renju" | "gomoku", text: string, start_fen?: string) =>
  openingName({
    ruleset,
    start_fen: start_fen ?? (ruleset === "xiangqi" ? XIANGQI : RENJU),
    moves: text.split(" ").map((move) => ({ move })),
  })?.en ?? null;

test("the most exact name wins", () => {
  assert.equal(nameOf("xiangqi", "h2e2"), "Central Cannon");
  assert.equal(nameOf("xiangqi", "h2e2 h9g7 h0g2 b9c7"), "Central Cannon vs. Screen Horses");
  assert.equal(
    nameOf("xiangqi", "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6"),
    "Central Cannon with River-Crossing Chariot vs. Screen Horses",
  );
  assert.equal(nameOf("xiangqi", "h2e2 h9g7 h0g2 b7d7 i0h0 b9c7"), "Central Cannon vs. Sandwiched Horses");
});

test("the order of moves tells opposite cannons from delayed ones", () => {
  assert.equal(nameOf("xiangqi", "h2e2 b7e7 h0g2 h9g7"), "Opposite Direction Cannons");
  assert.equal(nameOf("xiangqi", "h2e2 h9g7 h0g2 b7e7"), "Delayed Opposite Direction Cannons");
});

test("an opening has the same name in a mirror", () => {
  assert.equal(nameOf("xiangqi", "b2e2 b7e7"), "Same Direction Cannons");
  assert.equal(nameOf("xiangqi", "c0e2"), "Elephant Opening");
  for (const third of ["i9", "g9"]) assert.equal(nameOf("renju", `h8 h9 ${third}`), "Kagetsu");
  for (const line of ["h8 i9 i7", "h8 g7 g9", "h8 g9 i9"]) assert.equal(nameOf("renju", line), "Hogetsu");
});

test("the choices of an opening are no stones", () => {
  assert.equal(nameOf("renju", "h8 h9 keep h7"), "Shogetsu");
});

test("no name for other games, other starts and unusual moves", () => {
  assert.equal(nameOf("gomoku", "h8 h9 i9"), null);
  assert.equal(nameOf("xiangqi", "a0a1"), null);
  assert.equal(nameOf("xiangqi", "h2e2", "4k4/9/9/9/9/9/9/7C1/9/4K4 w - - 0 1"), null);
  assert.equal(nameOf("renju", "h8 h9"), null);
  assert.equal(nameOf("renju", "h8 h9 a1"), null);
});

test("no two openings have the same moves", () => {
  const lines = XIANGQI_OPENINGS.map(({ red, black }) => `${red} / ${black}`);
  assert.equal(new Set(lines).size, lines.length);
  assert.equal(Object.keys(RENJU_OPENINGS).length, 26);
  for (const [key, name] of Object.entries(RENJU_OPENINGS))
    assert.equal(nameOf("renju", `h8 ${key}`), name.en);
});
