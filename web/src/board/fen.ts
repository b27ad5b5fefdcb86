// Reads and writes the board part of a FEN, for Xiangqi and Gomoku.
import type { Ruleset } from "../api/types";
import { isXiangqi, type Point, type Size } from "./geometry";

/** A letter of the FEN: `K` to `p` in Xiangqi, `b` and `w` in Gomoku. */
export type Letter = string;

export interface PlacedPiece {
  readonly letter: Letter;
  readonly point: Point;
}

export interface Layout {
  readonly size: Size;
  readonly pieces: readonly PlacedPiece[];
  /** The letter of the side to move. */
  readonly turn: string;
}

/** Whether a text is a position, not a record or a list of moves. */
export const isFen = (text: string): boolean =>
  /^[^\s[{(]*\/[^\s[{(]*(\s+[-\w/]+)*$/.test(text) && !text.includes("\n");

export function readFen(fen: string): Layout {
  const [board = "", turn = ""] = fen.trim().split(/\s+/);
  const rows = board.split("/");
  const pieces: PlacedPiece[] = [];
  let files = 0;
  rows.forEach((row, index) => {
    let file = 0;
    for (const token of row.match(/\d+|[A-Za-z]/g) ?? []) {
      const run = Number(token);
      if (Number.isNaN(run)) {
        pieces.push({ letter: token, point: { file, rank: rows.length - 1 - index } });
        file += 1;
      } else {
        file += run;
      }
    }
    files = Math.max(files, file);
  });
  return { size: { files, ranks: rows.length }, pieces, turn };
}

export function writeFen(ruleset: Ruleset, layout: Layout): string {
  const { size, pieces, turn } = layout;
  const rows: string[] = [];
  for (let rank = size.ranks - 1; rank >= 0; rank -= 1) {
    let row = "";
    let run = 0;
    for (let file = 0; file < size.files; file += 1) {
      const piece = pieces.find(({ point }) => point.file === file && point.rank === rank);
      if (!piece) {
        run += 1;
        continue;
      }
      row += (run > 0 ? run : "") + piece.letter;
      run = 0;
    }
    rows.push(row + (run > 0 ? run : ""));
  }
  return `${rows.join("/")} ${turn}${isXiangqi(ruleset) ? " - - 0 1" : ""}`;
}
