// The settings of the next game.
import { computed, signal } from "@preact/signals";
import type { ClockSettings, NewGame, NewSeek, Options, Player, Ruleset, Side } from "../api/types";
import { ownName } from "./ownName";
import { load, save } from "./prefs";
import { otherSide, sidesOf } from "./sides";
import {
  type ClockChoice,
  DAYS,
  type DaysName,
  isDays,
  PRESETS,
  type PresetName,
  settingsOf,
} from "./timeControl";

export type Opponent = "engine" | "here" | "link" | "stranger";
export type Seat = "first" | "second" | "random";
export type ClockName = "none" | PresetName | DaysName | "custom";

export interface Setup {
  ruleset: Ruleset;
  opponent: Opponent;
  seat: Seat;
  level: number;
  timeMs: number;
  boardSize: number;
  opening: NonNullable<Options["opening"]>;
  forbiddenLoses: boolean;
  overlineWins: boolean;
  repetition: NonNullable<Options["repetition"]>;
  clock: ClockName;
  customClock: ClockChoice;
  isPrivate: boolean;
}

/** The start position of the next game; empty for the standard one. */
export interface StartPosition {
  fen?: string;
  moves?: string[];
  /** The options of the game that the position comes from. */
  options?: Options;
}

const STORAGE_KEY = "duiyi.setup";

export const setup = signal<Setup>(
  load<Setup>(STORAGE_KEY, {
    ruleset: "xiangqi",
    opponent: "engine",
    seat: "first",
    level: 3,
    timeMs: 1000,
    boardSize: 15,
    opening: "free",
    forbiddenLoses: false,
    overlineWins: true,
    repetition: "asian",
    clock: "none",
    customClock: { minutes: 10, increment: 0, byoyomi: 30, move: 0 },
    isPrivate: false,
  }),
);

export const startPosition = signal<StartPosition>({});

/** After how long an engine takes the place of a stranger who does not come; null for never. */
export const engineAfterMs = signal<number | null>(null);

export const openingsOf = (ruleset: Ruleset): Setup["opening"][] =>
  ruleset === "renju"
    ? ["free", "swap2", "soosyrv8", "taraguchi10"]
    : ["free", "swap", "swap2", "pro", "long_pro"];

export function updateSetup(change: Partial<Setup>): void {
  const next = { ...setup.value, ...change };
  // Only the server can draw the sides, and it does so for an invitation.
  if (next.opponent !== "link" && next.opponent !== "stranger" && next.seat === "random") next.seat = "first";
  if (!openingsOf(next.ruleset).includes(next.opening)) next.opening = "free";
  // A position set up on the old board does not fit the new one.
  if (next.ruleset !== setup.value.ruleset || next.boardSize !== setup.value.boardSize)
    startPosition.value = {};
  setup.value = next;
  save(STORAGE_KEY, next);
}

export const options = computed<Options>(() => {
  const { ruleset, boardSize, opening, forbiddenLoses, overlineWins, repetition } = setup.value;
  if (ruleset === "xiangqi") {
    // Some options have no setting. They hold until the user chooses another rule for repetition.
    const { options: given } = startPosition.value;
    return given?.repetition === repetition ? given : { repetition };
  }
  // An opening rule requires an empty board.
  const effectiveOpening = startPosition.value.fen ? "free" : opening;
  if (ruleset === "renju") return { opening: effectiveOpening, forbidden_loses: forbiddenLoses };
  const onBoard = { opening: effectiveOpening, board_size: boardSize };
  return ruleset === "caro" ? { ...onBoard, overline_wins: overlineWins } : onBoard;
});

/** The side that the user chose, the first one if the server draws. */
export const mySide = computed<Side>(() => {
  const [first, second] = sidesOf(setup.value.ruleset);
  return setup.value.seat === "second" ? second : first;
});

export const clockSettings = computed<ClockSettings | null>(() => {
  const { clock, customClock } = setup.value;
  if (clock === "none") return null;
  if (isDays(clock)) return { days_per_move: DAYS[clock] };
  return settingsOf(clock === "custom" ? customClock : PRESETS[clock]);
});

/** Two people at one screen, or somebody who studies a game, may ask the engine: all see the answer. */
export const oneScreen: Pick<NewGame, "players" | "seats" | "hints"> = {
  players: {},
  seats: true,
  hints: true,
};

/** A side that is left to chance. Only a player of a known side can have a name, so the page draws for one who has. */
function drawnSide(): Side | "random" {
  if (!ownName().name) return "random";
  const [first, second] = sidesOf(setup.value.ruleset);
  return Math.random() < 0.5 ? first : second;
}

type Seating = Pick<NewGame, "players" | "seats" | "side" | "private" | "hints" | "ready_check">;

function playersAndSeats(): Seating {
  const { ruleset, opponent, level, timeMs, seat, isPrivate } = setup.value;
  if (opponent === "link") {
    const side = seat === "random" ? drawnSide() : mySide.value;
    const isTimed = clockSettings.value !== null && !clockSettings.value.days_per_move;
    return {
      ...{ players: side === "random" ? {} : { [side]: { kind: "human", ...ownName() } } },
      ...{ seats: "invite", side },
      ...(isPrivate ? { private: true } : {}),
      // No clock runs before both are there.
      ...(isTimed ? { ready_check: true } : {}),
    };
  }
  if (opponent === "here") return oneScreen;
  const engine: Player = { kind: "engine", level, limits: { time_ms: timeMs } };
  return { players: { [otherSide(ruleset, mySide.value)]: engine }, seats: true };
}

/** What the user looks for in an opponent. Games with strangers begin at the usual position. */
export function newSeek(engineAfterMs: number | null): NewSeek {
  const { ruleset, seat, level } = setup.value;
  return {
    ruleset,
    options: options.value,
    clock: clockSettings.value,
    side: seat === "random" ? "random" : mySide.value,
    ...(engineAfterMs === null ? {} : { engine_after_ms: engineAfterMs, level }),
  };
}

export function newGame(): NewGame {
  const clock = clockSettings.value;
  return {
    ruleset: setup.value.ruleset,
    ...startPosition.value,
    options: options.value,
    ...playersAndSeats(),
    ...(clock ? { clock } : {}),
  };
}
