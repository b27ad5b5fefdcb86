// All own games, kept in this browser: hundreds of them, beyond the last ones whose seats the page keeps.
import { createStore, entries, get, set, setMany } from "idb-keyval";
import type { KeptGame } from "./keptGame";

export interface ArchivedGame {
  id: string;
  /** When the game was made. */
  at: string;
  kept: KeptGame;
}

const store = createStore("duiyi-games", "games");

/** Games without a move are not worth a place. */
export async function archive(game: ArchivedGame): Promise<void> {
  if (game.kept.moves.length === 0) return;
  // Without storage there is no archive.
  await set(game.id, game, store).catch(() => {});
}

export const archivedGame = async (id: string): Promise<ArchivedGame | null> =>
  (await get<ArchivedGame>(id, store).catch(() => undefined)) ?? null;

/** All games, the last one first. */
export async function archivedGames(): Promise<ArchivedGame[]> {
  const all = await entries<string, ArchivedGame>(store).catch(() => []);
  return all.map(([, game]) => game).sort((one, other) => other.at.localeCompare(one.at));
}

const FORMAT = "duiyi-games";

/** All games as the text of one file. */
export const exported = (games: readonly ArchivedGame[]): string =>
  JSON.stringify({ format: FORMAT, version: 1, games }, null, 1);

const isText = (value: unknown): value is string => typeof value === "string";

function isArchived(value: unknown): value is ArchivedGame {
  const { id, at, kept } = (value ?? {}) as Partial<ArchivedGame>;
  if (!isText(id) || !isText(at) || typeof kept !== "object" || kept === null) return false;
  const { ruleset, start_fen, moves, players, mine, chances } = kept;
  return (
    [ruleset, start_fen].every(isText) &&
    [moves, mine, chances].every(Array.isArray) &&
    moves.every(isText) &&
    typeof players === "object"
  );
}

/** The games of such a file; null if it is none. */
export function readExported(text: string): ArchivedGame[] | null {
  try {
    const { format, games } = JSON.parse(text) as { format?: unknown; games?: unknown };
    return format === FORMAT && Array.isArray(games) && games.every(isArchived) ? games : null;
  } catch {
    return null;
  }
}

/** Adds games, in place of those with the same id. */
export const importGames = (games: readonly ArchivedGame[]): Promise<void> =>
  setMany(
    games.map((game) => [game.id, game]),
    store,
  );
