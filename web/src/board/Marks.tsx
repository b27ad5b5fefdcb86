// Marks on the board: the last move, legal targets, check, hints and forbidden points.
import type { ForbiddenPoint, Ruleset } from "../api/types";
import { Arrow } from "./Arrow";
import { isXiangqi, type Point, screenPosition, pointsOf, type Size, isSamePoint } from "./geometry";

export interface Marks {
  last: readonly Point[];
  selected: Point | null;
  targets: readonly Point[];
  occupied: readonly Point[];
  check: Point | null;
  forbidden: readonly ForbiddenPoint[];
  offered: readonly Point[];
  /** Opposite corners of the square in which the opening allows the next stone. */
  area: readonly [Point, Point] | null;
  winning: readonly Point[];
  /** The points of a move that the user has chosen for when the turn comes. */
  premove: readonly Point[];
  /** A suggested move, drawn as an arrow or as a ring on the point. */
  suggestion: readonly Point[];
}

export const NO_MARKS: Marks = {
  last: [],
  selected: null,
  targets: [],
  occupied: [],
  check: null,
  forbidden: [],
  offered: [],
  area: null,
  winning: [],
  premove: [],
  suggestion: [],
};

interface Props {
  marks: Marks;
  size: Size;
  isFlipped: boolean;
  ruleset: Ruleset;
}

/** An SVG path of the four corners of a square around a point. */
const BRACKET = (() => {
  const [far, arm] = [0.48, 0.16];
  return [-1, 1]
    .flatMap((x) => [-1, 1].map((y) => `M${x * far} ${y * (far - arm)}V${y * far}H${x * (far - arm)}`))
    .join("");
})();

const CROSS = "M-.16-.16L.16 .16M-.16 .16L.16-.16";

const FORBIDDEN_SIGN: Record<ForbiddenPoint["kind"], string> = {
  three_three: "3",
  four_four: "4",
  overline: "6",
};

export function MarksBehindPieces({ marks, size, isFlipped, ruleset }: Props) {
  const at = (point: Point) => {
    const { x, y } = screenPosition(point, size, isFlipped);
    return `translate(${x} ${y})`;
  };
  const [low, high] = (marks.area ?? []).map((corner) => screenPosition(corner, size, isFlipped));
  return (
    <g>
      {low && high && (
        <rect
          x={Math.min(low.x, high.x) - 0.5}
          y={Math.min(low.y, high.y) - 0.5}
          width={Math.abs(high.x - low.x) + 1}
          height={Math.abs(high.y - low.y) + 1}
          rx={0.2}
          class="area"
        />
      )}
      {isXiangqi(ruleset) &&
        marks.last.map((point, index) =>
          index === 0 ? (
            <circle key="from" r={0.17} transform={at(point)} class="last" />
          ) : (
            <path key="to" d={BRACKET} transform={at(point)} class="last" />
          ),
        )}
      {marks.check && <circle r={0.56} transform={at(marks.check)} class="check" />}
    </g>
  );
}

export function MarksInFrontOfPieces({
  marks,
  size,
  isFlipped,
  ruleset,
  aim,
  ghost,
}: Props & { aim: Point | null; ghost: Point | null }) {
  const place = (point: Point) => screenPosition(point, size, isFlipped);
  const at = (point: Point) => `translate(${place(point).x} ${place(point).y})`;
  const isOccupied = (point: Point) => marks.occupied.some((other) => isSamePoint(point, other));
  const lastStone = !isXiangqi(ruleset) ? marks.last[0] : undefined;
  return (
    <g>
      {marks.forbidden.map(({ point, kind }) =>
        pointsOf(ruleset, point).map((spot) => (
          <g key={point} transform={at(spot)} class="forbidden">
            <path d={CROSS} />
            <text x={0.3} y={0.26}>
              {FORBIDDEN_SIGN[kind]}
            </text>
          </g>
        )),
      )}
      {marks.offered.map((point) => (
        <circle key={`o${point.file}.${point.rank}`} r={0.4} transform={at(point)} class="offered" />
      ))}
      {lastStone && <circle r={0.13} transform={at(lastStone)} class="last-stone" />}
      {marks.winning.map((point) => (
        <circle key={`w${point.file}.${point.rank}`} r={0.47} transform={at(point)} class="winning" />
      ))}
      {marks.targets.map((point) => (
        <circle
          key={`t${point.file}.${point.rank}`}
          r={isOccupied(point) ? 0.47 : 0.13}
          transform={at(point)}
          class={isOccupied(point) ? "target capture" : "target"}
        />
      ))}
      <Premove points={marks.premove.map(place)} isStone={!isXiangqi(ruleset)} />
      <SuggestedMove points={marks.suggestion.map(place)} />
      {aim ? (
        <Aim {...place(aim)} size={size} />
      ) : (
        ghost && <Aim {...place(ghost)} size={size} isGhost={true} />
      )}
    </g>
  );
}

function SuggestedMove({ points: [from, to] }: { points: { x: number; y: number }[] }) {
  if (!from) return null;
  if (!to) return <circle cx={from.x} cy={from.y} r={0.36} class="advice ring" />;
  return <Arrow from={from} to={to} kind="advice" />;
}

/** Both points of the move with a line between them, or the point of the stone. */
function Premove({ points: [from, to], isStone }: { points: { x: number; y: number }[]; isStone: boolean }) {
  if (!from) return null;
  if (!to) return <circle cx={from.x} cy={from.y} r={isStone ? 0.42 : 0.46} class="premove spot" />;
  return (
    <g class="premove">
      <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
      <circle cx={from.x} cy={from.y} r={0.46} />
      <circle cx={to.x} cy={to.y} r={0.46} class="spot" />
    </g>
  );
}

/** Crosshairs through the point under the finger. */
function Aim({ x, y, size, isGhost = false }: { x: number; y: number; size: Size; isGhost?: boolean }) {
  return (
    <g class={isGhost ? "aim ghost" : "aim"}>
      <path d={`M${x} 0V${size.ranks - 1}M0 ${y}H${size.files - 1}`} />
      <circle cx={x} cy={y} r={0.5} />
    </g>
  );
}
