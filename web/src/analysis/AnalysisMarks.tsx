// The marks of the analysis board: the engine's lines, what the user has drawn, and the frame of a preview.
import type { Ruleset, Search } from "../api/types";
import { Arrow } from "../board/Arrow";
import { isXiangqi, pointsOf, screenPosition, type Size } from "../board/geometry";
import { marginsOf } from "../board/margins";
import { weightsOf } from "./score";
import type { Shape } from "./tree";

interface Props {
  ruleset: Ruleset;
  size: Size;
  isFlipped: boolean;
  /** What the engine found here. */
  search: Search | null;
  shapes: readonly Shape[];
  /** The word at the frame of a preview; null if the board shows the node itself. */
  preview: string | null;
}

export function AnalysisMarks({ ruleset, size, isFlipped, search, shapes, preview }: Props) {
  const placesOf = (points: string) =>
    pointsOf(ruleset, points).map((point) => screenPosition(point, size, isFlipped));
  const lines = search?.lines ?? [];
  const weights = weightsOf(lines.map(({ score }) => score));
  return (
    <g class="analysis-marks">
      {/* The best line is drawn last, over the others. */}
      {lines
        .map((line, index) => ({ move: line.pv[0] ?? "", weight: weights[index] ?? 1, rank: index + 1 }))
        .reverse()
        .map(({ move, weight, rank }) => {
          const [from, to] = placesOf(move);
          if (!from) return null;
          return to ? (
            <g key={rank} class="engine-line" style={{ opacity: 0.4 + 0.5 * weight }}>
              <Arrow from={from} to={to} kind="advice" weight={weight} />
            </g>
          ) : (
            <g
              key={rank}
              class="engine-point"
              transform={`translate(${from.x} ${from.y})`}
              style={{ "--weight": weight }}
            >
              <circle r={0.3 + 0.12 * weight} />
              <text y={0.02}>{rank}</text>
            </g>
          );
        })}
      {shapes.map((shape) => (
        <DrawnShape
          key={`${shape.from}${shape.to}`}
          color={shape.color}
          places={[...placesOf(shape.from), ...(shape.to ? placesOf(shape.to) : [])]}
          isOnPiece={isXiangqi(ruleset)}
        />
      ))}
      {preview !== null && <PreviewFrame ruleset={ruleset} size={size} text={preview} />}
    </g>
  );
}

interface DrawnProps {
  color: Shape["color"];
  places: { x: number; y: number }[];
  isOnPiece: boolean;
}

function DrawnShape({ color, places: [from, to], isOnPiece }: DrawnProps) {
  if (!from) return null;
  if (to) return <Arrow from={from} to={to} kind={`drawn ${color}`} weight={0.8} />;
  return <circle cx={from.x} cy={from.y} r={isOnPiece ? 0.47 : 0.44} class={`drawn ring ${color}`} />;
}

/** Says on the board that it shows a preview, and tints it without covering anything. */
function PreviewFrame({ ruleset, size, text }: { ruleset: Ruleset; size: Size; text: string }) {
  const { side, end } = marginsOf(ruleset);
  const [width, height] = [size.files - 1 + 2 * side, size.ranks - 1 + 2 * end];
  const inset = 0.03;
  // Chinese characters are twice as wide.
  const labelWidth = 0.4 + [...text].reduce((sum, char) => sum + (char > "\u2e80" ? 0.32 : 0.19), 0);
  return (
    <g class="preview-frame">
      <rect
        x={inset - side}
        y={inset - end}
        width={width - 2 * inset}
        height={height - 2 * inset}
        class="frame"
      />
      <g transform={`translate(${(size.files - 1) / 2} ${0.22 - end})`}>
        <rect x={-labelWidth / 2} y={-0.2} width={labelWidth} height={0.4} rx={0.1} class="label" />
        <text y={0.02}>{text}</text>
      </g>
    </g>
  );
}
