// A graph of the winning chances, ply by ply. A click shows the position.
import { texts } from "../i18n";
import { resultOf } from "../state/chance";
import { chances, current } from "../state/game";
import { showPly, shownPly } from "../state/history";
import { review } from "../state/review";

const [WIDTH, HEIGHT] = [300, 72];

export function ChanceGraph() {
  const position = current.value;
  const plies = position?.ply ?? 0;
  const result = position && resultOf(position);
  const searched = result === null ? chances.value : new Map(chances.value).set(plies, result);
  const known = [...searched].filter(([ply]) => ply <= plies).sort(([a], [b]) => a - b);
  if (plies < 2 || known.length < 2) return null;
  const x = (ply: number) => (ply / plies) * WIDTH;
  const y = (chance: number) => (1 - chance) * HEIGHT;
  const line = known.map(([ply, chance]) => `${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`);
  const mistakes = [...(review.value?.plies.values() ?? [])].filter(
    ({ label }) => label === "mistake" || label === "blunder",
  );
  const onClick = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    void showPly(Math.round(((event.clientX - box.left) / box.width) * plies));
  };
  return (
    <svg
      class={`graph ${position?.ruleset === "xiangqi" ? "red" : "black"}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={texts.value.analysis.graph}
      onClick={onClick}
    >
      <path
        d={`M${x(known[0]?.[0] ?? 0)} ${HEIGHT}L${line.join("L")}L${x(known.at(-1)?.[0] ?? 0)} ${HEIGHT}Z`}
        class="area"
      />
      <path d={`M0 ${HEIGHT / 2}H${WIDTH}`} class="even" />
      <path d={`M${line.join("L")}`} class="curve" />
      {mistakes.map(({ ply, label }) => (
        <path key={ply} d={`M${x(ply)} ${y(searched.get(ply) ?? 0.5)}v.01`} class={`mistake ${label}`} />
      ))}
      <path d={`M${x(shownPly.value)} 0V${HEIGHT}`} class="here" />
    </svg>
  );
}
