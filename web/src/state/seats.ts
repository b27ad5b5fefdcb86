// The seat tokens of this browser, for games created here and games joined by a link.
import type { Game, Side } from "../api/types";
import { GAMES_KEY, save } from "./prefs";
import { isGame, otherSide, sidesOf } from "./sides";

export type Tokens = Partial<Record<Side, string>>;

export interface SavedGame {
  id: string;
  ruleset: Game["ruleset"];
  at: string;
  /** Keyed by the side at the start of the game. An opening may swap the sides later. */
  tokens: Tokens;
  /** For the friend who has not joined yet. */
  invitation?: string;
  /** For spectators of a private game. */
  spectator?: string;
}

const MAX_SAVED = 20;

/** Where the moves of a game are kept. */
export const keptKey = (id: string): string => `duiyi.game.${id}`;

/** Saves the list, and forgets the moves of the games that are not in it any more. */
function saveGames(games: SavedGame[]): void {
  for (const { id } of savedGames()) {
    if (!games.some((other) => other.id === id)) localStorage.removeItem(keptKey(id));
  }
  save(GAMES_KEY, games);
}

export function savedGames(): SavedGame[] {
  try {
    return JSON.parse(localStorage.getItem(GAMES_KEY) ?? "[]");
  } catch {
    return [];
  }
}

const savedGame = (id: string): SavedGame | undefined => savedGames().find((game) => game.id === id);

type Secrets = Partial<Pick<SavedGame, "tokens" | "invitation" | "spectator">>;

/** Saves secrets of a game in addition to those that are already saved. */
export function saveSecrets(game: Pick<Game, "id" | "ruleset" | "created_at">, secrets: Secrets): void {
  const { id, ruleset, created_at: at } = game;
  const saved = savedGame(id) ?? { id, ruleset, at, tokens: {} };
  const entry = { ...saved, ...secrets, tokens: { ...saved.tokens, ...secrets.tokens } };
  saveGames([entry, ...savedGames().filter((other) => other.id !== id)].slice(0, MAX_SAVED));
}

export const removeSavedGame = (id: string): void => saveGames(savedGames().filter((game) => game.id !== id));

/** The games that this browser plays; it only watches the others. */
export const playedGames = (): SavedGame[] =>
  savedGames().filter(({ tokens }) => Object.keys(tokens).length > 0);

/** When a game was made, as far as this browser knows. */
export const madeAt = (id: string): string => savedGame(id)?.at ?? new Date().toISOString();

export const savedInvitation = (id: string): string | null => savedGame(id)?.invitation ?? null;
export const spectatorToken = (id: string): string | null => savedGame(id)?.spectator ?? null;

const tokensOf = (id: string): Tokens => savedGame(id)?.tokens ?? {};

/** Any token with which this browser may read the game and, with a seat, is present in it. */
export const readingToken = (id: string): string | null =>
  Object.values(tokensOf(id))[0] ?? spectatorToken(id);

export const hasSeat = (id: string): boolean => Object.keys(tokensOf(id)).length > 0;

/** The token of a side, which an opening may have swapped. */
export function tokenFor(game: Game, side: Side): string | null {
  const original = game.opening?.swapped ? otherSide(game.ruleset, side) : side;
  return tokensOf(game.id)[original] ?? null;
}

/** Saves the seats of a rematch, in which everybody keeps the token and has the other color. */
export function saveRematchSeats(game: Game, next: string): void {
  const tokens: Tokens = {};
  for (const side of sidesOf(game.ruleset)) {
    const token = tokenFor(game, side);
    if (token) tokens[otherSide(game.ruleset, side)] = token;
  }
  saveSecrets({ ...game, id: next, created_at: new Date().toISOString() }, { tokens });
}

/** The human sides that this browser plays; empty for a spectator. */
export function ownSides(game: Game | null): Side[] {
  if (!isGame(game)) return [];
  const human = sidesOf(game.ruleset).filter((side) => game.players[side]?.kind === "human");
  return game.seats === false ? human : human.filter((side) => tokenFor(game, side) !== null);
}
