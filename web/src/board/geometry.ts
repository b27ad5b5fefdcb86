// The points of a board. Files count from the left and ranks from the bottom, from the first side's view.
import type { Ruleset } from "../api/types";

export interface Point {
  readonly file: number;
  readonly rank: number;
}

export interface Size {
  readonly files: number;
  readonly ranks: number;
}

export const isXiangqi = (ruleset: Ruleset): boolean => ruleset === "xiangqi";

export const XIANGQI_SIZE: Size = { files: 9, ranks: 10 };

const A = "a".charCodeAt(0);

/** The number of the lowest rank: 0 in Xiangqi, 1 in Gomoku. */
const lowestRank = (ruleset: Ruleset): number => (isXiangqi(ruleset) ? 0 : 1);

export const fileLetter = (file: number): string => String.fromCharCode(A + file);

export function pointName(ruleset: Ruleset, point: Point): string {
  return fileLetter(point.file) + (point.rank + lowestRank(ruleset));
}

export const isSamePoint = (a: Point, b: Point): boolean => a.file === b.file && a.rank === b.rank;

/** The points of a move: two in Xiangqi, one in Gomoku, none for a choice in an opening. */
export function pointsOf(ruleset: Ruleset, move: string): Point[] {
  if (!/^([a-t]\d{1,2}){1,2}$/.test(move)) return [];
  const names = move.match(/[a-t]\d{1,2}/g) ?? [];
  return names.map((name) => ({
    file: name.charCodeAt(0) - A,
    rank: Number(name.slice(1)) - lowestRank(ruleset),
  }));
}

/** All points in rows, from the top of the board as it is shown. */
export function rowsOf(size: Size, isFlipped: boolean): Point[][] {
  const files = [...Array(size.files).keys()];
  const ranks = [...Array(size.ranks).keys()].reverse();
  const rows = ranks.map((rank) => files.map((file) => ({ file, rank })));
  return isFlipped ? rows.reverse().map((row) => row.reverse()) : rows;
}

/** The position of a point on the screen, in cells from the left and from the top. */
export function screenPosition(point: Point, size: Size, isFlipped: boolean): { x: number; y: number } {
  return isFlipped
    ? { x: size.files - 1 - point.file, y: point.rank }
    : { x: point.file, y: size.ranks - 1 - point.rank };
}
