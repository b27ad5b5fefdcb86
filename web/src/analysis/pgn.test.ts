import assert from "node:assert/strict";
import { test } from "node:test";
import { treeOf } from "./draft";
import { PgnError } from "./pgnError";
import { readPgn } from "./readPgn";
import {
  addLine,
  bareMove,
  type Branch,
  cleanComment,
  COLORS,
  leaves,
  mainLine,
  type MoveNode,
  newTree,
  nodeAt,
  SIGNS,
  type Start,
  type Tree,
  updateMove,
  updateNode,
} from "./tree";
import { writePgn } from "./writePgn";

/** A small generator of random numbers below 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const STARTS: readonly Start[] = [
  { ruleset: "xiangqi", options: { repetition: "asian", no_capture_limit: 120 }, fen: null },
  { ruleset: "xiangqi", options: {}, fen: "3k5/9/9/9/9/9/9/R8/9/4K4 b - - 0 31" },
  { ruleset: "gomoku", options: { board_size: 20, opening: "swap2" }, fen: null },
  { ruleset: "renju", options: { forbidden_loses: true }, fen: null },
  { ruleset: "caro", options: { overline_wins: false, board_size: 15 }, fen: "15/15/b14/15 w" },
];

const COMMENTS = [
  "good",
  'a "quoted" \\ word',
  "好棋，值得一试",
  "two\nlines",
  "%not an escape",
  "{braces} and [%eval 9] and ; and (1. a) $7 *",
  "x".repeat(300),
  "\n%at the start of a line",
  "1-0",
];

/** A tree of random moves, which need not be legal: the format knows no rules. */
function randomTree(random: () => number, start: Start): Tree {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const size = start.options.board_size ?? 15;
  const point = () =>
    start.ruleset === "xiangqi"
      ? "abcdefghi".charAt(below(9)) + below(10)
      : "abcdefghijklmnopqrst".charAt(below(size)) + (1 + below(size));
  const move = () =>
    start.ruleset === "xiangqi" ? point() + point() : pick([point, point, () => "swap", () => "two_more"])();
  const notesOf = (node: Branch) => ({
    ...node,
    comment: random() < 0.3 ? cleanComment(pick(COMMENTS)) : "",
    // Rings before arrows, as they are written.
    shapes: [
      ...(random() < 0.2 ? [{ color: pick(COLORS), from: point(), to: null }] : []),
      ...(random() < 0.2 ? [{ color: pick(COLORS), from: point(), to: point() }] : []),
    ],
    evaluation:
      random() < 0.3
        ? { score: random() < 0.5 ? { cp: below(2000) - 1000 } : { mate: below(20) - 10 }, depth: below(40) }
        : null,
    commands: random() < 0.1 ? ["[%clk 0:09:58.3]"] : [],
  });
  const moveNotes = (node: MoveNode): MoveNode => ({
    ...node,
    sign: random() < 0.4 ? pick(SIGNS) : null,
    glyphs: random() < 0.1 ? [16] : [],
  });
  const tags = random() < 0.5 ? { Event: 'A "cup" \\ 杯', Annotator: "Somebody", Result: "1-0" } : {};
  let tree = updateNode({ ...newTree(start), tags }, [], notesOf);
  for (let lines = 1 + below(12); lines > 0; lines -= 1) {
    const leaf = pick(leaves(tree));
    const from = leaf.slice(0, below(leaf.length + 1));
    const line = Array.from({ length: 1 + below(6) }, move);
    tree = addLine(tree, from, line.map(bareMove));
    const path = [...from, ...line].slice(0, from.length + 1 + below(line.length));
    tree = updateMove(updateNode(tree, path, notesOf), path, moveNotes);
  }
  return tree;
}

const reread = (tree: Tree): Tree => {
  const { tags, ruleset, options, fen, root } = readPgn(writePgn(tree));
  assert.equal(ruleset, tree.start.ruleset);
  return treeOf({ ruleset, options, fen }, tags, root);
};

test("whatever a tree holds is written and read again", () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const start = STARTS[seed % STARTS.length] as Start;
    const tree = randomTree(randomFrom(seed), start);
    const again = reread(tree);
    assert.deepEqual(again.root, tree.root, `seed ${seed}\n${writePgn(tree)}`);
    assert.deepEqual(again.start, start, `seed ${seed}`);
    assert.deepEqual(again.tags, tree.tags, `seed ${seed}`);
    assert.equal(writePgn(again), writePgn(tree), `seed ${seed}`);
  }
});

const read = (text: string): Tree => {
  const { tags, ruleset, options, fen, root } = readPgn(text);
  return treeOf({ ruleset: ruleset ?? "gomoku", options, fen }, tags, root);
};

