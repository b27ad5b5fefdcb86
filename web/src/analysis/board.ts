// The analysis on the board: the tree, the node that is shown, and what the user does with them.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { MoveText, Position } from "../api/types";
import { chanceOf, resultOf } from "../state/chance";
import { showError, showNotice } from "../state/notice";
import { loadPosition, nodeKey, positionAt } from "./positions";
import { analysisTexts } from "./texts";
import {
  addLine,
  bareMove,
  beside,
  type Branch,
  cleanComment,
  countMoves,
  isMoveNode,
  knownPath,
  lineThrough,
  makeMainLine,
  type Path,
  promote,
  removeFrom,
  restore,
  type Shape,
  type Sign,
  toggleShape,
  type Tree,
  nodeAt,
  updateMove,
  updateNode,
  withNotations,
} from "./tree";

export interface Analysis {
  /** The name under which this browser keeps it. */
  readonly id: string;
  readonly tree: Tree;
  readonly path: Path;
}

export const analysis = signal<Analysis | null>(null);
/** The moves up to the end of the line that the user follows, of which `path` is the beginning. */
const line = signal<Path>([]);
/** The moves to a position that the board shows only while the user looks at a line. */
export const preview = signal<Path | null>(null);
export const isFlipped = signal(false);

export const path = computed<Path>(() => analysis.value?.path ?? []);
export const node = computed<Branch | null>(() => {
  const now = analysis.value;
  return now && nodeAt(now.tree, now.path);
});
export const position = computed<Position | null>(() => {
  const now = analysis.value;
  return now && positionAt(now.tree.start, now.path);
});
export const shownPath = computed<Path>(() => preview.value ?? path.value);
/** The position on the board, null until the server has answered. */
export const shownPosition = computed<Position | null>(() => {
  const now = analysis.value;
  return now && positionAt(now.tree.start, shownPath.value);
});

/** The winning chance of the first side at the node that is shown, by its result or its deepest score; null without either. */
export const chance = computed<number | null>(() => {
  const final = position.value && resultOf(position.value);
  const score = node.value?.evaluation?.score;
  return final ?? (score ? chanceOf(score) : null);
});

/** Shows another analysis. */
export function showAnalysis(next: Analysis): void {
  batch(() => {
    preview.value = null;
    line.value = lineThrough(next.tree, next.path);
    analysis.value = next;
  });
}

function change(next: (now: Analysis) => Partial<Analysis>): void {
  const now = analysis.peek();
  const changes = now && next(now);
  if (changes && Object.keys(changes).length > 0) analysis.value = { ...now, ...changes };
}

/** Changes the tree and keeps the node that is shown, or the nearest one before it that is left. */
function changeTree(next: (tree: Tree, path: Path) => Tree): void {
  change((now) => {
    const tree = next(now.tree, now.path);
    if (tree === now.tree) return {};
    const at = knownPath(tree, now.path);
    line.value = lineThrough(tree, knownPath(tree, line.peek()));
    return { tree, path: at };
  });
}

export function goTo(target: Path): void {
  const now = analysis.peek();
  if (!now || nodeAt(now.tree, target) === null) return;
  batch(() => {
    preview.value = null;
    const isOnLine = target.every((move, index) => line.peek()[index] === move);
    if (!isOnLine) line.value = lineThrough(now.tree, target);
    change(() => ({ path: target }));
  });
}

export const stepBack = (): void => goTo(path.peek().slice(0, -1));
export const stepForward = (): void => goTo(line.peek().slice(0, path.peek().length + 1));
export const goToStart = (): void => goTo([]);
export const goToEnd = (): void => goTo(line.peek());
export const canStepForward = computed(() => path.value.length < line.value.length);

export const besidePath = (by: 1 | -1): Path | null => {
  const now = analysis.value;
  return now && beside(now.tree, now.path, by);
};

