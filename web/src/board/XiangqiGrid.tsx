// The Xiangqi board: river, palaces, and the marks for cannons and soldiers.
import { memo } from "preact/compat";

const FILES = [...Array(9).keys()];
const RANKS = [...Array(10).keys()];

const lines = [
  ...RANKS.map((y) => `M0 ${y}H8`),
  ...FILES.map((x) => (x === 0 || x === 8 ? `M${x} 0V9` : `M${x} 0V4M${x} 5V9`)),
  "M3 0L5 2M5 0L3 2M3 7L5 9M5 7L3 9",
].join("");

/** An SVG path of the corner marks around a point, without those beyond the edge of the board. */
function corner(x: number, y: number): string {
  const [gap, arm] = [0.09, 0.15];
  const parts: string[] = [];
  for (const right of [-1, 1]) {
    if (x + right < 0 || x + right > 8) continue;
    for (const down of [-1, 1]) {
      const [left, top] = [x + right * gap, y + down * gap];
      parts.push(`M${left + right * arm} ${top}H${left}V${top + down * arm}`);
    }
  }
  return parts.join("");
}

const marks = [
  ...[1, 7].flatMap((x) => [corner(x, 2), corner(x, 7)]),
  ...[0, 2, 4, 6, 8].flatMap((x) => [corner(x, 3), corner(x, 6)]),
].join("");

const RIVER = { zh: ["楚河", "漢界"], en: ["River"], vi: ["Sông"] } as const;

interface Props {
  isFlipped: boolean;
  /** The language of the words on the river. */
  river: keyof typeof RIVER;
}

function Grid({ isFlipped, river }: Props) {
  const words = isFlipped ? [...RIVER[river]].reverse() : RIVER[river];
  return (
    <g>
      <rect x={-0.12} y={-0.12} width={8.24} height={9.24} class="edge" />
      <path d={lines} class="lines" />
      <path d={marks} class="lines" />
      {words.map((word, index) => (
        <text key={word} x={(8 * (index + 0.5)) / words.length} y={4.5} class="river">
          {word}
        </text>
      ))}
    </g>
  );
}

export const XiangqiGrid = memo(Grid);
