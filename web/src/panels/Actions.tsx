import { useEffect, useRef, useState } from "preact/hooks";
import type { Side } from "../api/types";
import { texts } from "../i18n";
import { isBusy } from "../state/actions";
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
import { showHint, undo, undoCount } from "../state/play";
import { isManuallyFlipped } from "../state/view";
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

interface ConfirmProps {
  question: string;
  yes: string;
  onYes: () => void;
  onClose: () => void;
}

function Confirm({ question, yes, onYes, onClose }: ConfirmProps) {
  const { actions } = texts.value;
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  return (
    <div class="actions confirm" role="alertdialog" aria-label={question} onKeyDown={onKeyDown}>
      <p>{question}</p>
      <button
        type="button"
        class="danger"
        onClick={() => {
          onClose();
          onYes();
        }}
      >
        {yes}
      </button>
      <button type="button" ref={cancel} onClick={onClose}>
        {actions.cancel}
      </button>
    </div>
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

/** Ends the game: aborts it while a side has not moved yet, and resigns it later. */
function useEnding(side: Side | null) {
  const { actions } = texts.value;
  const now = game.value;
  if (now && side && canAbort(now) && now.ply < 2) {
    return {
      label: actions.abort,
      question: actions.confirmAbort,
      yes: actions.yesAbort,
      run: () => void abort(side),
    };
  }
  return {
    label: actions.resign,
    question: actions.confirmResign,
    yes: actions.yesResign,
    run: () => side && void resign(side),
  };
}

export function Actions() {
  const [isEnding, setEnding] = useState(false);
  const { actions } = texts.value;
  const now = game.value;
  const side = actingSide();
  const ending = useEnding(side);
  const canEnd = now !== null && side !== null && isPlaying.value;
  if (isWatching.value || now?.status === "waiting") {
    return (
      <div class="actions">
        <FlipButton />
      </div>
    );
  }
  if (isEnding && canEnd) {
    return (
      <Confirm
        question={ending.question}
        yes={ending.yes}
        onYes={ending.run}
        onClose={() => setEnding(false)}
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
  return (
    <div class="actions">
      <UndoButton />
      {!isHelpOff.value && <HintButton />}
      <FlipButton />
      <ActionButton
        icon="draw"
        label={actions.draw}
        isDisabled={!canEnd || now.ply === 0 || isBusy.value || now.draw_offer != null}
        onClick={() => side && void draw(side, "offer")}
      />
      <ActionButton
        icon={canAbort(now) ? "close" : "flag"}
        label={ending.label}
        isDisabled={!canEnd}
        onClick={() => setEnding(true)}
      />
    </div>
  );
}
