// How moves are counted, everywhere on the page. In Xiangqi a number covers a move of each side; elsewhere every stone has one.
import type { Position, Side } from "../api/types";
import { sidesOf } from "./sides";

type Start = Pick<Position, "ruleset" | "start_fen"> & { moves?: readonly { move: string }[] };

/** 1 if the second side moves first, in a game that starts from a position. */
const offsetOf = ({ ruleset, start_fen }: Start): number =>
  start_fen.split(" ")[1] === (ruleset === "xiangqi" ? "b" : "w") ? 1 : 0;

/**
 * The number of the stone that each move places; null for a choice of an opening, and for a point that is offered for the fifth
 * stone.
 */
export function stoneNumbers(moves: readonly { move: string }[]): readonly (number | null)[] {
  let [stones, offers] = [0, 0];
  return moves.map(({ move }) => {
    const offered = /^offer_(\d+)$/.exec(move)?.[1];
    if (offered) offers = Number(offered);
    else if (/^[a-t]\d+$/.test(move)) {
      if (offers === 0) return ++stones;
      offers -= 1;
    }
    return null;
  });
}

/** The numbers of the stones on the board by their points. */
export function numbersOnBoard(moves: readonly { move: string }[]): ReadonlyMap<string, number> {
  const numbers = stoneNumbers(moves);
  return new Map(
    moves.flatMap(({ move }, index) => {
      const number = numbers[index];
      return number ? [[move, number] as const] : [];
    }),
  );
}

/** Whether the move that led to a ply placed a stone, or is one of Xiangqi. */
const isCounted = ({ ruleset, moves = [] }: Start, ply: number): boolean =>
  ruleset === "xiangqi" || moves.length < ply || stoneNumbers(moves)[ply - 1] !== null;

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
    const number = moves.length < ply ? ply : Math.max(0, ...stoneNumbers(moves.slice(0, ply)).map(Number));
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

/** A row of a score sheet: a move of each side, by its ply, or a choice of an opening, which belongs to neither column. */
export interface ScoreRow {
  number: number | null;
  /** 0 for an empty place. */
  plies: readonly [first: number, second: number] | readonly [choice: number];
}

/** The rows of a score sheet. The stones stay in the column of their color, no matter who places them. */
export const scoreRows = (start: Start, count: number): readonly ScoreRow[] =>
  start.ruleset === "xiangqi" ? rowsOfMoves(start, count) : rowsOfStones(start, count);

function rowsOfMoves(start: Start, count: number): ScoreRow[] {
  const offset = offsetOf(start);
  const within = (ply: number) => (ply >= 1 && ply <= count ? ply : 0);
  return Array.from({ length: Math.ceil((count + offset) / 2) }, (_, row) => ({
    number: row + 1,
    plies: [within(row * 2 + 1 - offset), within(row * 2 + 2 - offset)],
  }));
}

function rowsOfStones(start: Start, count: number): ScoreRow[] {
  const offset = offsetOf(start);
  const rows: ScoreRow[] = [];
  stoneNumbers((start.moves ?? []).slice(0, count)).forEach((number, index) => {
    const ply = index + 1;
    const last = rows.at(-1);
    if (number === null) rows.push({ number, plies: [ply] });
    else if ((number + offset) % 2 === 1) rows.push({ number, plies: [ply, 0] });
    else if (last?.plies[1] === 0) last.plies = [last.plies[0], ply];
    else rows.push({ number, plies: [0, ply] });
  });
  return rows;
}
