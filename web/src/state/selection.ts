// Moves by pointer or keyboard: the selected piece, its legal targets, and the reason why a move is illegal.
import { computed, effect, signal, untracked } from "@preact/signals";
import { send, ApiError } from "../api/server";
import { readFen } from "../board/fen";
import { isXiangqi, pointName, type Point, pointsOf, isSamePoint } from "../board/geometry";
import { texts } from "../i18n";
import {
  current,
  game,
  mySides,
  mySoleSide,
  isEngineTurn,
  isMissing,
  isPlaying,
  isWaiting,
  isWatching,
  missing,
  pendingMove,
} from "./game";
import { confirmMove, dropProposal, makeMove, proposedMove } from "./confirm";
import { isShowingEarlier, showLatest } from "./history";
import { canRemake, remakeGame } from "./lost";
import { dismissNotice, showNotice } from "./notice";
import { isBusy } from "./actions";
import { cancelPremove, canPremove, choosePremove, premove } from "./premove";
import { mySide, setup } from "./setup";
import { legalMoves } from "./sides";
import { isLeaving, newDraft } from "./view";

export const selected = signal<Point | null>(null);

const moves = computed(() => {
  const position = current.value;
  if (!position || isShowingEarlier.value) return [];
  return legalMoves(position).map((move) => ({ move, points: pointsOf(position.ruleset, move) }));
});

/** Whether the user may make the next move here. */
export const isMyTurn = computed(() => {
  const position = current.value;
  if (!position || !isPlaying.value || isMissing.value || isLeaving.value) return false;
  if (isShowingEarlier.value || pendingMove.value !== null) return false;
  if (game.value) return mySides.value.includes(position.turn);
  return setup.value.opponent !== "engine" || mySide.value === position.turn;
});

/** The legal targets of the selected piece. */
export const targets = computed<Point[]>(() => {
  const from = selected.value;
  if (!from || !isMyTurn.value) return [];
  return moves.value.flatMap(({ points: [start, end] }) =>
    start && end && isSamePoint(start, from) ? [end] : [],
  );
});

// A piece chosen for a premove stays selected when the other side moves, unless that move captures it.
effect(() => {
  current.value;
  isShowingEarlier.value;
  untracked(() => {
    if (selected.value && !canPickUp(selected.value)) selected.value = null;
  });
});

const findMove = (...wanted: Point[]) =>
  moves.value.find(
    ({ points }) =>
      points.length === wanted.length && wanted.every((point, i) => isSamePoint(point, points[i] as Point)),
  )?.move;

const letterAt = (point: Point): string | null =>
  readFen(current.value?.fen ?? "").pieces.find((piece) => isSamePoint(piece.point, point))?.letter ?? null;

/** Whether the piece belongs to the side that the user moves, now or by a premove. */
const isOwn = (letter: string): boolean => {
  const isFirst = letter === letter.toUpperCase();
  const side = canPremove.value ? mySoleSide.value : current.value?.turn;
  return (side === "red") === isFirst;
};

/** Whether a piece can be selected now. */
export function canPickUp(point: Point): boolean {
  const position = current.value;
  if (!position || !isXiangqi(position.ruleset) || !(isMyTurn.value || canPremove.value)) return false;
  const letter = letterAt(point);
  return letter !== null && isOwn(letter);
}

const newGameAction = () => ({ label: texts.value.actions.newGame, run: newDraft });

/** Returns whether the user can move now; if not, shows the reason. */
function checkCanMove(): boolean {
  const t = texts.value.selection;
  if (missing.value) {
    const { remake } = texts.value.lost;
    showNotice(
      texts.value.status.missing[missing.value],
      "neutral",
      canRemake() ? { label: remake, run: () => void remakeGame() } : newGameAction(),
    );
  }
  // The position of other settings is on its way.
  else if (!game.value && current.value?.ruleset !== setup.value.ruleset)
    showNotice(texts.value.status.loading);
  else if (isShowingEarlier.value)
    showNotice(t.earlierPosition, "neutral", { label: t.backToGame, run: showLatest });
  else if (isWaiting.value) showNotice(t.notStarted);
  else if (!isPlaying.value) showNotice(t.over);
  else if (isWatching.value) showNotice(t.watching);
  else if (isEngineTurn.value || (pendingMove.value !== null && isBusy.value)) showNotice(t.engineThinks);
  else if (!game.value && !isMyTurn.value) showNotice(t.engineBegins);
  else if (!isMyTurn.value) showNotice(t.otherTurn);
  else return true;
  return false;
}

