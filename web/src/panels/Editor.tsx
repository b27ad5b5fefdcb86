import { useEffect } from "preact/hooks";
import { Board } from "../board/Board";
import { describePoint, pieceName } from "../board/describe";
import { isXiangqi } from "../board/geometry";
import { NO_MARKS } from "../board/Marks";
import { Disc } from "../board/Piece";
import { texts } from "../i18n";
import {
  clear,
  openEditor,
  fen,
  validateOnChange,
  LETTERS,
  layout,
  movePiece,
  pieceAt,
  placePiece,
  loadFen,
  ruleset,
  setTurn,
  tool,
  validation,
} from "../state/editor";
import { analyze } from "../state/analysisEntry";
import { current } from "../state/game";
import { shownPosition } from "../state/history";
import { playFrom } from "../state/playFrom";
import { prefs } from "../state/prefs";
import { navigate } from "../state/route";
import { setup } from "../state/setup";
import { sidesOf } from "../state/sides";
import { isManuallyFlipped } from "../state/view";
import { Icon } from "./Icon";

const START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

const emptyBoard = (size: number): string => `${Array(size).fill(String(size)).join("/")} b`;

export function EditorBoard() {
  const { size, pieces } = layout.value;
  return (
    <Board
      ruleset={ruleset.value}
      size={size}
      pieces={pieces}
      isFlipped={isManuallyFlipped.value}
      notation={prefs.value.notation}
      marks={NO_MARKS}
      label={texts.value.editor.heading}
      help={texts.value.board.keys}
      describe={(point) => describePoint(texts.value, ruleset.value, pieces, NO_MARKS, point)}
      canPickUp={(point) => pieceAt(point) !== null && isXiangqi(ruleset.value)}
      onTap={placePiece}
      onDrop={movePiece}
      onCancel={() => {}}
    />
  );
}

/** Opens the editor with the position on the board. */
function useEditor(): void {
  useEffect(() => {
    const position = shownPosition.peek() ?? current.peek();
    if (position) openEditor(position.ruleset, position.fen);
    else openEditor(setup.peek().ruleset, setup.peek().ruleset === "xiangqi" ? START_FEN : emptyBoard(15));
    return validateOnChange();
  }, []);
}

function analyzePosition(): void {
  const now = validation.value;
  if (now.kind === "legal") analyze(now.position, [], 0);
}

export function EditorPanel() {
  useEditor();
  const { editor, sides } = texts.value;
  const of = ruleset.value;
  const letters = isXiangqi(of) ? ["w", "b"] : ["b", "w"];
  return (
    <div class="editor">
      <h2>{editor.heading}</h2>
      <Palette />
      <fieldset class="choice">
        <legend>{editor.turn}</legend>
        <div>
          {sidesOf(of).map((side, index) => (
            <label key={side}>
              <input
                type="radio"
                name="turn"
                checked={layout.value.turn === letters[index]}
                onChange={() => setTurn(letters[index] as string)}
              />
              <span>{sides[side]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div class="bar">
        <button type="button" onClick={clear}>
          {editor.clear}
        </button>
        {isXiangqi(of) && (
          <button type="button" onClick={() => loadFen(START_FEN)}>
            {editor.initial}
          </button>
        )}
      </div>
      <label class="field">
        <span class="label">{editor.fen}</span>
        <input
          value={fen.value}
          spellcheck={false}
          onChange={(event) => loadFen(event.currentTarget.value)}
        />
      </label>
      <ValidationMessage />
      <div class="bar">
        <button
          type="button"
          class="primary"
          disabled={validation.value.kind !== "legal" || validation.value.position.status !== "playing"}
          onClick={() => playFrom({ ruleset: of, start_fen: fen.value }, [])}
        >
          {editor.play}
        </button>
        <button type="button" disabled={validation.value.kind !== "legal"} onClick={analyzePosition}>
          {texts.value.analysisEntry.open}
        </button>
        <button type="button" onClick={() => navigate("#/")}>
          {editor.leave}
        </button>
      </div>
    </div>
  );
}

function ValidationMessage() {
  const { editor } = texts.value;
  const now = validation.value;
  const isIllegal = now.kind === "refused";
  const text = {
    checking: () => editor.checking,
    refused: () => (now.kind === "refused" ? now.reason : ""),
    legal: () => (now.kind === "legal" && now.position.status !== "playing" ? editor.over : editor.valid),
  }[now.kind]();
  return (
    <p class={`verdict ${isIllegal ? "bad" : ""}`} role="status">
      {text}
    </p>
  );
}

function Palette() {
  const { editor } = texts.value;
  return (
    <div class="palette" role="group" aria-label={editor.piece}>
      {LETTERS.value.map((letter) => (
        <button
          type="button"
          key={letter}
          aria-pressed={tool.value === letter}
          aria-label={pieceName(texts.value, ruleset.value, letter)}
          onClick={() => {
            tool.value = letter;
          }}
        >
          {isXiangqi(ruleset.value) ? (
            <svg
              viewBox="-.5 -.5 1 1"
              aria-hidden="true"
              class={`piece ${letter === letter.toUpperCase() ? "red" : "black"}`}
            >
              <Disc letter={letter} />
            </svg>
          ) : (
            <span class={`token ${letter === "b" ? "black" : "white"}`} />
          )}
        </button>
      ))}
      <button
        type="button"
        aria-pressed={tool.value === "erase"}
        aria-label={editor.erase}
        onClick={() => {
          tool.value = "erase";
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
