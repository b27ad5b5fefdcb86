// Draws the pieces and stones of a board.
import { prefs } from "../state/prefs";
import type { Letter } from "./fen";
import { hasSameSigns, type PieceSet, signOf } from "./pieceSets";

export function Gradients() {
  return (
    <defs>
      <radialGradient id="disc" cx="38%" cy="30%" r="80%">
        <stop offset="0" class="disc-light" />
        <stop offset="0.7" class="disc-middle" />
        <stop offset="1" class="disc-dark" />
      </radialGradient>
      <radialGradient id="black" cx="36%" cy="28%" r="78%">
        <stop offset="0" class="black-light" />
        <stop offset="0.45" class="black-middle" />
        <stop offset="1" class="black-dark" />
      </radialGradient>
      <radialGradient id="white" cx="36%" cy="28%" r="80%">
        <stop offset="0" class="white-light" />
        <stop offset="0.6" class="white-middle" />
        <stop offset="1" class="white-dark" />
      </radialGradient>
      <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" class="wood-light" />
        <stop offset="1" class="wood-dark" />
      </linearGradient>
    </defs>
  );
}

interface PieceProps {
  letter: Letter;
  x: number;
  y: number;
  isDragged?: boolean;
  isSelected?: boolean;
}

export function Piece({ letter, x, y, isDragged = false, isSelected = false }: PieceProps) {
  const side = letter === letter.toUpperCase() ? "red" : "black";
  return (
    <g
      class={`piece ${side}${isDragged ? " dragged" : ""}${isSelected ? " selected" : ""}`}
      style={{ transform: `translate(${x}px, ${y}px)` }}
    >
      <Disc letter={letter} />
    </g>
  );
}

/** A piece without its place. `set` is the user's own unless it is given. */
export function Disc({ letter, set = prefs.value.pieces }: { letter: Letter; set?: PieceSet }) {
  const isDark = hasSameSigns(set) && letter === letter.toLowerCase();
  return (
    <g class={isDark ? "dark" : undefined}>
      <circle cx={0.02} cy={0.055} r={0.445} class="shadow" />
      <circle r={0.445} class="rim" />
      <circle r={0.425} class="disc" fill="url(#disc)" />
      <circle r={0.355} class="ring" />
      <PieceSign letter={letter} set={set} />
    </g>
  );
}

function PieceSign({ letter, set }: { letter: Letter; set: PieceSet }) {
  const sign = signOf(set, letter);
  if ("text" in sign) {
    return (
      <text y={set === "letters" ? 0.025 : 0.015} class={`glyph ${set}`}>
        {sign.text}
      </text>
    );
  }
  return (
    <g class="glyph picture-sign">
      <path d={sign.shape} />
      {sign.strokes && <path d={sign.strokes} class="strokes" />}
    </g>
  );
}

interface StoneProps {
  letter: Letter;
  x: number;
  y: number;
  number: number | null;
}

export function Stone({ letter, x, y, number }: StoneProps) {
  const color = letter === "b" ? "black" : "white";
  return (
    <g class={`stone ${color}`} transform={`translate(${x} ${y})`}>
      <circle cx={0.025} cy={0.06} r={0.45} class="shadow" />
      <circle r={0.45} fill={`url(#${color})`} class="body" />
      {number !== null && <text class={number > 99 ? "long" : ""}>{number}</text>}
    </g>
  );
}
