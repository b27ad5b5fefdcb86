// The board: a picture with a button for every point on top.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Ruleset } from "../api/types";
import type { Notation } from "../state/prefs";
import { Cells } from "./Cells";
import { Coordinates } from "./Coordinates";
import type { Placed } from "./fen";
import { GomokuGrid } from "./GomokuGrid";
import { isXiangqi, type Point, placeOf, type Size, same } from "./geometry";
import { Behind, InFront, type Marks } from "./Marks";
import { marginsOf } from "./margins";
import { Gradients, Piece, Stone } from "./Piece";
import { type Tracked, track } from "./track";
import { XiangqiGrid } from "./XiangqiGrid";

export interface BoardProps {
  ruleset: Ruleset;
  size: Size;
  pieces: readonly Placed[];
  isFlipped: boolean;
  notation: Notation;
  marks: Marks;
  label: string;
  /** Explains the keyboard to users of a screen reader. */
  help: string;
  describe: (point: Point) => string;
  canTake: (point: Point) => boolean;
  onTap: (point: Point) => void;
  onDrop: (from: Point, to: Point) => void;
  onRelease: () => void;
}

interface Drag {
  from: Point;
  /** The place of the finger, in cells. */
  x: number;
  y: number;
  hasMoved: boolean;
}

/** How far beyond its cell a pointer must go to count as moved, in cells. */
const TREMBLE = 0.2;

export function Board(props: BoardProps) {
  const { ruleset, size, isFlipped, marks } = props;
  const margins = marginsOf(ruleset);
  const width = size.files - 1 + 2 * margins.side;
  const height = size.ranks - 1 + 2 * margins.end;
  const frame = useRef<HTMLDivElement>(null);
  const drag = useSignal<Drag | null>(null);
  const isClickSpent = useRef(false);
  const tracked = useRef<readonly Tracked[]>([]);
  if (isXiangqi(ruleset)) tracked.current = track(tracked.current, props.pieces);

  const place = (event: PointerEvent) => {
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

  const onPointerDown = (event: PointerEvent) => {
    isClickSpent.current = false;
    const at = place(event);
    const point = pointAt(at);
    if (!point || event.button !== 0) return;
    // In the stone games a finger aims until it lifts, because the points are small; a mouse clicks directly.
    const aims = event.pointerType === "touch" && !isXiangqi(ruleset);
    if (props.canTake(point) || aims) drag.value = { from: point, ...at, hasMoved: false };
  };
  const onPointerMove = (event: PointerEvent) => {
    const now = drag.value;
    if (!now) return;
    const at = place(event);
    const start = placeOf(now.from, size, isFlipped);
    const hasMoved = now.hasMoved || Math.hypot(at.x - start.x, at.y - start.y) > 0.5 + TREMBLE;
    drag.value = { ...now, ...at, hasMoved };
  };
  const onPointerUp = (event: PointerEvent) => {
    const now = drag.value;
    drag.value = null;
    if (!now?.hasMoved) return;
    isClickSpent.current = true;
    const to = pointAt(place(event));
    if (!to) return;
    if (!isXiangqi(ruleset)) props.onTap(to);
    else if (!same(to, now.from)) props.onDrop(now.from, to);
  };
  const onPointerCancel = () => {
    drag.value = null;
  };
  const onTap = (point: Point) => {
    if (isClickSpent.current) isClickSpent.current = false;
    else props.onTap(point);
  };

  const held = drag.value;
  const aim = held && !isXiangqi(ruleset) ? pointAt(held) : null;
  return (
    <div
      ref={frame}
      class={`board ${isXiangqi(ruleset) ? "xiangqi" : "gomoku"}`}
      style={{ "--ratio": width / height }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onPointerLeave={onPointerCancel}
    >
      <svg viewBox={`${-margins.side} ${-margins.end} ${width} ${height}`} aria-hidden="true" class="picture">
        <Gradients />
        <rect x={-margins.side} y={-margins.end} width={width} height={height} class="wood" />
        {isXiangqi(ruleset) ? <XiangqiGrid isFlipped={isFlipped} /> : <GomokuGrid size={size} />}
        <Coordinates ruleset={ruleset} size={size} isFlipped={isFlipped} notation={props.notation} />
        <Behind marks={marks} size={size} isFlipped={isFlipped} ruleset={ruleset} />
        {isXiangqi(ruleset)
          ? [...tracked.current]
              .sort((a, b) => a.id - b.id)
              .map((piece) => {
                const isHeld = held?.hasMoved === true && same(held.from, piece.point);
                const at = isHeld ? held : placeOf(piece.point, size, isFlipped);
                const isUp = marks.selected !== null && same(marks.selected, piece.point);
                return (
                  <Piece key={piece.id} letter={piece.letter} x={at.x} y={at.y} isHeld={isHeld} isUp={isUp} />
                );
              })
          : props.pieces.map(({ letter, point }) => (
              <Stone
                key={`${point.file}.${point.rank}`}
                letter={letter}
                {...placeOf(point, size, isFlipped)}
              />
            ))}
        <InFront marks={marks} size={size} isFlipped={isFlipped} ruleset={ruleset} aim={aim} />
      </svg>
      <Cells {...props} margins={margins} onTap={onTap} />
    </div>
  );
}
