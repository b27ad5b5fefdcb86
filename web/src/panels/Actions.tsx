import { useState } from "preact/hooks";
import type { Side } from "../api/types";
import { words } from "../i18n";
import { current, game, held, isEngineTurn, isPlaying } from "../state/game";
import { isMyTurn } from "../state/hand";
import { draw, isBusy, resign, showHint, undo, undoCount } from "../state/play";
import { isTurned } from "../state/view";
import { Icon, type IconName } from "./Icon";

interface ActionProps {
  icon: IconName;
  label: string;
  isOff: boolean;
  run: () => void;
}

function Action({ icon, label, isOff, run }: ActionProps) {
  return (
    <button type="button" class="action" disabled={isOff} onClick={run}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}

/** A user who plays both sides acts for the side to move. */
function actingSide(): Side | null {
  const turn = current.value?.turn;
  return turn && held.value.includes(turn) ? turn : (held.value[0] ?? null);
}

export function Actions() {
  const [isResigning, setResigning] = useState(false);
  const { actions } = words.value;
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
      <Action icon="undo" label={actions.undo} isOff={!canUndo} run={() => void undo()} />
      <Action
        icon="hint"
        label={actions.hint}
        isOff={!isMyTurn.value || isBusy.value}
        run={() => void showHint()}
      />
      <Action
        icon="flip"
        label={actions.flip}
        isOff={false}
        run={() => {
          isTurned.value = !isTurned.value;
        }}
      />
      <Action
        icon="draw"
        label={actions.draw}
        isOff={!canAct || isBusy.value || now?.draw_offer != null}
        run={() => side && void draw(side, "offer")}
      />
      <Action icon="flag" label={actions.resign} isOff={!canAct} run={() => setResigning(true)} />
    </div>
  );
}
