// The tree of an analysis: immutable, every change returns a new tree.
import type { MoveText, Options, Ruleset, Score } from "../api/types";

/** How the analyzed game starts. `fen` is null for the standard start. */
export interface Start {
  readonly ruleset: Ruleset;
  readonly options: Options;
  readonly fen: string | null;
}

export const SIGNS = ["!", "?", "!!", "??", "!?", "?!"] as const;
/** An annotation of a move. In PGN it is the numeric glyph `$1` to `$6`, in this order. */
export type Sign = (typeof SIGNS)[number];

export const COLORS = ["G", "R", "B", "Y"] as const;
/** Green, red, blue or yellow. */
export type Color = (typeof COLORS)[number];

/** A mark that the user draws: an arrow, or a ring on a point if there is no `to`. */
export interface Shape {
  readonly color: Color;
  readonly from: string;
  readonly to: string | null;
}

/** What an engine found, from the first side's point of view. */
export interface Evaluation {
  readonly score: Score;
  readonly depth: number;
}

export interface Branch {
  readonly comment: string;
  readonly shapes: readonly Shape[];
  readonly evaluation: Evaluation | null;
  /** Commands in comments of an imported record that mean nothing here, such as `[%clk 0:09:58]`. */
  readonly commands: readonly string[];
  /** The first child continues the line, the others are variations. */
  readonly children: readonly MoveNode[];
}

export interface MoveNode extends Branch {
  readonly move: MoveText;
  readonly sign: Sign | null;
  /** Numeric annotation glyphs of an imported record other than signs. */
  readonly glyphs: readonly number[];
}

export interface Tree {
  readonly start: Start;
  /** Tags of an imported record beside those of the start, such as `Event` and the names of the players. */
  readonly tags: Readonly<Record<string, string>>;
  readonly root: Branch;
}

/** The moves from the start to a node, in coordinates. Moves of siblings differ, so a path names one node. */
export type Path = readonly string[];

const LEAF: Branch = { comment: "", shapes: [], evaluation: null, commands: [], children: [] };

export const newTree = (start: Start): Tree => ({ start, tags: {}, root: LEAF });

export const newNode = (move: MoveText): MoveNode => ({ ...LEAF, move, sign: null, glyphs: [] });

/** A move whose notations are not known yet. */
export const bareMove = (move: string): MoveText => ({ move, chinese: null, wxf: null });

export const isMoveNode = (node: Branch): node is MoveNode => "move" in node;

const childOf = (node: Branch, move: string): MoveNode | undefined =>
  node.children.find((child) => child.move.move === move);

export function nodeAt(tree: Tree, path: Path): Branch | null {
  let node: Branch | undefined = tree.root;
  for (const move of path) node = node && childOf(node, move);
  return node ?? null;
}

/** The longest start of a path that is in the tree. */
export function knownPath(tree: Tree, path: Path): Path {
  let node: Branch | undefined = tree.root;
  const known = path.findIndex((move) => (node = node && childOf(node, move)) === undefined);
  return known < 0 ? path : path.slice(0, known);
}

function updateBranch<B extends Branch>(node: B, path: Path, change: (node: Branch) => Branch): B {
  const [move, ...rest] = path;
  // A change keeps the kind of a node: it replaces fields only.
  if (move === undefined) return change(node) as B;
  const child = childOf(node, move);
  const changed = child && updateBranch(child, rest, change);
  if (!changed || changed === child) return node;
  return { ...node, children: node.children.map((each) => (each === child ? changed : each)) };
}

/** Changes the node at a path. Returns the same tree if there is no such node or it stays the same. */
export function updateNode(tree: Tree, path: Path, change: (node: Branch) => Branch): Tree {
  const root = updateBranch(tree.root, path, change);
  return root === tree.root ? tree : { ...tree, root };
}

/** Changes the move that leads to a node. The start has none. */
export const updateMove = (tree: Tree, path: Path, change: (node: MoveNode) => MoveNode): Tree =>
  updateNode(tree, path, (node) => (isMoveNode(node) ? change(node) : node));

/** Adds the moves after a path that are not there yet. A new move becomes the last variation. */
export function addLine(tree: Tree, path: Path, moves: readonly MoveText[]): Tree {
  const [first, ...rest] = moves;
  if (!first) return tree;
  const node = nodeAt(tree, path);
  if (!node) return tree;
  const isKnown = childOf(node, first.move) !== undefined;
  const grown = isKnown
    ? tree
    : updateNode(tree, path, (at) => ({ ...at, children: [...at.children, newNode(first)] }));
  return addLine(grown, [...path, first.move], rest);
}

/** Writes the notations of the moves along a path into its nodes. */
export function withNotations(tree: Tree, moves: readonly MoveText[]): Tree {
  const write = <B extends Branch>(node: B, index: number): B => {
    const move = moves[index];
    const child = move && childOf(node, move.move);
    if (!move || !child) return node;
    const isKnown = child.move.chinese === move.chinese && child.move.wxf === move.wxf;
    const after = write(isKnown ? child : { ...child, move }, index + 1);
    if (after === child) return node;
    return { ...node, children: node.children.map((each) => (each === child ? after : each)) };
  };
  const root = write(tree.root, 0);
  return root === tree.root ? tree : { ...tree, root };
}

