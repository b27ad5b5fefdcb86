// Mouse and finger on a board: clicks, drags, the aim of a finger on a small board, and the finger that rests on a piece.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { isSamePoint, isXiangqi, type Point, screenPosition } from "./geometry";
import type { Margins } from "./margins";
import type { BoardProps } from "./props";

interface Drag {
  from: Point;
  /** The position of the pointer, in cells from the top left point. */
  x: number;
  y: number;
  hasMoved: boolean;
}

/** Below this distance between the lines, in pixels, a finger covers several points: a second tap confirms the first. */
const SURE_CELL_PX = 23;

/** How far a pointer must leave the cell where it started before a drag begins, in cells. */
const DRAG_TOLERANCE = 0.2;

/** A finger that rests as long asks for an explanation. */
const LONG_PRESS_MS = 450;

export function usePointer(props: BoardProps, margins: Margins) {
  const { ruleset, size, isFlipped } = props;
  const width = size.files - 1 + 2 * margins.side;
  const height = size.ranks - 1 + 2 * margins.end;
  const frame = useRef<HTMLDivElement>(null);
  const drag = useSignal<Drag | null>(null);
  const isClickSuppressed = useRef(false);
  const isTouch = useRef(false);
  /** The point that waits for a second tap. */
  const ghost = useSignal<Point | null>(null);
  const press = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const toCells = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return {
      x: ((event.clientX - box.left) / box.width) * width - margins.side,
      y: ((event.clientY - box.top) / box.height) * height - margins.end,
    };
  };
  const pointAt = ({ x, y }: { x: number; y: number }): Point | null => {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column < 0 || row < 0 || column >= size.files || row >= size.ranks) return null;
    return isFlipped
      ? { file: size.files - 1 - column, rank: row }
      : { file: column, rank: size.ranks - 1 - row };
  };

  const awaitLongPress = (point: Point) => {
    props.onPoint?.(null);
    clearTimeout(press.current);
    press.current = setTimeout(() => {
      if (!isXiangqi(ruleset)) return;
      drag.value = null;
      isClickSuppressed.current = true;
      props.onPoint?.(point);
    }, LONG_PRESS_MS);
  };
  const onPointerDown = (event: PointerEvent) => {
    isClickSuppressed.current = false;
    isTouch.current = event.pointerType === "touch";
    const at = toCells(event);
    const point = pointAt(at);
    if (!point || event.button !== 0) return;
    if (isTouch.current) awaitLongPress(point);
    // Points of Gomoku and Renju are small, so a touch shows crosshairs and places the stone when the finger lifts. A mouse click places it directly.
    const isAiming = event.pointerType === "touch" && !isXiangqi(ruleset);
    if (props.canPickUp(point) || isAiming) drag.value = { from: point, ...at, hasMoved: false };
  };
  const onPointerMove = (event: PointerEvent) => {
    const at = toCells(event);
    if (event.pointerType === "mouse") props.onPoint?.(pointAt(at));
    const current = drag.value;
    if (!current) return;
    const start = screenPosition(current.from, size, isFlipped);
    const hasMoved = current.hasMoved || Math.hypot(at.x - start.x, at.y - start.y) > 0.5 + DRAG_TOLERANCE;
    if (hasMoved) clearTimeout(press.current);
    if (hasMoved && !current.hasMoved && isXiangqi(ruleset)) props.onLift?.(current.from);
    drag.value = { ...current, ...at, hasMoved };
  };
  const onPointerUp = (event: PointerEvent) => {
    clearTimeout(press.current);
    const current = drag.value;
    drag.value = null;
    if (!current?.hasMoved) return;
    isClickSuppressed.current = true;
    const to = pointAt(toCells(event));
    if (!isXiangqi(ruleset)) {
      if (to) place(to);
    } else if (to && !isSamePoint(to, current.from)) props.onDrop(current.from, to);
    else props.onCancel();
  };
  const onPointerCancel = () => {
    clearTimeout(press.current);
    if (drag.value?.hasMoved && isXiangqi(ruleset)) props.onCancel();
    drag.value = null;
  };
  const onPointerLeave = (event: PointerEvent) => {
    onPointerCancel();
    if (event.pointerType === "mouse") props.onPoint?.(null);
  };
  const place = (point: Point) => {
    const cell = (frame.current?.clientWidth ?? 0) / width;
    const isUnsure = isTouch.current && !isXiangqi(ruleset) && cell < SURE_CELL_PX;
    if (isUnsure && !(ghost.value && isSamePoint(ghost.value, point))) {
      ghost.value = point;
      return;
    }
    ghost.value = null;
    props.onTap(point);
  };
  const onClick = (event: MouseEvent, point: Point) => {
    // No click follows a drag that ends beside the points. The next one may come from the keyboard, which has no `detail`.
    const isSuppressed = isClickSuppressed.current && event.detail > 0;
    isClickSuppressed.current = false;
    if (!isSuppressed) place(point);
  };
  const onContextMenu = (event: Event) => isTouch.current && event.preventDefault();

  const dragged = drag.value;
  return {
    frame,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave, onContextMenu },
    onClick,
    /** The piece that follows the pointer. */
    dragged: dragged?.hasMoved ? dragged : null,
    /** The point under a finger that places a stone. */
    aim: dragged && !isXiangqi(ruleset) ? pointAt(dragged) : null,
    ghost: ghost.value,
  };
}
