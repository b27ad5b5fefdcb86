// The games that this browser has watched lately.
import { effect } from "@preact/signals";
import type { Game } from "../api/types";
import { game, isWatching } from "./game";
import { save } from "./prefs";

const STORAGE_KEY = "duiyi.watched";
const MOST = 12;

export type WatchedGame = Pick<Game, "id" | "ruleset" | "players" | "status" | "winner" | "private">;

export function watchedGames(): WatchedGame[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
  } catch {
    return [];
  }
}

effect(() => {
  const now = game.value;
  if (!now || !isWatching.value) return;
  const { id, ruleset, players, status, winner } = now;
  const entry = { ...{ id, ruleset, players, status, winner }, private: now.private };
  save(STORAGE_KEY, [entry, ...watchedGames().filter((other) => other.id !== id)].slice(0, MOST));
});
