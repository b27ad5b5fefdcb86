// The coordinates at the edge of the board, in the style of the chosen notation.
import type { Ruleset } from "../api/types";
import type { Notation } from "../state/prefs";
import { fileLetter, isXiangqi, screenPosition, type Size } from "./geometry";

const NUMERALS = "一二三四五六七八九";

/** How far the coordinates are from the outer lines: beyond the pieces there and all marks around them. */
const OUTSIDE = { xiangqi: 0.74, gomoku: 0.78 };

interface Props {
  ruleset: Ruleset;
  size: Size;
  isFlipped: boolean;
  notation: Notation;
}

export function Coordinates({ ruleset, size, isFlipped, notation }: Props) {
  const files = [...Array(size.files).keys()];
  const ranks = [...Array(size.ranks).keys()];
  const x = (file: number) => screenPosition({ file, rank: 0 }, size, isFlipped).x;
  const y = (rank: number) => screenPosition({ file: 0, rank }, size, isFlipped).y;
  const bottom = size.ranks - 1;
  const outside = isXiangqi(ruleset) ? OUTSIDE.xiangqi : OUTSIDE.gomoku;
  if (isXiangqi(ruleset) && notation !== "coordinates") {
    // Each side counts the files from its own right.
    const red = (file: number) => (notation === "chinese" ? NUMERALS.charAt(8 - file) : 9 - file);
    const rows = isFlipped
      ? { red: -outside, black: bottom + outside }
      : { red: bottom + outside, black: -outside };
    return (
      <g class={`coordinates ${notation}`}>
        {files.map((file) => (
          <g key={file}>
            <text x={x(file)} y={rows.red}>
              {red(file)}
            </text>
            <text x={x(file)} y={rows.black}>
              {file + 1}
            </text>
          </g>
        ))}
      </g>
    );
  }
  const lowest = isXiangqi(ruleset) ? 0 : 1;
  return (
    <g class="coordinates">
      {files.map((file) => (
        <text key={`f${file}`} x={x(file)} y={bottom + outside}>
          {fileLetter(file)}
        </text>
      ))}
      {ranks.map((rank) => (
        <text key={`r${rank}`} x={isXiangqi(ruleset) ? -0.57 : -outside} y={y(rank)}>
          {rank + lowest}
        </text>
      ))}
    </g>
  );
}
