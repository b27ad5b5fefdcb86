// Keeps the moves and evaluations of this browser's games: a reload shows them again, the list of games names opponents
// and results, and a game that the server has lost can be made again.
import { effect } from "@preact/signals";
import type { ClockSettings, Game, Position, Side } from "../api/types";
import { archive } from "./archive";
import { chances, game } from "./game";
import type { KeptGame } from "./keptGame";
import { save } from "./prefs";
import { hasSeat, keptKey, madeAt, ownSides } from "./seats";

/** What entries of earlier versions of the page lack. */
const ADDED: Pick<KeptGame, "private" | "clock" | "turn"> = { private: false, clock: null, turn: null };

export function keptGame(id: string): KeptGame | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keptKey(id)) ?? "null");
    return kept && { ...ADDED, ...kept };
  } catch {
    return null;
  }
}

/** The start of a kept game as a request names it. An opening rule needs an empty board, which is the default. */
export function startOf({ ruleset, options, start_fen, moves }: KeptGame) {
  const hasOpening = options.opening !== undefined && options.opening !== "free";
  return { ruleset, options, moves, ...(hasOpening ? {} : { fen: start_fen }) };
}

/** Shows the kept evaluations of a game again, up to the ply at which its moves differ. */
export function restoreChances(now: Position & { id: string }): void {
  const kept = keptGame(now.id);
  if (!kept) return;
  const differing = kept.moves.findIndex((move, index) => now.moves[index]?.move !== move);
  const last = differing < 0 ? kept.moves.length : differing;
  chances.value = new Map(kept.chances.filter(([ply]) => ply <= last));
}

/** The settings of a clock, without the times that are left. */
function settingsOf(clock: Game["clock"]): ClockSettings | null {
  if (!clock) return null;
  const { initial_ms, increment_ms, move_ms, byoyomi_ms, first_move_ms } = clock;
  return { initial_ms, increment_ms, move_ms, byoyomi_ms, first_move_ms };
}

function snapshot(now: Game, mine: Side[], known: KeptGame["chances"]): KeptGame {
  const { ruleset, options, start_fen, players, status, winner, turn, hints } = now;
  return {
    ...{ ruleset, options, start_fen, players, status, winner, turn, hints },
    private: now.private,
    clock: settingsOf(now.clock),
    moves: now.moves.map(({ move }) => move),
    mine,
    chances: known,
  };
}

/** Keeps a game here and in the archive. */
export function keepGame(id: string, kept: KeptGame): void {
  save(keptKey(id), kept);
  void archive({ id, at: madeAt(id), kept });
}

/** Keeps the state of a game that is not on the board. */
export const keepState = (now: Game, mine: Side[]): void =>
  keepGame(now.id, snapshot(now, mine, keptGame(now.id)?.chances ?? []));

const SAVE_DELAY_MS = 400;
let unsaved: { id: string; kept: KeptGame } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function saveNow(): void {
  clearTimeout(timer);
  if (unsaved && hasSeat(unsaved.id)) keepGame(unsaved.id, unsaved.kept);
  unsaved = null;
}

effect(() => {
  const now = game.value;
  if (unsaved && unsaved.id !== now?.id) saveNow();
  if (!now) return;
  unsaved = { id: now.id, kept: snapshot(now, ownSides(now), [...chances.value]) };
  clearTimeout(timer);
  timer = setTimeout(saveNow, SAVE_DELAY_MS);
});

window.addEventListener("pagehide", saveNow);
