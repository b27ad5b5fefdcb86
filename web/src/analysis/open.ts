// Opens an analysis: from a link, from what this browser has kept, or from a text.
import { effect, untracked } from "@preact/signals";
import { ApiError } from "../api/server";
import type { Ply, Position } from "../api/types";
import { texts } from "../i18n";
import { reviewedPlies, tagsOfGame } from "../state/analysisEntry";
import { showError, showNotice } from "../state/notice";
import { ANNOTATIONS } from "../state/review";
import { navigate, route } from "../state/route";
import { options, setup } from "../state/setup";
import { sidesOf } from "../state/sides";
import { showAnalysis, type Analysis } from "./board";
import { idOfEntry, isShown, keepAnalysis, linkOf, saveNow } from "./keep";
import { loadPosition } from "./positions";
import { savedAnalyses } from "./saved";
import { isSameStart, type Link, readLink, startOf, writeLink } from "./start";
import { analysisTexts } from "./texts";
import { addLine, knownPath, mainLine, newTree, type Path, SIGNS, type Tree, updateMove } from "./tree";

const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36)).join("");

/** The position at the end of a line; if a move is wrong, before it, and the reason. */
async function loadLine(
  start: Link["start"],
  moves: Path,
): Promise<{ position: Position; reason: string | null }> {
  try {
    return { position: await loadPosition(start, moves), reason: null };
  } catch (error) {
    if (!(error instanceof ApiError) || moves.length === 0) throw error;
    // A game that ended earlier names no ply, and the moves after its end are left out one by one.
    const kept = Math.min(error.problem.ply ? error.problem.ply - 1 : Infinity, moves.length - 1);
    const { position } = await loadLine(start, moves.slice(0, kept));
    return { position, reason: texts.value.problems.of(error.problem) };
  }
}

/** The analysis of this line that the browser has kept: the one that the history entry showed, or else the last one. */
function keptAnalysis(start: Link["start"], moves: Path, ply: number): Analysis | null {
  const id = idOfEntry();
  const alike = savedAnalyses().filter(
    ({ tree }) => isSameStart(tree.start, start) && mainLine(tree).join(" ") === moves.join(" "),
  );
  const kept = alike.find((each) => each.id === id) ?? alike[0];
  if (!kept) return null;
  const { tree, path } = kept;
  const isThere = knownPath(tree, path).length === path.length;
  return { id: kept.id, tree, path: isThere && linkOf(kept).ply === ply ? path : moves.slice(0, ply) };
}

/** Writes what a review found about the moves of a line into the tree. */
function withReview(tree: Tree, moves: Path, plies: readonly Ply[]): Tree {
  return plies.reduce((noted, { ply, side, score_after, label }) => {
    const cp = side === sidesOf(tree.start.ruleset)[0] ? score_after : -score_after;
    return updateMove(noted, moves.slice(0, ply), (node) => ({
      ...node,
      sign: node.sign ?? SIGNS.find((sign) => sign === ANNOTATIONS[label]) ?? null,
      evaluation: node.evaluation ?? { score: { cp }, depth: 0 },
    }));
  }, tree);
}

async function analysisOf({ start, moves, ply, variation }: Link): Promise<Analysis> {
  const { position, reason } = await loadLine(start, moves);
  const line = position.moves.map(({ move }) => move);
  if (reason) showNotice(analysisTexts.value.file.cut(line.length, reason));
  const canonical = startOf(position);
  const at = Math.min(ply, line.length);
  const found = keptAnalysis(canonical, line, at) ?? {
    id: newId(),
    tree: addLine(newTree(canonical), [], position.moves),
    path: line.slice(0, at),
  };
  const named = { ...found.tree, tags: { ...tagsOfGame.peek(), ...found.tree.tags } };
  const reviewed = withReview(named, line, reviewedPlies.peek());
  reviewedPlies.value = [];
  tagsOfGame.value = {};
  if (variation.length === 0) return { ...found, tree: reviewed };
  const other = await loadLine(canonical, [...line.slice(0, at), ...variation]);
  return { ...found, tree: addLine(reviewed, [], other.position.moves), path: line.slice(0, at) };
}

/** A start with the settings of the next game. */
const freshLink = (): Link => ({
  start: { ruleset: setup.peek().ruleset, options: options.peek(), fen: null },
  ...{ moves: [], ply: 0, variation: [] },
});

/** The analysis that was changed last, or an empty one. */
function lastLink(): Link {
  const [last] = savedAnalyses();
  return last ? linkOf(last) : freshLink();
}

let lastRequest = 0;

async function openLink(query: string): Promise<void> {
  lastRequest += 1;
  const request = lastRequest;
  saveNow();
  try {
    const opened = await analysisOf(readLink(query) ?? lastLink());
    const now = route.peek();
    // The user may have left, or opened another analysis, while the server answered.
    if (request === lastRequest && now.page === "analysis") showAnalysis(opened);
  } catch (error) {
    if (request !== lastRequest) return;
    showError(error, () => void openLink(query));
    const fresh = writeLink(freshLink());
    // A link that the server refuses leads to an empty board.
    if (error instanceof ApiError && error.problem.status < 500 && query !== fresh)
      navigate(`#/analysis?${fresh}`);
  }
}

/** Puts an analysis on the board as a new history entry. */
export function openAnalysis(opened: Analysis): void {
  saveNow();
  lastRequest += 1;
  history.pushState(null, "", "#/analysis");
  showAnalysis(opened);
}

/** Puts a tree on the board that this browser does not keep yet. */
export function openTree(tree: Tree): void {
  const opened = { id: newId(), tree, path: [] };
  openAnalysis(opened);
  keepAnalysis(opened);
}

export function openFresh(): void {
  navigate(`#/analysis?${writeLink(freshLink())}`);
}

/** Follows the URL. */
effect(() => {
  const now = route.value;
  if (now.page === "analysis" && !isShown(now.query)) untracked(() => void openLink(now.query));
});
