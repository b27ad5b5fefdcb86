// The game on the table: before it begins only a position, then a game the server keeps.
import { batch, computed, signal } from "@preact/signals";
import { follow } from "../api/follow";
import type { Game, Position, Search, Side } from "../api/types";
import { sidesHeld } from "./keys";
import { isEngine, isGame, sidesOf } from "./sides";

export const current = signal<Position | Game | null>(null);
export const game = computed<Game | null>(() => (isGame(current.value) ? current.value : null));

/** A move that was sent and not yet answered; it is shown as made. */
export const pending = signal<string | null>(null);
export const thinking = signal<Search | null>(null);
export const link = signal<"off" | "live" | "reconnecting">("off");
/** The game that the address names does not exist any more. */
export const isGone = signal(false);

/** The chances of the first side after so many plies, as far as somebody searched there. */
export const chances = signal<ReadonlyMap<number, number>>(new Map());

export const held = computed<Side[]>(() => sidesHeld(game.value));
export const isWatching = computed(() => game.value !== null && held.value.length === 0);
export const isPlaying = computed(() => current.value?.status === "playing");
export const isEngineTurn = computed(
  () => game.value !== null && isPlaying.value && isEngine(game.value, game.value.turn),
);

/** Notes what a search says of a position, as the chance of the first side. */
export function note(position: Position, ply: number, search: Search, turn: Side): void {
  const [first] = sidesOf(position.ruleset);
  const chance = turn === first ? search.win_rate : 1 - search.win_rate;
  chances.value = new Map(chances.value).set(ply, chance);
}

/** Takes a state of the game on the table if it is newer than the one shown. */
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

/** Puts a game or a position on the table in the place of what was there. */
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

/** Listens to the game on the table; `onStranded` when an engine is to move and nobody asked it to. */
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