/** A click, a tap or Enter on a point. */
export function tapPoint(point: Point): void {
  const position = current.value;
  if (isLeaving.value) return;
  if (isMissing.value) checkCanMove();
  if (!position || isMissing.value) return;
  if (isProposedAt(point)) return confirmMove();
  dropProposal();
  if (isXiangqi(position.ruleset)) {
    if (canPremove.value ? isPremoveStep(point) : checkCanMove()) tapPiece(point);
  } else if (canPremove.value) premoveStone(point);
  else if (checkCanMove()) tapIntersection(point);
}

/** Whether the move that waits for a confirmation ends there: a second tap confirms it. */
function isProposedAt(point: Point): boolean {
  const end = pointsOf(current.value?.ruleset ?? "xiangqi", proposedMove.value ?? "").at(-1);
  return end !== undefined && isSamePoint(end, point);
}

/** Escape: puts the piece down and takes back a move that was not played yet. */
export function cancelSelection(): void {
  selected.value = null;
  dropProposal();
  cancelPremove();
}

/** Whether the tap chooses a piece or the target of a premove. Any other tap takes the premove back. */
function isPremoveStep(point: Point): boolean {
  const letter = letterAt(point);
  if (selected.value !== null || (letter !== null && isOwn(letter) && premove.value === null)) return true;
  if (premove.value === null) showNotice(texts.value.selection.otherTurn);
  cancelPremove();
  return false;
}

function premoveStone(point: Point): void {
  const name = pointName(current.value?.ruleset ?? "gomoku", point);
  if (premove.value === name) cancelPremove();
  else if (letterAt(point)) showNotice(texts.value.selection.occupied);
  else choosePremove(name);
}

function tapPiece(point: Point): void {
  const from = selected.value;
  const letter = letterAt(point);
  if (from && isSamePoint(from, point)) {
    selected.value = null;
  } else if (letter && isOwn(letter)) {
    dismissNotice();
    selected.value = point;
  } else if (from) {
    dropPiece(from, point);
  } else if (letter) {
    showNotice(texts.value.selection.notYours);
  } else {
    showNotice(texts.value.selection.selectFirst);
  }
}

/** A drag takes the piece off its point: the board shows where it may go. */
export function liftPiece(from: Point): void {
  dropProposal();
  selected.value = from;
}

/** Moves the piece from `from` to `to`. */
export function dropPiece(from: Point, to: Point): void {
  const position = current.value;
  if (!position) return;
  const name = pointName(position.ruleset, from) + pointName(position.ruleset, to);
  if (canPremove.value) {
    selected.value = null;
    choosePremove(name);
    return;
  }
  if (!checkCanMove()) return;
  const move = findMove(from, to);
  selected.value = null;
  if (move) makeMove(move);
  else void explainIllegalMove(name);
}

function tapIntersection(point: Point): void {
  const position = current.value;
  if (!position) return;
  const move = findMove(point);
  const name = pointName(position.ruleset, point);
  const forbidden = position.forbidden.find((entry) => entry.point === name);
  const t = texts.value.selection;
  if (move) makeMove(move);
  else if (letterAt(point)) showNotice(t.occupied);
  else if (position.opening?.phase === "choose") showNotice(t.choose);
  else if (forbidden) showNotice(t.forbidden[forbidden.kind]);
  else showNotice(t.notHere);
}

/** Asks the server why a move is illegal. */
async function explainIllegalMove(move: string): Promise<void> {
  const position = current.value;
  if (!position) return;
  const played = position.moves.map((entry) => entry.move);
  const { ruleset, options, start_fen } = position;
  try {
    await send("position", { body: { ruleset, options, fen: start_fen, moves: [...played, move] } });
  } catch (error) {
    if (error instanceof ApiError) showNotice(texts.value.problems.of(error.problem));
  }
}
