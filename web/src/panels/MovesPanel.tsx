import { texts } from "../i18n";
import { analyze } from "../state/analysisEntry";
import { current, isHelpOff, isPlaying, opponentSide } from "../state/game";
import { showPly, shownPosition, shownPly, step } from "../state/history";
import { playFrom } from "../state/playFrom";
import { type Notation, updatePrefs, prefs } from "../state/prefs";
import { review } from "../state/review";
import { ChanceGraph } from "./ChanceGraph";
import { Icon, type IconName } from "./Icon";
import { OpeningName } from "./OpeningName";
import { ScoreSheet } from "./ScoreSheet";

function StepButton({
  icon,
  label,
  onClick,
  isDisabled,
}: {
  icon: IconName;
  label: string;
  onClick: () => void;
  isDisabled: boolean;
}) {
  return (
    <button
      type="button"
      class="quiet"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

export function MovesPanel() {
  const { moves: t } = texts.value;
  const position = current.value;
  const moves = position?.moves ?? [];
  const at = shownPly.value;
  const isXiangqi = position?.ruleset === "xiangqi";
  return (
    <div class="moves">
      <div class="bar">
        <StepButton icon="first" label={t.first} isDisabled={at === 0} onClick={() => void showPly(0)} />
        <StepButton icon="back" label={t.back} isDisabled={at === 0} onClick={() => step(-1)} />
        <StepButton
          icon="forward"
          label={t.forward}
          isDisabled={at >= moves.length}
          onClick={() => step(1)}
        />
        <StepButton
          icon="last"
          label={t.last}
          isDisabled={at >= moves.length}
          onClick={() => void showPly(moves.length)}
        />
        {isXiangqi && (
          <select
            aria-label={t.notation}
            value={prefs.value.notation}
            onChange={(event) => updatePrefs({ notation: event.currentTarget.value as Notation })}
          >
            {(["chinese", "wxf", "coordinates"] as const).map((value) => (
              <option key={value} value={value}>
                {t.notations[value]}
              </option>
            ))}
          </select>
        )}
      </div>
      {position && <OpeningName position={position} />}
      {position && moves.length > 0 ? <ScoreSheet position={position} /> : <p class="note">{t.none}</p>}
      <ChanceGraph />
      <p class="links">
        {moves.length > 0 && !(opponentSide.value && isPlaying.value) && (
          <button
            type="button"
            class="link"
            onClick={() => {
              const position = shownPosition.value;
              if (position) {
                playFrom(
                  position,
                  position.moves.map(({ move }) => move),
                );
              }
            }}
          >
            {t.from}
          </button>
        )}{" "}
        <AnalyzeButton />
      </p>
    </div>
  );
}

/** Opens the game on the analysis board, unless its players agreed to play without help. */
function AnalyzeButton() {
  const position = current.value;
  if (!position || isHelpOff.value) return null;
  const open = () => {
    const moves = position.moves.map(({ move }) => move);
    analyze(position, moves, shownPly.value, { plies: [...(review.value?.plies.values() ?? [])] });
  };
  return (
    <button type="button" class="link" onClick={open}>
      {texts.value.analysisEntry.open}
    </button>
  );
}
