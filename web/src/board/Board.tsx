// The board: an SVG image with an invisible button over every point.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Ruleset } from "../api/types";
import { type Notation, prefs } from "../state/prefs";
import { Cells } from "./Cells";
import { Coordinates } from "./Coordinates";
import type { PlacedPiece } from "./fen";
import { GomokuGrid } from "./GomokuGrid";
import { HelpMarks } from "./HelpMarks";
import { isXiangqi, type Point, screenPosition, type Size, isSamePoint } from "./geometry";
import { MarksBehindPieces, MarksInFrontOfPieces, type Marks } from "./Marks";
import { marginsOf } from "./margins";
import { hasSameSigns } from "./pieceSets";
import { Gradients, Piece, Stone } from "./Piece";
import { type TrackedPiece, trackPieces } from "./track";
import { XiangqiGrid } from "./XiangqiGrid";

export interface BoardProps {
  ruleset: Ruleset;
  size: Size;
  pieces: readonly PlacedPiece[];
  isFlipped: boolean;
  notation: Notation;
  marks: Marks;
  label: string;
  /** Whether the position is on its way. */
  isLoading?: boolean;
  /** The result of a finished game, in words. */
  result?: string | null;
  /** Explains the keyboard to users of a screen reader. */
  help: string;
  /** More marks, drawn over all others. */
  overlay?: ComponentChildren;
  describe: (point: Point) => string;
  /** What a newcomer wants to know about the piece on a point. */
  explain?: (point: Point) => string | undefined;
  /** Where the explained piece may go. */
  helpTargets?: readonly Point[];
  canPickUp: (point: Point) => boolean;
  onTap: (point: Point) => void;
  onDrop: (from: Point, to: Point) => void;
  onCancel: () => void;
  /** The user points at a point by mouse, by the focus or with a finger that rests on it; null: at none. */
  onPoint?: (point: Point | null) => void;
}

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

export function Board(props: BoardProps) {
  const { ruleset, size, isFlipped, marks } = props;
  const margins = marginsOf(ruleset);
  const width = size.files - 1 + 2 * margins.side;
  const height = size.ranks - 1 + 2 * margins.end;
  const frame = useRef<HTMLDivElement>(null);
  const drag = useSignal<Drag | null>(null);
  const isClickSuppressed = useRef(false);
  const isTouch = useRef(false);
  /** The point that waits for a second tap. */
  const ghost = useSignal<Point | null>(null);
  const press = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const tracked = useRef<readonly TrackedPiece[]>([]);
  if (isXiangqi(ruleset)) tracked.current = trackPieces(tracked.current, props.pieces);

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
    drag.value = { ...current, ...at, hasMoved };
  };
  const onPointerUp = (event: PointerEvent) => {
    clearTimeout(press.current);
    const current = drag.value;
    drag.value = null;
    if (!current?.hasMoved) return;
    isClickSuppressed.current = true;
    const to = pointAt(toCells(event));
    if (!to) return;
    if (!isXiangqi(ruleset)) place(to);
    else if (!isSamePoint(to, current.from)) props.onDrop(current.from, to);
  };
  const onPointerCancel = () => {
    clearTimeout(press.current);
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

  const { lang, pieces: set } = prefs.value;
  // Someone who plays with letters or pictures may not read Chinese.
  const river = hasSameSigns(set) && (lang === "en" || lang === "vi") ? lang : "zh";
  const dragged = drag.value;
  const aim = dragged && !isXiangqi(ruleset) ? pointAt(dragged) : null;
  return (
    <div
      ref={frame}
      class={`board ${isXiangqi(ruleset) ? "xiangqi" : "gomoku"}${props.isLoading ? " loading" : ""}`}
      aria-busy={props.isLoading || undefined}
      style={{ "--ratio": width / height }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onPointerLeave={onPointerLeave}
      onContextMenu={(event) => isTouch.current && event.preventDefault()}
    >
      <svg viewBox={`${-margins.side} ${-margins.end} ${width} ${height}`} aria-hidden="true" class="picture">
        <Gradients />
        <rect x={-margins.side} y={-margins.end} width={width} height={height} class="wood" />
        {isXiangqi(ruleset) ? (
          <XiangqiGrid isFlipped={isFlipped} river={river} />
        ) : (
          <GomokuGrid size={size} />
        )}
        <Coordinates ruleset={ruleset} size={size} isFlipped={isFlipped} notation={props.notation} />
        <MarksBehindPieces marks={marks} size={size} isFlipped={isFlipped} ruleset={ruleset} />
        {isXiangqi(ruleset)
          ? [...tracked.current]
              .sort((a, b) => a.id - b.id)
              .map((piece) => {
                const isDragged = dragged?.hasMoved === true && isSamePoint(dragged.from, piece.point);
                const at = isDragged ? dragged : screenPosition(piece.point, size, isFlipped);
                const isSelected = marks.selected !== null && isSamePoint(marks.selected, piece.point);
                return (
                  <Piece
                    key={piece.id}
                    letter={piece.letter}
                    x={at.x}
                    y={at.y}
                    isDragged={isDragged}
                    isSelected={isSelected}
                  />
                );
              })
          : props.pieces.map(({ letter, point }) => (
              <Stone
                key={`${point.file}.${point.rank}`}
                letter={letter}
                {...screenPosition(point, size, isFlipped)}
              />
            ))}
        <MarksInFrontOfPieces
          marks={marks}
          size={size}
          isFlipped={isFlipped}
          ruleset={ruleset}
          aim={aim}
          ghost={ghost.value}
        />
        <HelpMarks
          points={props.helpTargets ?? []}
          occupied={marks.occupied}
          size={size}
          isFlipped={isFlipped}
        />
        {props.overlay}
      </svg>
      {props.result && (
        <p class="result" aria-hidden="true">
          {props.result}
        </p>
      )}
      <Cells {...props} margins={margins} onClick={onClick} />
    </div>
  );
}
