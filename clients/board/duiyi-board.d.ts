import type { Game } from "duiyi";

/** `<duiyi-board>`: a board for Xiangqi, Gomoku, Renju and Caro. */
export class DuiyiBoard extends HTMLElement {
  /** The moves that may be made, without a `game`. Null, the default, allows any move of the side to move. */
  legalMoves: readonly string[] | null;
  /** The state of the game that the element follows; null without one. */
  readonly state: Game | null;
}

declare global {
  interface HTMLElementTagNameMap {
    "duiyi-board": DuiyiBoard;
  }
}
