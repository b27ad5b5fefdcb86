// The fields of the settings: how board and pieces look, what helps, and how the user plays.
import { Disc } from "../board/Piece";
import { PIECE_SETS } from "../board/pieceSets";
import { texts } from "../i18n";
import { canNotify, setNotify } from "../state/notify";
import { BOARDS, CONFIRM_MOVES, prefs, updatePrefs } from "../state/prefs";
import { BarSwitch } from "./EvaluationBar";
import { Choice } from "./Field";
import { Tick } from "./Tick";

export function SettingsFields() {
  const { help, play, share } = texts.value;
  const { pieces, board, confirmMoves, moveHelp, hasNumbers, isZen, notify } = prefs.value;
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
      <Choice
        legend={play.confirm}
        options={CONFIRM_MOVES.map((value) => ({ value, label: play.confirmIn[value] }))}
        value={confirmMoves}
        onChange={(chosen) => updatePrefs({ confirmMoves: chosen })}
      />
      <Tick label={help.moveHelp} isOn={moveHelp} onChange={(isOn) => updatePrefs({ moveHelp: isOn })} />
      <p class="note">{help.moveHelpNote}</p>
      <BarSwitch />
      <Tick label={play.numbers} isOn={hasNumbers} onChange={(isOn) => updatePrefs({ hasNumbers: isOn })} />
      <Tick label={play.zen} isOn={isZen} onChange={(isOn) => updatePrefs({ isZen: isOn })} />
      <p class="note">{play.zenNote}</p>
      {canNotify && <Tick label={share.notify} isOn={notify} onChange={(isOn) => void setNotify(isOn)} />}
    </>
  );
}
