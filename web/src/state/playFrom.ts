// Prepares the next game from a position of another one.
import { batch } from "@preact/signals";
import { startOf } from "../analysis/start";
import type { Game, Position, Side } from "../api/types";
import { mySides } from "./game";
import { MAX_LEVEL } from "./levels";
import { navigate } from "./route";
import { type Setup, startPosition, updateSetup } from "./setup";
import { otherSide, sidesOf } from "./sides";

type Line = Pick<Position, "ruleset" | "start_fen"> & Partial<Pick<Position, "options">>;

/** The settings that say the same as these options; without those that are not settings. */
function settingsOf({
  repetition,
  board_size,
  opening,
  forbidden_loses,
  overline_wins,
}: Position["options"]) {
  const settings: Partial<Setup> = {};
  if (repetition) settings.repetition = repetition;
  if (board_size) settings.boardSize = board_size;
  if (opening) settings.opening = opening;
  if (typeof forbidden_loses === "boolean") settings.forbiddenLoses = forbidden_loses;
  if (typeof overline_wins === "boolean") settings.overlineWins = overline_wins;
  return settings;
}

/** Prepares a game by the rules of this one from its position after these moves. The first move creates it. */
export function playFrom({ ruleset, options = {}, start_fen }: Line, moves: string[]): void {
  const { fen } = startOf({ ruleset, options, start_fen });
  batch(() => {
    updateSetup({ ruleset, ...settingsOf(options) });
    startPosition.value = { ...(fen ? { fen } : {}), moves, options };
    navigate("#/");
  });
}

/** The settings for the opponent that this side had; an engine if it was another person. */
function opponentOf({ ruleset, players }: Game, side: Side): Partial<Setup> {
  const engine = [otherSide(ruleset, side), side]
    .map((each) => players[each])
    .find((player) => player?.kind === "engine");
  if (engine?.kind !== "engine") return { opponent: mySides.value.length === 2 ? "here" : "engine" };
  const time = engine.limits?.time_ms;
  return { opponent: "engine", level: engine.level ?? MAX_LEVEL, ...(time ? { timeMs: time } : {}) };
}

/** Lets the user play the side that is to move after `ply` moves of a game, against the same opponent as there. */
export function tryAgain(now: Game, ply: number, side: Side): void {
  updateSetup({ seat: side === sidesOf(now.ruleset)[0] ? "first" : "second", ...opponentOf(now, side) });
  playFrom(
    now,
    now.moves.slice(0, ply).map(({ move }) => move),
  );
}
