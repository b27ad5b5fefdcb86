// The panel beside the analysis board, or below it on a phone.
import { describePosition } from "../board/describe";
import { readFen } from "../board/fen";
import { texts } from "../i18n";
import { resultText } from "../panels/StatusLine";
import { Icon, type IconName } from "../panels/Icon";
import { OpeningName } from "../panels/OpeningName";
import { game } from "../state/game";
import { numberText } from "../state/numbering";
import { navigate } from "../state/route";
import { moveText } from "../state/text";
import {
  analysis,
  besidePath,
  canStepForward,
  goBeside,
  goToEnd,
  goToStart,
  isFlipped,
  node,
  path,
  position,
  preview,
  shownPosition,
  stepBack,
  stepForward,
} from "./board";
import { keyboardFrom } from "./drawing";
import { EngineSection } from "./EngineSection";
import { FileSection } from "./FileSection";
import { tryMove } from "./moving";
import { MoveTree } from "./MoveTree";
import { NotesSection } from "./NotesSection";
import { openFresh } from "./open";
import { analysisTexts } from "./texts";
import { isMoveNode } from "./tree";

export function AnalysisPanel() {
  const t = analysisTexts.value;
  return (
    <>
      <Status />
      <OpeningChoices />
      <Navigation />
      <EngineSection />
      {position.value && <OpeningName position={position.value} />}
      <MoveTree />
      <NotesSection />
      <FileSection />
      <p class="links">
        <button type="button" class="link" onClick={openFresh}>
          {t.file.fresh}
        </button>{" "}
        <button
          type="button"
          class="link"
          onClick={() => navigate(game.value ? `#/g/${game.value.id}` : "#/")}
        >
          {t.file.leave}
        </button>
      </p>
    </>
  );
}

/** The last move and whose turn it is, or the result. */
function statusText(): string {
  const t = analysisTexts.value;
  const { sides, status } = texts.value;
  // One short line: if the panel moved, the pointer would leave the line that is previewed.
  if (preview.value) return t.previewOf(preview.value.length - path.value.length);
  const [now, at, shown] = [analysis.value, node.value, position.value];
  if (!now || !at || !shown) return status.loading;
  const number = numberText(
    {
      ruleset: now.tree.start.ruleset,
      start_fen: now.tree.start.fen ?? "",
      moves: path.value.map((move) => ({ move })),
    },
    path.value.length,
  );
  const place = isMoveNode(at) ? t.afterMove(number, moveText(at.move)) : t.start;
  if (shown.status !== "playing") return `${place} · ${resultText(texts.value, shown)}`;
  const check = shown.in_check ? `${status.check} · ` : "";
  return `${place} · ${check}${status.turn(sides[shown.turn])}`;
}

function Status() {
  const t = analysisTexts.value;
  const from = keyboardFrom.value;
  const shown = shownPosition.value;
  return (
    <div class="status">
      <h2 class="hidden">{t.heading}</h2>
      <p class="line" role="status">
        {from ? t.draw.from(from) : statusText()}
      </p>
      {shown && (
        <ul class="hidden" aria-label={texts.value.board.label}>
          {describePosition(texts.value, shown.ruleset, readFen(shown.fen).pieces).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The choices of an opening rule are moves without points. */
function OpeningChoices() {
  const opening = position.value?.opening;
  if (opening?.phase !== "choose" || position.value?.status !== "playing") return null;
  const { opening: t } = texts.value;
  return (
    <div class="start opening" role="group" aria-label={t.choose}>
      <p aria-hidden="true">{t.choose}</p>
      {opening.choices.map((choice) => (
        <button type="button" key={choice} onClick={() => tryMove(choice)}>
          {t.choice(choice)}
        </button>
      ))}
    </div>
  );
}

interface StepProps {
  icon: IconName;
  label: string;
  isPossible: boolean;
  onClick: () => void;
}

function Step({ icon, label, isPossible, onClick }: StepProps) {
  return (
    <button
      type="button"
      class="quiet"
      aria-label={label}
      title={label}
      disabled={!isPossible}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

function Navigation() {
  const t = analysisTexts.value;
  const isAfterStart = path.value.length > 0;
  return (
    <div class="bar steps">
      <Step icon="first" label={t.first} isPossible={isAfterStart} onClick={goToStart} />
      <Step icon="back" label={t.back} isPossible={isAfterStart} onClick={stepBack} />
      <Step icon="forward" label={t.forward} isPossible={canStepForward.value} onClick={stepForward} />
      <Step icon="last" label={t.last} isPossible={canStepForward.value} onClick={goToEnd} />
      <Step
        icon="up"
        label={t.previousVariation}
        isPossible={besidePath(-1) !== null}
        onClick={() => goBeside(-1)}
      />
      <Step
        icon="down"
        label={t.nextVariation}
        isPossible={besidePath(1) !== null}
        onClick={() => goBeside(1)}
      />
      <Step
        icon="flip"
        label={t.flip}
        isPossible={true}
        onClick={() => {
          isFlipped.value = !isFlipped.value;
        }}
      />
    </div>
  );
}
