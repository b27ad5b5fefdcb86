import { useEffect, useRef } from "preact/hooks";
import type { MoveText, Position } from "../api/types";
import { texts } from "../i18n";
import { analyze } from "../state/analysisEntry";
import { current, isHelpOff, isPlaying, opponentSide } from "../state/game";
import { showPly, shownPosition, shownPly, step } from "../state/history";
import { isCounted, numberOf, rowsOfMoves } from "../state/numbering";
import { playFrom } from "../state/playFrom";
import { type Notation, updatePrefs, prefs } from "../state/prefs";
import { review, ANNOTATIONS } from "../state/review";
import { moveText } from "../state/text";
import { ChanceGraph } from "./ChanceGraph";
import { Icon, type IconName } from "./Icon";
import { OpeningName } from "./OpeningName";

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

function MoveButton({ move, ply }: { move: MoveText; ply: number }) {
  const isShown = shownPly.value === ply;
  const reviewed = review.value?.plies.get(ply);
  const { analysis } = texts.value;
  const sign = reviewed && ANNOTATIONS[reviewed.label];
  return (
    <button
      type="button"
      class={`move ${reviewed?.label ?? ""}`}
      aria-current={isShown ? "step" : undefined}
      title={reviewed ? analysis.labels[reviewed.label] : undefined}
      onClick={() => void showPly(ply)}
    >
      {moveText(move)}
      {sign && <b>{sign}</b>}
    </button>
  );
}

const rowNumber = (position: Position, ply: number): string =>
  isCounted(position, ply) ? `${numberOf(position, ply).number}.` : "";

export function MovesPanel() {
  const { moves: t } = texts.value;
  const position = current.value;
  const list = useRef<HTMLOListElement>(null);
  const moves = position?.moves ?? [];
  const at = shownPly.value;
  useEffect(() => {
    // Scrolls only the list; if the page scrolled, a phone would lose sight of the board.
    const listElement = list.current;
    const move = listElement?.querySelector<HTMLElement>("[aria-current]");
    if (listElement && move) listElement.scrollTop = move.offsetTop - listElement.clientHeight / 2;
    else listElement?.scrollTo(0, 0);
  }, [at, moves.length]);
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
      {moves.length === 0 ? (
        <p class="note">{t.none}</p>
      ) : (
        <ol ref={list}>
          {position &&
            rowsOfMoves(position, moves.length).map(([first, second]) => (
              <li key={first || second}>
                <span class="number">{rowNumber(position, first || second)}</span>
                {[first, second].map((ply, column) => {
                  const move = moves[ply - 1];
                  return move ? (
                    <MoveButton key={ply} move={move} ply={ply} />
                  ) : (
                    <span key={`none${column}`} />
                  );
                })}
              </li>
            ))}
        </ol>
      )}
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
