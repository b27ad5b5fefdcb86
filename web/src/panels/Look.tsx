// Chooses the pieces, the board and the help for moves.
import { useRef, useState } from "preact/hooks";
import { Disc } from "../board/Piece";
import { PIECE_SETS } from "../board/pieceSets";
import { texts } from "../i18n";
import { canNotify, setNotify } from "../state/notify";
import { BOARDS, prefs, updatePrefs } from "../state/prefs";
import { BarSwitch } from "./EvaluationBar";
import { Choice } from "./Field";
import { Icon } from "./Icon";

/** The button in the header, and the dialog that it opens. */
export function Look() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { help } = texts.value;
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={help.open}
        title={help.open}
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      >
        <Icon name="look" />
      </button>
      <dialog
        ref={dialog}
        class="look"
        aria-label={help.open}
        onClose={() => setOpen(false)}
        // A click beside the dialog closes it.
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <form method="dialog">
          {isOpen && <LookFields />}
          <button type="submit" class="primary wide">
            {help.done}
          </button>
        </form>
      </dialog>
    </>
  );
}

function LookFields() {
  const { help, share } = texts.value;
  const { pieces, board, moveHelp, notify } = prefs.value;
  return (
    <>
      <h2>{help.open}</h2>
      <svg class="sample" viewBox="-0.5 -0.5 7 2" aria-hidden="true">
        {[..."KABNRCP", ..."kabnrcp"].map((letter, index) => (
          <g
            key={letter}
            class={`piece ${index < 7 ? "red" : "black"}`}
            transform={`translate(${index % 7} ${Math.floor(index / 7)})`}
          >
            <Disc letter={letter} />
          </g>
        ))}
      </svg>
      <Choice
        legend={help.pieces}
        options={PIECE_SETS.map((value) => ({ value, label: help.pieceSets[value] }))}
        value={pieces}
        onChange={(chosen) => updatePrefs({ pieces: chosen, hasChosenPieces: true })}
      />
      <Choice
        legend={help.board}
        options={BOARDS.map((value) => ({ value, label: help.boards[value] }))}
        value={board}
        onChange={(chosen) => updatePrefs({ board: chosen })}
      />
      <label class="tick">
        <input
          type="checkbox"
          checked={moveHelp}
          onChange={(event) => updatePrefs({ moveHelp: event.currentTarget.checked })}
        />
        {help.moveHelp}
      </label>
      <p class="note">{help.moveHelpNote}</p>
      <BarSwitch />
      {canNotify && (
        <label class="tick">
          <input
            type="checkbox"
            checked={notify}
            onChange={(event) => void setNotify(event.currentTarget.checked)}
          />
          {share.notify}
        </label>
      )}
    </>
  );
}
