// The current game. Until it starts it is only a position; then it is a game on the server.
import { batch, computed, signal } from "@preact/signals";
import { follow } from "../api/follow";
import type { Game, Position, Search, Side } from "../api/types";
import { ownSides } from "./seats";
import { isEngine, isGame, sidesOf } from "./sides";

export const current = signal<Position | Game | null>(null);
export const game = computed<Game | null>(() => (isGame(current.value) ? current.value : null));

/** A move that was sent but not confirmed; the board already shows it. */
export const pendingMove = signal<string | null>(null);
export const thinking = signal<Search | null>(null);
export const connection = signal<"off" | "live" | "reconnecting">("off");
/** Whether the game of the URL no longer exists. */
export const isNotFound = signal(false);

/** The winning chances of the first side, by ply, for the positions that were searched. */
export const chances = signal<ReadonlyMap<number, number>>(new Map());

export const mySides = computed<Side[]>(() => ownSides(game.value));
export const isWatching = computed(() => game.value !== null && mySides.value.length === 0);
export const isPlaying = computed(() => current.value?.status === "playing");
export const isEngineTurn = computed(
  () => game.value !== null && isPlaying.value && isEngine(game.value, game.value.turn),
);

/** Stores the result of a search as the winning chance of the first side. */
export function recordChance(position: Position, ply: number, search: Search, turn: Side): void {
  const [first] = sidesOf(position.ruleset);
  const chance = turn === first ? search.win_rate : 1 - search.win_rate;
  chances.value = new Map(chances.value).set(ply, chance);
}

/** Shows a state of the current game unless a newer one is already shown. */
export function updateGame(next: Game): void {
  const now = game.value;
  if (now?.id === next.id && now.version >= next.version) return;
  batch(() => {
    if (now?.id === next.id && next.ply < now.ply) {
      chances.value = new Map([...chances.value].filter(([ply]) => ply <= next.ply));
    }
    pendingMove.value = null;
    thinking.value = null;
    current.value = next;
  });
}

let stopFollowing = () => {};

/** Replaces the current game with another game or position. */
export function replaceGame(position: Position | Game | null): void {
  stopFollowing();
  batch(() => {
    current.value = position;
    pendingMove.value = null;
    thinking.value = null;
    chances.value = new Map();
    connection.value = "off";
    isNotFound.value = false;
  });
}

/** Follows the current game; calls `onEngineStalled` if an engine is to move but no request for its move is running. */
export function followGame(onEngineStalled: () => void): void {
  stopFollowing();
  const { id } = game.value ?? {};
  if (!id) return;
  let isFirst = true;
  stopFollowing = follow(id, {
    onEvent: (event) => {
      if (event.event === "game") {
        updateGame(event.data);
        if (isFirst && isEngineTurn.value && pendingMove.value === null) onEngineStalled();
        isFirst = false;
      } else if (event.event === "thinking" && game.value) {
        thinking.value = event.data;
        recordChance(game.value, game.value.ply, event.data, game.value.turn);
      } else if (event.event === "end") {
        connection.value = "off";
        isNotFound.value = event.data.reason === "deleted";
      }
    },
    onConnection: (state) => {
      connection.value = state;
      isFirst = true;
    },
    onRejected: () => {
      connection.value = "off";
      isNotFound.value = true;
    },
  });
}
