// The time controls of a new game.
import type { ClockSettings } from "../api/types";

/** A time control as the user enters it: minutes, then seconds; 0 for none. */
export interface ClockChoice {
  minutes: number;
  increment: number;
  byoyomi: number;
  move: number;
}

export const PRESETS = {
  "5+0": { minutes: 5, increment: 0, byoyomi: 0, move: 0 },
  "10+5": { minutes: 10, increment: 5, byoyomi: 0, move: 0 },
  "15+10": { minutes: 15, increment: 10, byoyomi: 0, move: 0 },
  "10b30": { minutes: 10, increment: 0, byoyomi: 30, move: 0 },
  "20m60": { minutes: 20, increment: 5, byoyomi: 0, move: 60 },
  m30: { minutes: 0, increment: 0, byoyomi: 0, move: 30 },
} as const satisfies Record<string, ClockChoice>;

export type PresetName = keyof typeof PRESETS;

/** The clocks of games by correspondence, with their days per move. */
export const DAYS = { d1: 1, d3: 3, d7: 7, d14: 14 } as const;

export type DaysName = keyof typeof DAYS;

export const isDays = (clock: string): clock is DaysName => clock in DAYS;

/** The clock of the request; null for a game without a clock. */
export function settingsOf({ minutes, increment, byoyomi, move }: ClockChoice): ClockSettings | null {
  const settings: ClockSettings = {};
  if (minutes > 0) settings.initial_ms = Math.round(minutes * 60_000);
  if (minutes > 0 && increment > 0) settings.increment_ms = Math.round(increment * 1000);
  if (minutes > 0 && byoyomi > 0) settings.byoyomi_ms = Math.round(byoyomi * 1000);
  if (move > 0) settings.move_ms = Math.round(move * 1000);
  return settings.initial_ms || settings.move_ms ? settings : null;
}
