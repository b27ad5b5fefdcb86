// What the user can do with the game besides a move, and the questions before what cannot be undone.
import { useState } from "preact/hooks";
import type { Game, Position, Side } from "../api/types";
import { spokenNextMove } from "../board/spoken";
import { texts } from "../i18n";
import { isBusy } from "../state/actions";
import { confirmMove, dropProposal, proposedMove } from "../state/confirm";
import {
  current,
  game,
  isEngineTurn,
  isHelpOff,
  isPlaying,
  isWatching,
  mySides,
  opponentSide,
} from "../state/game";
import { abort, canAbort, draw, resign } from "../state/people";
import { isMyTurn } from "../state/selection";
import { showHint } from "../state/hint";
import { undo, undoCount } from "../state/undo";
import { isManuallyFlipped } from "../state/view";
import { Confirm } from "./Confirm";
import { Icon, type IconName } from "./Icon";

interface ActionProps {
  icon: IconName;
  label: string;
  isDisabled?: boolean;
  onClick: () => void;
}

function ActionButton({ icon, label, isDisabled = false, onClick }: ActionProps) {
  return (
    <button type="button" class="action" disabled={isDisabled} onClick={onClick}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}

/** A user who plays both sides acts for the side to move. */
function actingSide(): Side | null {
  const turn = current.value?.turn;
  return turn && mySides.value.includes(turn) ? turn : (mySides.value[0] ?? null);
}

function FlipButton() {
  return (
    <ActionButton
      icon="flip"
      label={texts.value.actions.flip}
      onClick={() => {
        isManuallyFlipped.value = !isManuallyFlipped.value;
      }}
    />
  );
}

function HintButton() {
  return (
    <ActionButton
      icon="hint"
      label={texts.value.actions.hint}
      isDisabled={!isMyTurn.value || isBusy.value}
      onClick={() => void showHint()}
    />
  );
}

function UndoButton() {
  const { actions } = texts.value;
  const now = game.value;
  const isPossible =
    now !== null &&
    mySides.value.length > 0 &&
    !isBusy.value &&
    !isEngineTurn.value &&
    !now.takeback_offer &&
    undoCount(now) > 0;
  const label = opponentSide.value ? actions.takeback : actions.undo;
  return <ActionButton icon="undo" label={label} isDisabled={!isPossible} onClick={() => void undo()} />;
}

interface Question {
  question: string;
  yes: string;
  isDanger: boolean;
  run: () => void;
}

/** What ends the game, and the question before it: aborts it while a side has not moved yet, and resigns it later. */
function endingOf(now: Game, side: Side): Question & { label: string } {
  const { actions } = texts.value;
  if (canAbort(now) && now.ply < 2) {
    return {
      ...{ label: actions.abort, question: actions.confirmAbort, yes: actions.yesAbort, isDanger: true },
      run: () => void abort(side),
    };
  }
  return {
    ...{ label: actions.resign, question: actions.confirmResign, yes: actions.yesResign, isDanger: true },
    run: () => void resign(side),
  };
}

/** An engine may accept at once. */
const drawOf = (side: Side): Question => ({
  ...{ question: texts.value.play.confirmDraw, yes: texts.value.play.yesDraw, isDanger: false },
  run: () => void draw(side, "offer"),
});

/** The move that waits for its confirmation. */
function ConfirmMove({ position, move }: { position: Position; move: string }) {
  const { play } = texts.value;
  return (
    <Confirm
      question={play.confirmMove(spokenNextMove(texts.value, position, move))}
      yes={play.yesMove}
      onYes={confirmMove}
      onClose={dropProposal}
    />
  );
}

export function Actions() {
  const [asked, setAsked] = useState<Question | null>(null);
  const { actions } = texts.value;
  const now = game.value;
  const side = actingSide();
  const canEnd = now !== null && side !== null && isPlaying.value;
  if (isWatching.value || now?.status === "waiting") {
    return (
      <div class="actions">
        <FlipButton />
      </div>
    );
  }
  if (current.value && proposedMove.value !== null)
    return <ConfirmMove position={current.value} move={proposedMove.value} />;
  if (asked && canEnd) {
    return (
      <Confirm
        question={asked.question}
        yes={asked.yes}
        isDanger={asked.isDanger}
        isFocused={true}
        onYes={asked.run}
        onClose={() => setAsked(null)}
      />
    );
  }
  if (now === null) {
    return (
      <div class="actions">
        <HintButton />
        <FlipButton />
      </div>
    );
  }
  const ending = canEnd ? endingOf(now, side) : null;
  return (
    <div class="actions">
      <UndoButton />
      {!isHelpOff.value && <HintButton />}
      <FlipButton />
      <ActionButton
        icon="draw"
        label={actions.draw}
        isDisabled={!canEnd || now.ply === 0 || isBusy.value || now.draw_offer != null}
        onClick={() => side && setAsked(drawOf(side))}
      />
      <ActionButton
        icon={canAbort(now) ? "close" : "flag"}
        label={ending?.label ?? actions.resign}
        isDisabled={!ending}
        onClick={() => setAsked(ending)}
      />
    </div>
  );
}