test("a game of another program is read with variations, comments, signs, marks and evaluations", () => {
  const tree = read(`[Game "Chinese Chess"]
[Event "A \\"cup\\""]
[FEN "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"]

{Before the game} 1. H2-E2! {[%eval 0.31,14] [%cal Gh2e2,Rh9g7][%csl Bh2] solid} (1.C3-C4 $5 C6-C5 (1... h7e7?? ; a line comment
2. b2c2) 2. b0c2) 1... h9g7 $16 {[%clk 0:09:58]}
% an escaped line
2. h0g2 *`);
  assert.deepEqual(mainLine(tree), ["h2e2", "h9g7", "h0g2"]);
  assert.equal(tree.root.comment, "Before the game");
  assert.deepEqual(tree.tags, { Event: 'A "cup"' });
  const first = nodeAt(tree, ["h2e2"]) as MoveNode;
  assert.equal(first.sign, "!");
  assert.equal(first.comment, "solid");
  assert.deepEqual(first.evaluation, { score: { cp: 31 }, depth: 14 });
  assert.deepEqual(first.shapes, [
    { color: "G", from: "h2", to: "e2" },
    { color: "R", from: "h9", to: "g7" },
    { color: "B", from: "h2", to: null },
  ]);
  assert.deepEqual(leaves(tree), [
    ["h2e2", "h9g7", "h0g2"],
    ["c3c4", "c6c5", "b0c2"],
    ["c3c4", "h7e7", "b2c2"],
  ]);
  assert.equal((nodeAt(tree, ["c3c4", "h7e7"]) as MoveNode).sign, "??");
  assert.equal(nodeAt(tree, ["c3c4", "h7e7"])?.comment, "a line comment");
  const second = nodeAt(tree, ["h2e2", "h9g7"]) as MoveNode;
  assert.deepEqual(second.glyphs, [16]);
  assert.deepEqual(second.commands, ["[%clk 0:09:58]"]);
});

test("a list of moves is read as well, and the same variation twice becomes one", () => {
  assert.deepEqual(mainLine(read("1. h8 h9 2. i9")), ["h8", "h9", "i9"]);
  // As the server numbers the first move of the second side.
  assert.deepEqual(mainLine(read("1. ... h8\n2. h9 i9\n1-0")), ["h8", "h9", "i9"]);
  assert.equal(readPgn("炮二平五 马8进7 C8=5").ruleset, "xiangqi");
  assert.equal(readPgn("H8 h9").ruleset, null);
  const tree = read("1. h8 {one} h9 (1... i9 2. j9) (1... i9 {two} 2. k9) 2. a1");
  assert.deepEqual(leaves(tree), [
    ["h8", "h9", "a1"],
    ["h8", "i9", "j9"],
    ["h8", "i9", "k9"],
  ]);
  assert.equal(nodeAt(tree, ["h8", "i9"])?.comment, "two");
});

test("a comment before the first move of a variation stays with that move", () => {
  const tree = read("1. h8 ({Or here:} 1. g8 {fine}) 1... h9");
  assert.equal(nodeAt(tree, ["g8"])?.comment, "Or here: fine");
});

test("an error says what is wrong and where", () => {
  const refusal = (text: string): unknown[] => {
    try {
      readPgn(text);
    } catch (error) {
      if (error instanceof PgnError) return [error.reason, error.line, error.column];
    }
    return [];
  };
  assert.deepEqual(refusal(""), ["empty", 1, 1]);
  assert.deepEqual(refusal("1. h8\n{never ends"), ["open_comment", 2, 1]);
  assert.deepEqual(refusal('[Event "a\n1. h8'), ["open_tag", 1, 1]);
  assert.deepEqual(refusal("1. h8 (1. i9\n2. j9"), ["open_variation", 1, 7]);
  assert.deepEqual(refusal("1. h8 1... h9)"), ["no_variation", 1, 14]);
  assert.deepEqual(refusal("( 1. h8 )"), ["no_move_to_replace", 1, 1]);
  assert.deepEqual(refusal("$3 h8"), ["no_move_for_glyph", 1, 1]);
  assert.deepEqual(refusal("h8 }"), ["unreadable", 1, 4]);
  assert.deepEqual(refusal('[Game "Go"]\nh8'), ["unknown_game", 1, 1]);
  assert.deepEqual(refusal('h8 *\n\n[Game "Renju"]\nh8'), ["several_games", 3, 1]);
  assert.deepEqual(refusal("h8 ".repeat(3001)), ["too_long", 1, 9001]);
});