/** Moves a variation before the others at its parent, to `place`. */
function moveChild(tree: Tree, path: Path, place: (index: number) => number): Tree {
  const last = path.at(-1);
  return updateNode(tree, path.slice(0, -1), (parent) => {
    const index = parent.children.findIndex(({ move }) => move.move === last);
    const child = parent.children[index];
    if (!child || place(index) === index) return parent;
    const others = parent.children.filter((each) => each !== child);
    return { ...parent, children: others.toSpliced(place(index), 0, child) };
  });
}

/** The head of the variation that holds a node: the last move of the path that is not a first child; null on the main line. */
export function variationHead(tree: Tree, path: Path): Path | null {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = nodeAt(tree, path.slice(0, length - 1));
    if (parent?.children[0]?.move.move !== path[length - 1]) return path.slice(0, length);
  }
  return null;
}

/** Exchanges the variation that holds a node with the one before it. */
export function promote(tree: Tree, path: Path): Tree {
  const head = variationHead(tree, path);
  return head ? moveChild(tree, head, (index) => index - 1) : tree;
}

/** Makes the moves to a node the first children all the way from the start. */
export function makeMainLine(tree: Tree, path: Path): Tree {
  return path.reduce((changed, _, index) => moveChild(changed, path.slice(0, index + 1), () => 0), tree);
}

/** Deletes the move at the end of a path and everything after it; at the start, all moves. */
export function removeFrom(tree: Tree, path: Path): Tree {
  const last = path.at(-1);
  return updateNode(tree, path.slice(0, -1), (parent) => ({
    ...parent,
    children: parent.children.filter(({ move }) => last !== undefined && move.move !== last),
  }));
}

/** Puts a deleted move back to its place among its siblings, unless it has been played again since. */
export const restore = (tree: Tree, parent: Path, child: MoveNode, index: number): Tree =>
  updateNode(tree, parent, (node) =>
    childOf(node, child.move.move) ? node : { ...node, children: node.children.toSpliced(index, 0, child) },
  );

/** A path continued by first children to the end of its line. */
export function lineThrough(tree: Tree, path: Path): Path {
  const moves = [...path];
  for (let node = nodeAt(tree, path)?.children[0]; node; node = node.children[0]) moves.push(node.move.move);
  return moves;
}

export const mainLine = (tree: Tree): Path => lineThrough(tree, []);

/** The variation beside a node, `by` places further; on a variation also beside an earlier move of it. Null if there is none. */
export function beside(tree: Tree, path: Path, by: 1 | -1): Path | null {
  const shortest = variationHead(tree, path)?.length ?? path.length;
  for (let length = path.length; length >= Math.max(1, shortest); length -= 1) {
    const children = nodeAt(tree, path.slice(0, length - 1))?.children ?? [];
    const index = children.findIndex(({ move }) => move.move === path[length - 1]);
    const other = children[index + by];
    if (other) return [...path.slice(0, length - 1), other.move.move];
  }
  return null;
}

/** Draws a shape, or removes it if the same one is there. Another color replaces the color. */
export function toggleShape(shapes: readonly Shape[], shape: Shape): readonly Shape[] {
  const isAt = (other: Shape) => other.from === shape.from && other.to === shape.to;
  const isSame = shapes.some((other) => isAt(other) && other.color === shape.color);
  const others = shapes.filter((other) => !isAt(other));
  return isSame ? others : [...others, shape];
}

/** The paths of all ends of lines. */
export function leaves(tree: Tree): Path[] {
  const found: Path[] = [];
  const walk = (node: Branch, path: Path) => {
    if (node.children.length === 0) found.push(path);
    for (const child of node.children) walk(child, [...path, child.move.move]);
  };
  walk(tree.root, []);
  return found;
}

/** The number of moves in the tree. */
export const countMoves = (node: Branch): number =>
  node.children.reduce((sum, child) => sum + 1 + countMoves(child), 0);

const hasNotes = (node: Branch): boolean =>
  node.comment !== "" ||
  node.shapes.length > 0 ||
  (isMoveNode(node) && (node.sign !== null || node.glyphs.length > 0));

/** Whether the tree holds anything beside its moves: variations, comments, signs or marks. */
export function hasMoreThanLine(root: Branch): boolean {
  for (let node: Branch | undefined = root; node; node = node.children[0])
    if (node.children.length > 1 || hasNotes(node)) return true;
  return false;
}

/**
 * A comment as the tree keeps it. PGN cannot hold braces in a comment, and `[%` begins a command there, so they are replaced
 * where the user sees it.
 */
export const cleanComment = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replaceAll("{", "(").replaceAll("}", ")").replaceAll("[%", "[ %").trim();
