// How moves are counted, everywhere on the page. In Xiangqi a number covers a move of each side; elsewhere every stone has one.
import type { Position, Side } from "../api/types";
import { sidesOf } from "./sides";

type Start = Pick<Position, "ruleset" | "start_fen"> & { moves?: readonly { move: string }[] };

/** 1 if the second side moves first, in a game that starts from a position. */
const offsetOf = ({ ruleset, start_fen }: Start): number =>
  ruleset === "xiangqi" && / b /.test(`${start_fen} `) ? 1 : 0;

/** How many of the first moves place stones: choices of an opening do not, nor do the points that it offers for the fifth stone. */
function stonesAmong(moves: readonly { move: string }[]): number {
  let [stones, offers] = [0, 0];
  for (const { move } of moves) {
    const offered = /^offer_(\d+)$/.exec(move)?.[1];
    if (offered) offers = Number(offered);
    else if (!/^[a-s]\d+$/.test(move)) continue;
    else if (offers > 0) offers -= 1;
    else stones += 1;
  }
  return stones;
}

/** Whether the move that led to a ply placed a stone, or is one of Xiangqi. */
export const isCounted = ({ ruleset, moves = [] }: Start, ply: number): boolean =>
  ruleset === "xiangqi" ||
  moves.length < ply ||
  stonesAmong(moves.slice(0, ply)) > stonesAmong(moves.slice(0, ply - 1));

export interface MoveNumber {
  number: number;
  /** The side that made the move, where both sides share the number. */
  side: Side | null;
  isSecond: boolean;
}

/** The number of the move that led to a ply. */
export function numberOf(start: Start, ply: number): MoveNumber {
  if (start.ruleset !== "xiangqi") {
    const { moves = [] } = start;
    const number = moves.length < ply ? ply : stonesAmong(moves.slice(0, ply));
    return { number, side: null, isSecond: false };
  }
  const half = ply + offsetOf(start);
  const isSecond = half % 2 === 0;
  return { number: Math.ceil(half / 2), side: sidesOf(start.ruleset)[isSecond ? 1 : 0], isSecond };
}

/** A number as score sheets write it before a move: `7.`, or `7…` for the second side. */
export function numberText(start: Start, ply: number): string {
  if (!isCounted(start, ply)) return "";
  const { number, isSecond } = numberOf(start, ply);
  return `${number}${isSecond ? "…" : "."}`;
}

/** The plies of a score sheet, two in a row; 0 for an empty place. */
export function rowsOfMoves(start: Start, count: number): [number, number][] {
  const offset = offsetOf(start);
  const within = (ply: number) => (ply >= 1 && ply <= count ? ply : 0);
  return Array.from({ length: Math.ceil((count + offset) / 2) }, (_, row) => [
    within(row * 2 + 1 - offset),
    within(row * 2 + 2 - offset),
  ]);
}
