import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forgetAnalysis, saveAnalysis, savedAnalyses } from "./saved";
import { addLine, bareMove, newTree, type Tree, updateNode } from "./tree";

/** A storage like the browser's, whose keys are those of the object. */
function newStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}

beforeEach(() => {
  globalThis.localStorage = newStorage();
});

const LINE = addLine(newTree({ ruleset: "renju", options: {}, fen: null }), [], [bareMove("h8")]);

const withComment = (tree: Tree, length: number): Tree =>
  updateNode(tree, [], (node) => ({ ...node, comment: "x".repeat(length) }));

test("an analysis is kept with its node, and an empty one is not", () => {
  assert.equal(saveAnalysis({ id: "one", tree: LINE, path: ["h8"] }, 1), true);
  assert.deepEqual(savedAnalyses(), [{ id: "one", tree: LINE, path: ["h8"], at: 1 }]);
  assert.equal(saveAnalysis({ id: "one", tree: newTree(LINE.start), path: [] }, 2), true);
  assert.deepEqual(savedAnalyses(), []);
});

test("the oldest analyses make room, by number and by size", () => {
  for (let at = 1; at <= 40; at += 1) saveAnalysis({ id: `${at}`, tree: LINE, path: [] }, at);
  const kept = savedAnalyses().map(({ id }) => id);
  assert.equal(kept.length, 30);
  assert.equal(kept[0], "40");
  assert.equal(kept.at(-1), "11");
  for (let at = 41; at <= 45; at += 1)
    saveAnalysis({ id: `${at}`, tree: withComment(LINE, 450_000), path: [] }, at);
  assert.deepEqual(
    savedAnalyses().map(({ id }) => id),
    ["45", "44", "43", "42"],
  );
});

test("an analysis that is too large is refused and the others stay", () => {
  saveAnalysis({ id: "one", tree: LINE, path: [] }, 1);
  assert.equal(saveAnalysis({ id: "two", tree: withComment(LINE, 600_000), path: [] }, 2), false);
  assert.deepEqual(
    savedAnalyses().map(({ id }) => id),
    ["one"],
  );
});

test("what is no analysis is passed over, and a forgotten one is gone", () => {
  saveAnalysis({ id: "one", tree: LINE, path: [] }, 1);
  localStorage.setItem("duiyi.analysis.two", "{broken");
  localStorage.setItem("duiyi.analysis.three", '{"tree":{"root":{}},"path":[]}');
  localStorage.setItem("duiyi.analysis.four", "null");
  assert.deepEqual(
    savedAnalyses().map(({ id }) => id),
    ["one"],
  );
  forgetAnalysis("one");
  assert.deepEqual(savedAnalyses(), []);
});
