// Where an explained piece may go.
import { isSamePoint, type Point, pointName, screenPosition, type Size } from "./geometry";

interface Props {
  points: readonly Point[];
  occupied: readonly Point[];
  size: Size;
  isFlipped: boolean;
}

export function HelpMarks({ points, occupied, size, isFlipped }: Props) {
  return (
    <g class="help-marks">
      {points.map((point) => {
        const { x, y } = screenPosition(point, size, isFlipped);
        const isCapture = occupied.some((other) => isSamePoint(other, point));
        return (
          <circle
            key={`${point.file}.${point.rank}`}
            data-goes={pointName("xiangqi", point)}
            cx={x}
            cy={y}
            r={isCapture ? 0.47 : 0.17}
            class={isCapture ? "capture" : ""}
          />
        );
      })}
    </g>
  );
}