/** Goes to the variation above or below; returns whether there is one. */
export function goBeside(by: 1 | -1): boolean {
  const target = untracked(() => besidePath(by));
  if (target) goTo(target);
  return target !== null;
}

/** Adds the moves after a node that are not there yet, and shows the last one. */
export function playLine(from: Path, moves: readonly MoveText[]): void {
  batch(() => {
    changeTree((tree) => addLine(tree, from, moves));
    goTo([...from, ...moves.map(({ move }) => move)]);
  });
}

export const playMove = (move: string): void => playLine(path.peek(), [bareMove(move)]);

export const promoteVariation = (): void => changeTree(promote);
export const makeMain = (): void => changeTree(makeMainLine);

/** Deletes the move that is shown and all after it, and offers to undo that. */
export function deleteFromHere(): void {
  const before = analysis.peek();
  const deleted = node.peek();
  if (!before || !deleted || !isMoveNode(deleted)) return;
  const parent = before.path.slice(0, -1);
  const index = nodeAt(before.tree, parent)?.children.indexOf(deleted) ?? 0;
  batch(() => {
    changeTree(removeFrom);
    goTo(parent);
  });
  const undo = () => {
    if (analysis.peek()?.id !== before.id) return;
    batch(() => {
      changeTree((tree) => restore(tree, parent, deleted, index));
      goTo(before.path);
    });
  };
  const t = analysisTexts.value;
  showNotice(t.removed(1 + countMoves(deleted)), "neutral", { label: t.undo, run: undo });
}

export const setComment = (text: string): void =>
  changeTree((tree, at) => updateNode(tree, at, (now) => ({ ...now, comment: cleanComment(text) })));

/** Sets the sign of the move that is shown, or removes it if it is the same. */
export const toggleSign = (sign: Sign): void =>
  changeTree((tree, at) =>
    updateMove(tree, at, (now) => ({ ...now, sign: now.sign === sign ? null : sign })),
  );

export const drawShape = (shape: Shape): void =>
  changeTree((tree, at) =>
    updateNode(tree, at, (now) => ({ ...now, shapes: toggleShape(now.shapes, shape) })),
  );

export const clearShapes = (): void =>
  changeTree((tree, at) => updateNode(tree, at, (now) => ({ ...now, shapes: [] })));

/** Writes what an engine found at a node, which need not be the one that is shown. Keeps a deeper evaluation. */
export function recordEvaluation(id: string, at: Path, evaluation: NonNullable<Branch["evaluation"]>): void {
  if (analysis.peek()?.id !== id) return;
  changeTree((tree) =>
    updateNode(tree, at, (now) =>
      (now.evaluation?.depth ?? 0) > evaluation.depth ? now : { ...now, evaluation },
    ),
  );
}

/** The sign of the move that is shown; undefined at the start, which has no move. */
export const sign = computed<Sign | null | undefined>(() =>
  node.value && isMoveNode(node.value) ? node.value.sign : undefined,
);

/** Requests a position of this analysis and writes the notations of its moves into the tree. */
async function load(now: Analysis, at: Path): Promise<void> {
  const found = await loadPosition(now.tree.start, at);
  if (analysis.peek()?.id === now.id) changeTree((tree) => withNotations(tree, found.moves));
}

/** What the board shows; stays the same while the tree changes elsewhere. */
const shownKey = computed(() => {
  const now = analysis.value;
  return now && `${now.id} ${nodeKey(now.tree.start, shownPath.value)}`;
});

// Requests what the board shows, and the move after it, which is needed next.
effect(() => {
  if (shownKey.value === null) return;
  untracked(() => {
    const [now, at] = [analysis.peek(), shownPath.peek()];
    if (!now) return;
    const tryToLoad = () => {
      load(now, at).catch((error: unknown) => {
        if (preview.peek() === null && path.peek() === at) showError(error, tryToLoad);
      });
    };
    tryToLoad();
    const next = nodeAt(now.tree, at)?.children[0];
    if (next) load(now, [...at, next.move.move]).catch(() => {});
  });
});
