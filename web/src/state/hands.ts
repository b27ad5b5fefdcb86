// How a user takes and sets pieces in a position: what is selected, where it may go, and the move that comes of it.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Position } from "../api/types";
import { readFen } from "../board/fen";
import { isSamePoint, isXiangqi, type Point, pointName, pointsOf } from "../board/geometry";
import { legalMoves } from "./sides";

export interface Hands {
  selected: ReadonlySignal<Point | null>;
  /** The legal targets of the selected piece. */
  targets: ReadonlySignal<Point[]>;
  canPickUp: (point: Point) => boolean;
  /** A click, a tap or Enter on a point. */
  tap: (point: Point) => void;
  /** A drag takes the piece off its point. */
  lift: (from: Point) => void;
  drop: (from: Point, to: Point) => void;
  cancel: () => void;
}

const letterAt = (position: Position, point: Point): string | null =>
  readFen(position.fen).pieces.find((piece) => isSamePoint(piece.point, point))?.letter ?? null;

const isOwn = (position: Position, letter: string): boolean =>
  (position.turn === "red") === (letter === letter.toUpperCase());

/** `position` is null while the user may not move. */
export function handsFor(
  position: () => Position | null,
  onMove: (move: string) => void,
  onForeignPiece: () => void,
): Hands {
  const selected = signal<Point | null>(null);
  const targets = computed<Point[]>(() => {
    const [now, from] = [position(), selected.value];
    if (!now || !from) return [];
    const moves = legalMoves(now).map((move) => pointsOf(now.ruleset, move));
    return moves.flatMap(([start, end]) => (start && end && isSamePoint(start, from) ? [end] : []));
  });
  const canPickUp = (point: Point): boolean => {
    const now = position();
    if (!now || !isXiangqi(now.ruleset)) return false;
    const letter = letterAt(now, point);
    return letter !== null && isOwn(now, letter);
  };
  const cancel = () => {
    selected.value = null;
  };
  const lift = (from: Point) => {
    selected.value = from;
  };
  const drop = (from: Point, to: Point) => {
    cancel();
    onMove(pointName("xiangqi", from) + pointName("xiangqi", to));
  };
  const tap = (point: Point) => {
    const now = position();
    if (!now) return;
    const from = selected.value;
    if (!isXiangqi(now.ruleset)) onMove(pointName(now.ruleset, point));
    else if (canPickUp(point)) selected.value = from && isSamePoint(from, point) ? null : point;
    else if (from) drop(from, point);
    else if (letterAt(now, point)) onForeignPiece();
  };
  return { selected, targets, canPickUp, tap, lift, drop, cancel };
}
