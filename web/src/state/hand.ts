// Selecting and moving a piece: the selection, its legal targets, and the reason when a move is illegal.
import { computed, effect, signal } from "@preact/signals";
import { post, Refusal } from "../api/client";
import { readFen } from "../board/fen";
import { isXiangqi, nameOf, type Point, pointsOf, same } from "../board/geometry";
import { words } from "../i18n";
import { current, game, held, isEngineTurn, isPlaying, isWatching, pending } from "./game";
import { isLookingBack, lookNow } from "./lookback";
import { hush, say } from "./notice";
import { isBusy, playMove } from "./play";
import { mySide, setup } from "./setup";
import { legalMoves } from "./sides";

export const selected = signal<Point | null>(null);

const moves = computed(() => {
  const position = current.value;
  if (!position || isLookingBack.value) return [];
  return legalMoves(position).map((move) => ({ move, points: pointsOf(position.ruleset, move) }));
});

/** Whether the user may make the next move here. */
export const isMyTurn = computed(() => {
  const position = current.value;
  if (!position || !isPlaying.value || isLookingBack.value || pending.value !== null) return false;
  if (game.value) return held.value.includes(position.turn);
  return setup.value.opponent !== "engine" || mySide.value === position.turn;
});

/** The legal targets of the selected piece. */
export const targets = computed<Point[]>(() => {
  const from = selected.value;
  if (!from || !isMyTurn.value) return [];
  return moves.value.flatMap(({ points: [start, end] }) => (start && end && same(start, from) ? [end] : []));
});

effect(() => {
  current.value;
  isLookingBack.value;
  selected.value = null;
});

const find = (...wanted: Point[]) =>
  moves.value.find(
    ({ points }) =>
      points.length === wanted.length && wanted.every((point, i) => same(point, points[i] as Point)),
  )?.move;

const letterAt = (point: Point): string | null =>
  readFen(current.value?.fen ?? "").pieces.find((piece) => same(piece.point, point))?.letter ?? null;

const isOwn = (letter: string): boolean => {
  const isFirst = letter === letter.toUpperCase();
  return (current.value?.turn === "red") === isFirst;
};

/** Whether a piece can be selected now. */
export function canTake(point: Point): boolean {
  const position = current.value;
  if (!position || !isXiangqi(position.ruleset) || !isMyTurn.value) return false;
  const letter = letterAt(point);
  return letter !== null && isOwn(letter);
}

/** Whether the user can move now; if not, shows the reason. */
function isReady(): boolean {
  const told = words.value.hand;
  if (isLookingBack.value) say(told.lookingBack, "kind", { label: told.toPresent, run: lookNow });
  else if (!isPlaying.value) say(told.over);
  else if (isWatching.value) say(told.watching);
  else if (isEngineTurn.value || (pending.value !== null && isBusy.value)) say(told.engineThinks);
  else if (!game.value && !isMyTurn.value) say(told.engineBegins);
  else if (!isMyTurn.value) say(told.otherTurn);
  else return true;
  return false;
}

/** A click, a tap or Enter on a point. */
export function tap(point: Point): void {
  const position = current.value;
  if (!position || !isReady()) return;
  if (isXiangqi(position.ruleset)) tapPiece(point);
  else tapCrossing(point);
}

function tapPiece(point: Point): void {
  const from = selected.value;
  const letter = letterAt(point);
  if (from && same(from, point)) {
    selected.value = null;
  } else if (letter && isOwn(letter)) {
    hush();
    selected.value = point;
  } else if (from) {
    drop(from, point);
  } else if (letter) {
    say(words.value.hand.notYours);
  } else {
    say(words.value.hand.takeFirst);
  }
}

/** Moves the piece from `from` to `to`. */
export function drop(from: Point, to: Point): void {
  const position = current.value;
  if (!position || !isReady()) return;
  const move = find(from, to);
  selected.value = null;
  if (move) void playMove(move);
  else void explain(nameOf(position.ruleset, from) + nameOf(position.ruleset, to));
}

function tapCrossing(point: Point): void {
  const position = current.value;
  if (!position) return;
  const move = find(point);
  const name = nameOf(position.ruleset, point);
  const forbidden = position.forbidden.find((entry) => entry.point === name);
  const told = words.value.hand;
  if (move) void playMove(move);
  else if (letterAt(point)) say(told.occupied);
  else if (position.opening?.phase === "choose") say(told.choose);
  else if (forbidden) say(told.forbidden[forbidden.kind]);
  else say(told.notHere);
}

/** Asks the server why a move is illegal. */
async function explain(move: string): Promise<void> {
  const position = current.value;
  if (!position) return;
  const played = position.moves.map((made) => made.move);
  const { ruleset, options, start_fen } = position;
  try {
    await post("/v1/positions", { body: { ruleset, options, fen: start_fen, moves: [...played, move] } });
  } catch (error) {
    if (error instanceof Refusal) say(words.value.problems.of(error.problem));
  }
}
