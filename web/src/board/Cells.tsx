// A button for every point, for mouse, keyboard and screen reader.
import { useId, useRef, useState } from "preact/hooks";
import type { BoardProps } from "./props";
import { pointName, type Point, rowsOf, isSamePoint } from "./geometry";
import type { Margins } from "./margins";

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

interface CellsProps extends Omit<BoardProps, "onTap"> {
  margins: Margins;
  onClick: (event: MouseEvent, point: Point) => void;
}

export function Cells(props: CellsProps) {
  const { ruleset, size, isFlipped, margins, marks } = props;
  const help = useId();
  const grid = useRef<HTMLDivElement>(null);
  const rows = rowsOf(size, isFlipped);
  const [cursor, setCursor] = useState<Point>({ file: size.files >> 1, rank: 0 });
  const isOnBoard = cursor.file < size.files && cursor.rank < size.ranks;
  const at: Point = isOnBoard ? cursor : { file: 0, rank: 0 };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") props.onCancel();
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const row = rows.findIndex((points) => points.some((point) => isSamePoint(point, at)));
    const column = rows[row]?.findIndex((point) => isSamePoint(point, at)) ?? 0;
    const next = rows[row + step[0]]?.[column + step[1]];
    if (!next) return;
    setCursor(next);
    grid.current?.querySelector<HTMLElement>(`[data-point="${pointName(ruleset, next)}"]`)?.focus();
  };

  const inset = (margin: number, count: number) => `${((margin - 0.5) / (count - 1 + 2 * margin)) * 100}%`;
  const style = {
    "--files": size.files,
    "--ranks": size.ranks,
    "--side": inset(margins.side, size.files),
    "--end": inset(margins.end, size.ranks),
  };
  return (
    <>
      <p class="hidden" id={help}>
        {props.help}
      </p>
      <div
        ref={grid}
        class="cells"
        role="grid"
        aria-label={props.label}
        aria-describedby={help}
        aria-disabled={props.isLoading || undefined}
        style={style}
        onKeyDown={onKeyDown}
      >
        {rows.map((points) => (
          <div role="row" key={points[0]?.rank}>
            {points.map((point) => {
              const name = pointName(ruleset, point);
              const isSelected = marks.selected !== null && isSamePoint(marks.selected, point);
              const isTarget = marks.targets.some((target) => isSamePoint(target, point));
              return (
                <button
                  type="button"
                  role="gridcell"
                  key={name}
                  data-point={name}
                  data-target={isTarget || undefined}
                  data-take={props.canPickUp(point) || undefined}
                  aria-selected={isSelected}
                  aria-label={props.describe(point)}
                  aria-description={props.explain?.(point)}
                  tabIndex={isSamePoint(point, at) ? 0 : -1}
                  onFocus={(event) => {
                    setCursor(point);
                    if (event.currentTarget.matches(":focus-visible")) props.onPoint?.(point);
                  }}
                  onBlur={() => props.onPoint?.(null)}
                  onClick={(event) => props.onClick(event, point)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </>
  );
}
