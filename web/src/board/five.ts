// Finds the winning row of stones, so that the board can highlight it.
import type { Placed } from "./fen";
import { type Point, same } from "./geometry";

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** A row of at least five equal stones through the last stone; empty when there is none. */
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
