// What a clock shows, computed from the clock of the game and the time of the server.
import type { Clock, Side } from "../api/types";

export interface ClockReading {
  /** The game time left, or in byo-yomi the time left for this move. */
  ms: number;
  isByoyomi: boolean;
  isRunning: boolean;
  /** The time left for this move where the clock limits each move and also the whole game. */
  moveMs: number | null;
  isLow: boolean;
}

const CLOSEST_LOW_MS = 5_000;
const MOVE_LOW_MS = 10_000;
const GAME_LOW_MS = 30_000;

/** The time for one move becomes low in its last third, the game time in its last eighth. */
const lowMoveMs = (periodMs: number): number => Math.min(MOVE_LOW_MS, periodMs / 3);
const lowGameMs = (initialMs: number): number =>
  Math.min(GAME_LOW_MS, Math.max(CLOSEST_LOW_MS, initialMs / 8), initialMs / 2);

export function readClock(clock: Clock, side: Side, now: number): ClockReading {
  const isRunning = clock.running === side;
  const elapsed = isRunning ? Math.max(0, now - Date.parse(clock.at)) : 0;
  const untilFlag = isRunning && clock.deadline ? Math.max(0, Date.parse(clock.deadline) - now) : null;
  const { initial_ms: initial, move_ms: perMove, byoyomi_ms: byoyomi } = clock;
  const gameMs = (clock.remaining_ms[side] ?? 0) - elapsed;
  const base = { isRunning, isByoyomi: false, moveMs: null };
  if (!initial) {
    const ms = untilFlag ?? perMove ?? 0;
    return { ...base, ms, isLow: isRunning && ms <= lowMoveMs(perMove ?? 0) };
  }
  if (byoyomi && (clock.byoyomi[side] || gameMs <= 0)) {
    const ms = untilFlag ?? byoyomi;
    return { ...base, ms, isByoyomi: true, isLow: isRunning && ms <= lowMoveMs(byoyomi) };
  }
  const ms = Math.max(0, gameMs);
  // What the game time allows is shown anyway; an earlier deadline comes from the limit of the move.
  const isLimited = perMove && untilFlag !== null && untilFlag < gameMs + (byoyomi ?? 0);
  const moveMs = isLimited ? untilFlag : null;
  const isMoveLow = moveMs !== null && moveMs <= lowMoveMs(perMove ?? 0);
  // Before byo-yomi, the end of the game time loses nothing.
  const isGameLow = !byoyomi && ms <= lowGameMs(initial);
  return { ...base, ms, moveMs, isLow: isMoveLow || isGameLow };
}

/** The time until the side loses if it does not move. */
export const lossMs = ({ ms, moveMs }: ClockReading): number => Math.min(ms, moveMs ?? ms);

const TENTHS_BELOW_MS = 10_000;

/** `1:02:03`, `12:03`, `0:09.7`: rounded down, so that a clock at zero has run out. */
export function formatClock(ms: number): string {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  const text = `${minutes}:${two(seconds % 60)}`;
  return ms < TENTHS_BELOW_MS ? `${text}.${tenths % 10}` : text;
}

/** The time until `formatClock` gives another text. */
export function nextChangeMs(ms: number): number {
  if (ms <= 0) return Number.POSITIVE_INFINITY;
  // From 10.000 s on the text has tenths.
  if (ms >= TENTHS_BELOW_MS) return (ms % 1000) + 1;
  return (ms % 100) + 1;
}
