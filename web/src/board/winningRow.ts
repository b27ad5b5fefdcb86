// Finds the winning row of stones, so that the board can highlight it.
import type { PlacedPiece } from "./fen";
import { type Point, isSamePoint } from "./geometry";

/** The directions of a row, in files and ranks. */
export const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** A row of at least five equal stones through the last stone; empty when there is none. */
export function winningRowThrough(pieces: readonly PlacedPiece[], last: Point): Point[] {
  const colorAt = (point: Point) => pieces.find((piece) => isSamePoint(piece.point, point))?.letter;
  const color = colorAt(last);
  if (!color) return [];
  const walk = (file: number, rank: number): Point[] => {
    const points: Point[] = [];
    let at = { file: last.file + file, rank: last.rank + rank };
    while (colorAt(at) === color) {
      points.push(at);
      at = { file: at.file + file, rank: at.rank + rank };
    }
    return points;
  };
  const rows = DIRECTIONS.map(([file, rank]) => [last, ...walk(file, rank), ...walk(-file, -rank)]);
  return rows.find((row) => row.length >= 5) ?? [];
}
