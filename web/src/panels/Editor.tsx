import { useEffect } from "preact/hooks";
import { Board } from "../board/Board";
import { describePoint, nameOfPiece } from "../board/describe";
import { isXiangqi } from "../board/geometry";
import { NO_MARKS } from "../board/Marks";
import { Disc } from "../board/Piece";
import { words } from "../i18n";
import {
  clear,
  edit,
  fen,
  judge,
  LETTERS,
  layout,
  move,
  pieceAt,
  put,
  readText,
  ruleset,
  setTurn,
  tool,
  verdict,
} from "../state/editor";
import { current } from "../state/game";
import { shown } from "../state/lookback";
import { playFrom } from "../state/play";
import { prefs } from "../state/prefs";
import { go } from "../state/route";
import { setup } from "../state/setup";
import { sidesOf } from "../state/sides";
import { isTurned } from "../state/view";
import { Icon } from "./Icon";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

const emptyBoard = (size: number): string => `${Array(size).fill(String(size)).join("/")} b`;

export function EditorBoard() {
  const { size, pieces } = layout.value;
  return (
    <Board
      ruleset={ruleset.value}
      size={size}
      pieces={pieces}
      isFlipped={isTurned.value}
      notation={prefs.value.notation}
      marks={NO_MARKS}
      label={words.value.editor.heading}
      help={words.value.board.keys}
      describe={(point) => describePoint(words.value, ruleset.value, pieces, NO_MARKS, point)}
      canTake={(point) => pieceAt(point) !== null && isXiangqi(ruleset.value)}
      onTap={put}
      onDrop={move}
      onRelease={() => {}}
    />
  );
}

/** Opens the editor with the position on the board. */
function useEditing(): void {
  useEffect(() => {
    const position = shown.peek() ?? current.peek();
    if (position) edit(position.ruleset, position.fen);
    else edit(setup.peek().ruleset, setup.peek().ruleset === "xiangqi" ? START : emptyBoard(15));
    return judge();
  }, []);
}

export function EditorPanel() {
  useEditing();
  const { editor, sides } = words.value;
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
          <button type="button" onClick={() => readText(START)}>
            {editor.initial}
          </button>
        )}
      </div>
      <label class="field">
        <span class="label">{editor.fen}</span>
        <input
          value={fen.value}
          spellcheck={false}
          onChange={(event) => readText(event.currentTarget.value)}
        />
      </label>
      <Judgement />
      <div class="bar">
        <button
          type="button"
          class="primary"
          disabled={verdict.value.kind !== "legal" || verdict.value.position.status !== "playing"}
          onClick={() => playFrom({ ruleset: of, fen: fen.value, moves: [] })}
        >
          {editor.play}
        </button>
        <button type="button" onClick={() => go("#/")}>
          {editor.leave}
        </button>
      </div>
    </div>
  );
}

function Judgement() {
  const { editor } = words.value;
  const now = verdict.value;
  const isBad = now.kind === "refused";
  const text = {
    checking: () => editor.checking,
    refused: () => (now.kind === "refused" ? now.why : ""),
    legal: () => (now.kind === "legal" && now.position.status !== "playing" ? editor.over : editor.valid),
  }[now.kind]();
  return (
    <p class={`verdict ${isBad ? "bad" : ""}`} role="status">
      {text}
    </p>
  );
}

function Palette() {
  const { editor } = words.value;
  return (
    <div class="palette" role="group" aria-label={editor.piece}>
      {LETTERS.value.map((letter) => (
        <button
          type="button"
          key={letter}
          aria-pressed={tool.value === letter}
          aria-label={nameOfPiece(words.value, ruleset.value, letter)}
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
