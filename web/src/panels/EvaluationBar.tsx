import type { Ruleset } from "../api/types";
import { texts } from "../i18n";
import { hasGameBar } from "../state/bar";
import { resultOf } from "../state/chance";
import { chances } from "../state/game";
import { shownPosition, shownPly } from "../state/history";
import { prefs, updatePrefs } from "../state/prefs";
import { route } from "../state/route";
import { sidesOf } from "../state/sides";
import { isFlipped } from "../state/view";
import { Tick } from "./Tick";

/** The winning chance of the first side, from a search of this position or of one up to two plies earlier. */
export function winningChanceAt(ply: number): number {
  const known = chances.value;
  return known.get(ply) ?? known.get(ply - 1) ?? known.get(ply - 2) ?? 0.5;
}

interface Props {
  ruleset: Ruleset;
  /** The winning chance of the first side, from 0 to 1; null if nothing has searched the position. */
  chance: number | null;
  isFlipped: boolean;
}

export function EvaluationBar({ ruleset, chance, isFlipped: isUpsideDown }: Props) {
  const [first] = sidesOf(ruleset);
  const percent = Math.round((chance ?? 0.5) * 100);
  const { analysis, sides } = texts.value;
  const text = chance === null ? analysis.noChance : analysis.chance(sides[first], percent);
  return (
    <div
      class={`evaluation ${first}${isUpsideDown ? " flipped" : ""}`}
      role="meter"
      aria-label={analysis.bar}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      title={text}
    >
      <div class="part" style={{ "--share": `${percent}%` }} />
    </div>
  );
}

/** The bar beside the board of a game. */
export function GameEvaluationBar() {
  const position = shownPosition.value;
  const finalChance = position && resultOf(position);
  return (
    <EvaluationBar
      ruleset={position?.ruleset ?? "xiangqi"}
      chance={finalChance ?? winningChanceAt(shownPly.value)}
      isFlipped={isFlipped.value}
    />
  );
}

/** Shows or hides the bar, in games and on the analysis board. */
export function BarSwitch() {
  return (
    <Tick
      label={texts.value.analysis.showBar}
      isOn={prefs.value.hasBar ?? (route.value.page === "analysis" || hasGameBar.value)}
      onChange={(isOn) => updatePrefs({ hasBar: isOn })}
    />
  );
}
