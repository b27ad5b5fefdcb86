// Moves on the analysis board: the selected piece, its targets, and why a move is illegal.
import { computed, effect, signal } from "@preact/signals";
import { ApiError } from "../api/server";
import { readFen } from "../board/fen";
import { isSamePoint, isXiangqi, type Point, pointName, pointsOf } from "../board/geometry";
import { texts } from "../i18n";
import { dismissNotice, showNotice } from "../state/notice";
import { legalMoves } from "../state/sides";
import { playSound } from "../sound";
import { analysis, path, playMove, position, preview } from "./board";
import { loadPosition } from "./positions";
import { analysisTexts } from "./texts";

export const selected = signal<Point | null>(null);

/** The legal targets of the selected piece. */
export const targets = computed<Point[]>(() => {
  const [now, from] = [position.value, selected.value];
  if (!now || !from || now.status !== "playing") return [];
  return legalMoves(now).flatMap((move) => {
    const [start, end] = pointsOf(now.ruleset, move);
    return start && end && isSamePoint(start, from) ? [end] : [];
  });
});

const letterAt = (point: Point): string | null =>
  readFen(position.peek()?.fen ?? "").pieces.find((piece) => isSamePoint(piece.point, point))?.letter ?? null;

/** Whether the piece there belongs to the side to move. */
export function canPickUp(point: Point): boolean {
  const now = position.value;
  if (!now || now.status !== "playing" || !isXiangqi(now.ruleset) || preview.value) return false;
  const letter = letterAt(point);
  return letter !== null && (now.turn === "red") === (letter === letter.toUpperCase());
}

/** Plays a move, or says why it is not legal. */
export function tryMove(move: string): void {
  selected.value = null;
  const now = position.peek();
  if (!now) return showNotice(analysisTexts.value.loadingPosition);
  if (now.status !== "playing") return showNotice(analysisTexts.value.engine.over);
  if (!legalMoves(now).includes(move)) return void explain(move);
  dismissNotice();
  playSound("move");
  playMove(move);
}

/** Asks the server why a move is illegal. */
async function explain(move: string): Promise<void> {
  const now = analysis.peek();
  if (!now) return;
  try {
    await loadPosition(now.tree.start, [...now.path, move]);
  } catch (error) {
    const isStillThere = path.peek() === now.path;
    if (error instanceof ApiError && isStillThere) showNotice(texts.value.problems.of(error.problem));
  }
}

export function dropPiece(from: Point, to: Point): void {
  tryMove(pointName("xiangqi", from) + pointName("xiangqi", to));
}

/** A click, a tap or Enter on a point. */
export function tapPoint(point: Point): void {
  preview.value = null;
  const now = position.peek();
  if (!now) return;
  const from = selected.peek();
  const t = texts.value.selection;
  if (!isXiangqi(now.ruleset)) tapIntersection(point);
  else if (canPickUp(point)) selected.value = from && isSamePoint(from, point) ? null : point;
  else if (from) dropPiece(from, point);
  else if (now.status !== "playing") showNotice(analysisTexts.value.engine.over);
  else showNotice(letterAt(point) ? t.notYours : t.selectFirst);
}

function tapIntersection(point: Point): void {
  const now = position.peek();
  if (!now) return;
  const name = pointName(now.ruleset, point);
  const forbidden = now.forbidden.find((entry) => entry.point === name);
  const t = texts.value.selection;
  const isLegal = legalMoves(now).includes(name);
  if (isLegal || now.status !== "playing") tryMove(name);
  else if (letterAt(point)) showNotice(t.occupied);
  else if (now.opening?.phase === "choose") showNotice(t.choose);
  else if (forbidden) showNotice(t.forbidden[forbidden.kind]);
  else showNotice(t.notHere);
}

// A piece is selected at one node only.
effect(() => {
  path.value;
  preview.value;
  selected.value = null;
});
