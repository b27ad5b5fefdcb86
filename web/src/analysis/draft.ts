// A tree while a record is read: nodes that change, with their places in the text.
import type { MoveText } from "../api/types";
import type { Branch, MoveNode, Start, Tree } from "./tree";

/** Where a token of a text begins; `line` and `column` count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A node that is still being read; the move of the root is empty. */
export interface DraftNode {
  move: MoveText;
  sign: MoveNode["sign"];
  glyphs: number[];
  comment: string;
  shapes: MoveNode["shapes"][number][];
  evaluation: MoveNode["evaluation"];
  commands: string[];
  children: DraftNode[];
  place: Place;
}

export const draftNode = (move: MoveText, { line, column }: Place): DraftNode => ({
  ...{ move, sign: null, glyphs: [], comment: "", shapes: [], evaluation: null, commands: [], children: [] },
  place: { line, column },
});

export const draftRoot = (): DraftNode =>
  draftNode({ move: "", chinese: null, wxf: null }, { line: 1, column: 1 });

export function addComment(node: DraftNode, text: string): void {
  if (text) node.comment = node.comment ? `${node.comment} ${text}` : text;
}

const finished = ({ move, sign, glyphs, ...notes }: DraftNode): MoveNode => ({
  ...branchOf(notes),
  ...{ move, sign, glyphs },
});

const branchOf = ({
  comment,
  shapes,
  evaluation,
  commands,
  children,
}: Omit<DraftNode, "move" | "sign" | "glyphs">): Branch => ({
  ...{ comment, shapes, evaluation, commands },
  children: withoutTwins(children).map(finished),
});

/** Makes one node of siblings with the same move, with the notes of both. */
function withoutTwins(children: readonly DraftNode[]): DraftNode[] {
  const byMove = new Map<string, DraftNode>();
  for (const child of children) {
    const known = byMove.get(child.move.move);
    if (!known) byMove.set(child.move.move, { ...child });
    else {
      addComment(known, child.comment);
      known.sign ??= child.sign;
      known.evaluation ??= child.evaluation;
      known.glyphs = [...new Set([...known.glyphs, ...child.glyphs])];
      known.shapes = [...known.shapes, ...child.shapes];
      known.commands = [...known.commands, ...child.commands];
      known.children = [...known.children, ...child.children];
    }
  }
  return [...byMove.values()];
}

/** The tree that was read. */
export const treeOf = (start: Start, tags: Tree["tags"], root: DraftNode): Tree => ({
  ...{ start, tags },
  root: branchOf(root),
});

/** The nodes on the way to each end of a line, without the root. */
export function draftLines(root: DraftNode): DraftNode[][] {
  const lines: DraftNode[][] = [];
  const walk = (node: DraftNode, line: readonly DraftNode[]) => {
    if (node.children.length === 0 && line.length > 0) lines.push([...line]);
    for (const child of node.children) walk(child, [...line, child]);
  };
  walk(root, []);
  return lines;
}
