import { useState } from "preact/hooks";
import type { Side } from "../api/types";
import { texts } from "../i18n";
import { current, game, mySides, isEngineTurn, isPlaying } from "../state/game";
import { isMyTurn } from "../state/selection";
import { draw, isBusy, resign, showHint, undo, undoCount } from "../state/play";
import { isManuallyFlipped } from "../state/view";
import { Icon, type IconName } from "./Icon";

interface ActionProps {
  icon: IconName;
  label: string;
  isDisabled: boolean;
  onClick: () => void;
}

function ActionButton({ icon, label, isDisabled, onClick }: ActionProps) {
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

export function Actions() {
  const [isResigning, setResigning] = useState(false);
  const { actions } = texts.value;
  const now = game.value;
  const side = actingSide();
  const isOver = !isPlaying.value;
  const canAct = now !== null && side !== null && !isOver && now.ply > 0;
  if (isResigning && canAct && side) {
    return (
      <div class="actions confirm" role="alertdialog" aria-label={actions.confirmResign}>
        <p>{actions.confirmResign}</p>
        <button
          type="button"
          class="danger"
          onClick={() => {
            setResigning(false);
            void resign(side);
          }}
        >
          {actions.yesResign}
        </button>
        <button type="button" onClick={() => setResigning(false)}>
          {actions.cancel}
        </button>
      </div>
    );
  }
  const canUndo = now !== null && side !== null && !isBusy.value && !isEngineTurn.value && undoCount(now) > 0;
  return (
    <div class="actions">
      <ActionButton icon="undo" label={actions.undo} isDisabled={!canUndo} onClick={() => void undo()} />
      <ActionButton
        icon="hint"
        label={actions.hint}
        isDisabled={!isMyTurn.value || isBusy.value}
        onClick={() => void showHint()}
      />
      <ActionButton
        icon="flip"
        label={actions.flip}
        isDisabled={false}
        onClick={() => {
          isManuallyFlipped.value = !isManuallyFlipped.value;
        }}
      />
      <ActionButton
        icon="draw"
        label={actions.draw}
        isDisabled={!canAct || isBusy.value || now?.draw_offer != null}
        onClick={() => side && void draw(side, "offer")}
      />
      <ActionButton
        icon="flag"
        label={actions.resign}
        isDisabled={!canAct}
        onClick={() => setResigning(true)}
      />
    </div>
  );
}
