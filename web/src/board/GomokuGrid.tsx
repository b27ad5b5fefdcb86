import type { Size } from "./geometry";

/** The star points: four near the corners, on a board of odd size the center, and from 19 lines on the middles of its sides. */
function stars(size: number): [number, number][] {
  const middle = (size - 1) / 2;
  const near = size >= 13 ? 3 : 2;
  const ends = [near, size - 1 - near];
  const grid = (lines: number[]) => lines.flatMap((x) => lines.map((y): [number, number] => [x, y]));
  if (!Number.isInteger(middle)) return grid(ends);
  return size >= 19 ? grid([...ends, middle]) : [...grid(ends), [middle, middle]];
}

export function GomokuGrid({ size }: { size: Size }) {
  const last = size.files - 1;
  const steps = [...Array(size.files).keys()];
  return (
    <g>
      <path d={steps.map((at) => `M0 ${at}H${last}M${at} 0V${last}`).join("")} class="lines" />
      {stars(size.files).map(([x, y]) => (
        <circle key={`${x}.${y}`} cx={x} cy={y} r={0.1} class="star" />
      ))}
    </g>
  );
}
