// An arrow from point to point, in cells from the top left point of the board.
interface Spot {
  readonly x: number;
  readonly y: number;
}

const SHAFT = 0.13;
const HEAD = 0.2;

/** `weight` is the width of the arrow, 1 for the usual one. */
export function Arrow({
  from,
  to,
  kind,
  weight = 1,
}: {
  from: Spot;
  to: Spot;
  kind: string;
  weight?: number;
}) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const tip = { x: to.x - dx * 0.12, y: to.y - dy * 0.12 };
  const base = { x: to.x - dx * 0.45, y: to.y - dy * 0.45 };
  const head = HEAD * (0.5 + weight / 2);
  return (
    <g class={kind}>
      <path
        d={`M${from.x + dx * 0.3} ${from.y + dy * 0.3}L${base.x} ${base.y}`}
        class="shaft"
        style={{ strokeWidth: SHAFT * weight }}
      />
      <path
        d={`M${tip.x} ${tip.y}L${base.x - dy * head} ${base.y + dx * head}L${base.x + dy * head} ${base.y - dx * head}Z`}
        class="head"
      />
    </g>
  );
}
