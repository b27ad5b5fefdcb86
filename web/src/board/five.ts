// The stones of a finished row, to be shown.
import type { Placed } from "./fen";
import { type Point, same } from "./geometry";

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** The longest row of five or more through the last stone; nothing when there is none. */
export function rowThrough(pieces: readonly Placed[], last: Point): Point[] {
  const colourAt = (point: Point) => pieces.find((piece) => same(piece.point, point))?.letter;
  const colour = colourAt(last);
  if (!colour) return [];
  const walk = (file: number, rank: number): Point[] => {
    const points: Point[] = [];
    let at = { file: last.file + file, rank: last.rank + rank };
    while (colourAt(at) === colour) {
      points.push(at);
      at = { file: at.file + file, rank: at.rank + rank };
    }
    return points;
  };
  const rows = DIRECTIONS.map(([file, rank]) => [last, ...walk(file, rank), ...walk(-file, -rank)]);
  return rows.find((row) => row.length >= 5) ?? [];
}
