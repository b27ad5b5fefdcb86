import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addLine,
  bareMove,
  beside,
  cleanComment,
  countMoves,
  hasMoreThanLine,
  isMoveNode,
  knownPath,
  leaves,
  lineThrough,
  mainLine,
  makeMainLine,
  newTree,
  type MoveNode,
  nodeAt,
  restore,
  promote,
  removeFrom,
  toggleShape,
  type Tree,
  updateMove,
  updateNode,
  variationHead,
  withNotations,
} from "./tree";

const START = { ruleset: "gomoku", options: {}, fen: null } as const;

const grow = (tree: Tree, path: string, line: string): Tree =>
  addLine(tree, path.split(" ").filter(Boolean), line.split(" ").map(bareMove));

/** a b c d, with the variations x y and z instead of b. */
const TREE = grow(grow(grow(newTree(START), "", "a b c d"), "a", "x y"), "a", "z");

const children = (tree: Tree, path: string) =>
  nodeAt(tree, path.split(" ").filter(Boolean))?.children.map(({ move }) => move.move);

test("a known move is entered, and a new one becomes the last variation", () => {
  assert.deepEqual(children(TREE, "a"), ["b", "x", "z"]);
  assert.equal(grow(TREE, "a", "x y"), TREE);
  assert.deepEqual(children(grow(TREE, "a x", "y u"), "a x y"), ["u"]);
  assert.equal(countMoves(TREE.root), 7);
  assert.deepEqual(leaves(TREE), [
    ["a", "b", "c", "d"],
    ["a", "x", "y"],
    ["a", "z"],
  ]);
});

test("a change leaves the old tree and untouched branches as they were", () => {
  const changed = updateNode(TREE, ["a", "x"], (node) => ({ ...node, comment: "sharp" }));
  assert.equal(nodeAt(changed, ["a", "x"])?.comment, "sharp");
  assert.equal(nodeAt(TREE, ["a", "x"])?.comment, "");
  assert.equal(nodeAt(changed, ["a", "b"]), nodeAt(TREE, ["a", "b"]));
  assert.equal(
    updateNode(TREE, ["a", "q"], (node) => ({ ...node, comment: "lost" })),
    TREE,
  );
});

test("the start has no sign, because no move leads to it", () => {
  const signed = updateMove(TREE, ["a"], (node) => ({ ...node, sign: "!?" }));
  const node = nodeAt(signed, ["a"]);
  assert.equal(node && isMoveNode(node) && node.sign, "!?");
  assert.equal(
    updateMove(TREE, [], (at) => ({ ...at, sign: "!" })),
    TREE,
  );
});

test("a line continues by first children, and a path ends where the tree does", () => {
  assert.deepEqual(mainLine(TREE), ["a", "b", "c", "d"]);
  assert.deepEqual(lineThrough(TREE, ["a", "x"]), ["a", "x", "y"]);
  assert.deepEqual(knownPath(TREE, ["a", "x", "q", "y"]), ["a", "x"]);
  assert.deepEqual(knownPath(TREE, ["a", "b"]), ["a", "b"]);
});

test("promoting a variation moves it up by one, from wherever in it", () => {
  assert.deepEqual(variationHead(TREE, ["a", "x", "y"]), ["a", "x"]);
  assert.equal(variationHead(TREE, ["a", "b", "c"]), null);
  assert.deepEqual(children(promote(TREE, ["a", "x", "y"]), "a"), ["x", "b", "z"]);
  assert.deepEqual(children(promote(TREE, ["a", "z"]), "a"), ["b", "z", "x"]);
  assert.equal(promote(TREE, ["a", "b"]), TREE);
});

test("the main line can be made of any node, however deep its variations nest", () => {
  const nested = grow(TREE, "a x", "v w");
  const made = makeMainLine(nested, ["a", "x", "v"]);
  assert.deepEqual(mainLine(made), ["a", "x", "v", "w"]);
  assert.equal(countMoves(made.root), countMoves(nested.root));
  assert.equal(makeMainLine(nested, ["a", "b"]), nested);
});

test("deleting removes a move and what follows it, and nothing else", () => {
  assert.deepEqual(children(removeFrom(TREE, ["a", "x"]), "a"), ["b", "z"]);
  assert.deepEqual(mainLine(removeFrom(TREE, ["a", "b"])), ["a", "x", "y"]);
  assert.equal(countMoves(removeFrom(TREE, []).root), 0);
});

test("a deleted move comes back to its place, unless it has been played again", () => {
  const deleted = nodeAt(TREE, ["a", "x"]) as MoveNode;
  const without = grow(removeFrom(TREE, ["a", "x"]), "a", "n");
  assert.deepEqual(children(restore(without, ["a"], deleted, 1), "a"), ["b", "x", "z", "n"]);
  assert.equal(restore(TREE, ["a"], deleted, 0), TREE);
});

test("up and down lead to the variations beside a move and back from anywhere in them", () => {
  assert.deepEqual(beside(TREE, ["a", "b"], 1), ["a", "x"]);
  assert.deepEqual(beside(TREE, ["a", "x", "y"], 1), ["a", "z"]);
  assert.deepEqual(beside(TREE, ["a", "x", "y"], -1), ["a", "b"]);
  // Far down the main line, the variations of earlier moves are not beside it.
  assert.equal(beside(TREE, ["a", "b", "c"], 1), null);
  assert.equal(beside(TREE, ["a", "b"], -1), null);
  assert.equal(beside(TREE, [], 1), null);
});

test("a shape drawn twice goes away, and another color replaces it", () => {
  const green = { color: "G", from: "h8", to: "h9" } as const;
  const red = { ...green, color: "R" } as const;
  const ring = { ...green, to: null };
  assert.deepEqual(toggleShape([], green), [green]);
  assert.deepEqual(toggleShape([green, ring], green), [ring]);
  assert.deepEqual(toggleShape([green, ring], red), [ring, red]);
});

test("notations are written along a line, and known ones change nothing", () => {
  const moves = [
    { move: "a", chinese: "甲", wxf: "A" },
    { move: "x", chinese: "乙", wxf: "X" },
  ];
  const written = withNotations(TREE, moves);
  const node = nodeAt(written, ["a", "x"]);
  assert.equal(node && isMoveNode(node) && node.move.chinese, "乙");
  assert.equal(withNotations(written, moves), written);
});

test("variations and notes are more than a line of moves", () => {
  const line = grow(newTree(START), "", "a b");
  assert.equal(hasMoreThanLine(line.root), false);
  assert.equal(hasMoreThanLine(TREE.root), true);
  assert.equal(hasMoreThanLine(updateNode(line, ["a"], (node) => ({ ...node, comment: "!" })).root), true);
  assert.equal(hasMoreThanLine(updateMove(line, ["a"], (node) => ({ ...node, sign: "!" })).root), true);
});

test("a comment holds nothing that PGN would read otherwise", () => {
  assert.equal(cleanComment("  {a}\r\nb [%eval 3] "), "(a)\nb [ %eval 3]");
});
