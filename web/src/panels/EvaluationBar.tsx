import type { Position } from "../api/types";
import { texts } from "../i18n";
import { chances } from "../state/game";
import { shownPosition, shownPly } from "../state/history";
import { sidesOf } from "../state/sides";
import { isFlipped } from "../state/view";

/** The winning chance of the first side, from a search of this position or of one up to two plies earlier. */
export function winningChanceAt(ply: number): number {
  const known = chances.value;
  return known.get(ply) ?? known.get(ply - 1) ?? known.get(ply - 2) ?? 0.5;
}

/** The result of a finished game as the chance of the first side; null while it is played. */
export function resultOf({ ruleset, status, winner }: Position): number | null {
  if (status === "won") return winner === sidesOf(ruleset)[0] ? 1 : 0;
  return status === "drawn" ? 0.5 : null;
}

export function EvaluationBar() {
  const position = shownPosition.value;
  const [first] = sidesOf(position?.ruleset ?? "xiangqi");
  const finalChance = position && resultOf(position);
  const percent = Math.round((finalChance ?? winningChanceAt(shownPly.value)) * 100);
  const { analysis, sides } = texts.value;
  return (
    <div
      class={`evaluation ${position?.ruleset === "xiangqi" ? "red" : "black"}${isFlipped.value ? " flipped" : ""}`}
      role="meter"
      aria-label={analysis.bar}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={analysis.chance(sides[first], percent)}
      title={analysis.chance(sides[first], percent)}
    >
      <div class="part" style={{ "--share": `${percent}%` }} />
    </div>
  );
}
