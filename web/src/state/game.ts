// The current game: only a position until it starts, then a game on the server.
import { batch, computed, signal } from "@preact/signals";
import { follow } from "../api/follow";
import type { Game, Position, Search, Side } from "../api/types";
import { sidesHeld } from "./keys";
import { isEngine, isGame, sidesOf } from "./sides";

export const current = signal<Position | Game | null>(null);
export const game = computed<Game | null>(() => (isGame(current.value) ? current.value : null));

/** A move that was sent but not confirmed; the board already shows it. */
export const pending = signal<string | null>(null);
export const thinking = signal<Search | null>(null);
export const link = signal<"off" | "live" | "reconnecting">("off");
/** Whether the game of the URL no longer exists. */
export const isGone = signal(false);

/** The winning chances of the first side, by ply, for the positions that were searched. */
export const chances = signal<ReadonlyMap<number, number>>(new Map());

export const held = computed<Side[]>(() => sidesHeld(game.value));
export const isWatching = computed(() => game.value !== null && held.value.length === 0);
export const isPlaying = computed(() => current.value?.status === "playing");
export const isEngineTurn = computed(
  () => game.value !== null && isPlaying.value && isEngine(game.value, game.value.turn),
);

/** Stores the result of a search as the winning chance of the first side. */
export function note(position: Position, ply: number, search: Search, turn: Side): void {
  const [first] = sidesOf(position.ruleset);
  const chance = turn === first ? search.win_rate : 1 - search.win_rate;
  chances.value = new Map(chances.value).set(ply, chance);
}

/** Accepts a state of the current game if it is newer than the one shown. */
export function accept(next: Game): void {
  const now = game.value;
  if (now?.id === next.id && now.version >= next.version) return;
  batch(() => {
    if (now?.id === next.id && next.ply < now.ply) {
      chances.value = new Map([...chances.value].filter(([ply]) => ply <= next.ply));
    }
    pending.value = null;
    thinking.value = null;
    current.value = next;
  });
}

let stopFollowing = () => {};

/** Replaces the current game with another game or position. */
export function lay(position: Position | Game | null): void {
  stopFollowing();
  batch(() => {
    current.value = position;
    pending.value = null;
    thinking.value = null;
    chances.value = new Map();
    link.value = "off";
    isGone.value = false;
  });
}

/** Follows the current game; calls `onStranded` when an engine is to move and no request asked it to. */
export function listen(onStranded: () => void): void {
  stopFollowing();
  const { id } = game.value ?? {};
  if (!id) return;
  let isFirst = true;
  stopFollowing = follow(id, {
    onEvent: (event) => {
      if (event.event === "game") {
        accept(event.data);
        if (isFirst && isEngineTurn.value && pending.value === null) onStranded();
        isFirst = false;
      } else if (event.event === "thinking" && game.value) {
        thinking.value = event.data;
        note(game.value, game.value.ply, event.data, game.value.turn);
      } else if (event.event === "end") {
        link.value = "off";
        isGone.value = event.data.reason === "deleted";
      }
    },
    onLink: (state) => {
      link.value = state;
      isFirst = true;
    },
    onRefused: () => {
      link.value = "off";
      isGone.value = true;
    },
  });
}
