// The running games of this browser, for the front page: first those in which it is the user's turn.
import { signal } from "@preact/signals";
import { ApiError, send } from "../api/server";
import { keepState, keptGame } from "./keep";
import type { KeptGame } from "./keptGame";
import { ownSides, playedGames, readingToken } from "./seats";

export interface RunningGame {
  id: string;
  kept: KeptGame;
  isMyTurn: boolean;
}

/** More of them are in the list of games. */
const MOST = 6;

/** The games that the server does not have any more, since this page was opened. */
const gone = new Set<string>();

const isRunning = ({ status }: KeptGame): boolean => status === "playing" || status === "waiting";

/** The running games as this browser last saw them. */
function keptRunning(): RunningGame[] {
  const games = playedGames().flatMap(({ id }) => {
    const kept = gone.has(id) ? null : keptGame(id);
    return kept && isRunning(kept) ? [{ id, kept, isMyTurn: isTurnOf(kept) }] : [];
  });
  return games.sort((one, other) => Number(other.isMyTurn) - Number(one.isMyTurn)).slice(0, MOST);
}

const isTurnOf = ({ status, turn, mine }: KeptGame): boolean =>
  status === "playing" && turn !== null && mine.includes(turn);

export const running = signal<readonly RunningGame[]>(keptRunning());

/** Asks the server for the games that may have changed since. */
async function refresh({ id, kept }: RunningGame): Promise<void> {
  try {
    // A request with the token of a seat would show the user as present in the game.
    const found = await send("get_game", { path: { id }, token: kept.private ? readingToken(id) : null });
    keepState(found, ownSides(found));
  } catch (error) {
    if (error instanceof ApiError && error.code === "game_not_found") gone.add(id);
  }
}

export async function refreshRunning(): Promise<void> {
  running.value = keptRunning();
  await Promise.all(running.value.map(refresh));
  running.value = keptRunning();
}
