// The settings of the next game.
import { computed, signal } from "@preact/signals";
import type { NewGame, Options, Player, Ruleset, Side } from "../api/types";
import { load, save } from "./prefs";
import { sidesOf } from "./sides";

export type Opponent = "engine" | "here" | "link";
export type Seat = "first" | "second";

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
}

/** The start position of the next game; empty for the standard one. */
export interface StartPosition {
  fen?: string;
  moves?: string[];
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
  }),
);

export const startPosition = signal<StartPosition>({});

export const openingsOf = (ruleset: Ruleset): Setup["opening"][] =>
  ruleset === "renju"
    ? ["free", "swap2", "soosyrv8", "taraguchi10"]
    : ["free", "swap", "swap2", "pro", "long_pro"];

export function updateSetup(change: Partial<Setup>): void {
  const next = { ...setup.value, ...change };
  if (!openingsOf(next.ruleset).includes(next.opening)) next.opening = "free";
  // A position set up on the old board does not fit the new one.
  if (next.ruleset !== setup.value.ruleset || next.boardSize !== setup.value.boardSize)
    startPosition.value = {};
  setup.value = next;
  save(STORAGE_KEY, next);
}

export const options = computed<Options>(() => {
  const { ruleset, boardSize, opening, forbiddenLoses, overlineWins, repetition } = setup.value;
  if (ruleset === "xiangqi") return { repetition };
  // An opening rule requires an empty board.
  const effectiveOpening = startPosition.value.fen ? "free" : opening;
  if (ruleset === "renju") return { opening: effectiveOpening, forbidden_loses: forbiddenLoses };
  const onBoard = { opening: effectiveOpening, board_size: boardSize };
  return ruleset === "caro" ? { ...onBoard, overline_wins: overlineWins } : onBoard;
});

export const mySide = computed<Side>(() => {
  const [first, second] = sidesOf(setup.value.ruleset);
  return setup.value.seat === "first" ? first : second;
});

export function newGame(): NewGame {
  const { ruleset, opponent, level, timeMs } = setup.value;
  const engine: Player = { kind: "engine", level, limits: { time_ms: timeMs } };
  const [first, second] = sidesOf(ruleset);
  const engineSide = mySide.value === first ? second : first;
  return {
    ruleset,
    options: options.value,
    ...startPosition.value,
    players: opponent === "engine" ? { [engineSide]: engine } : {},
    seats: true,
  };
}
