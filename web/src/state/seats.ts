// The seat tokens of this browser. Tokens of games created here persist. A token from a link lasts until the tab closes.
import type { Game, Side } from "../api/types";
import { save } from "./prefs";
import { isGame, otherSide, sidesOf } from "./sides";

export type Tokens = Partial<Record<Side, string>>;

export interface SavedGame {
  id: string;
  ruleset: Game["ruleset"];
  at: string;
  /** Keyed by the side at the start of the game. An opening may swap the sides later. */
  tokens: Tokens;
}

const GAMES_KEY = "duiyi.games";
const SEAT_KEY_PREFIX = "duiyi.seat.";
const MAX_SAVED = 20;

export function savedGames(): SavedGame[] {
  try {
    return JSON.parse(localStorage.getItem(GAMES_KEY) ?? "[]");
  } catch {
    return [];
  }
}

export function saveGame(game: Game, tokens: Tokens): void {
  const entry = { id: game.id, ruleset: game.ruleset, at: game.created_at, tokens };
  save(GAMES_KEY, [entry, ...savedGames()].slice(0, MAX_SAVED));
}

export function removeSavedGame(id: string): void {
  save(
    GAMES_KEY,
    savedGames().filter((game) => game.id !== id),
  );
}

export const saveSeat = (id: string, tokens: Tokens): void =>
  sessionStorage.setItem(SEAT_KEY_PREFIX + id, JSON.stringify({ ...seatTokens(id), ...tokens }));

/** The seat for the friend who opens the invitation link. */
export interface Invitation {
  side: Side;
  token: string;
}

const INVITATION_KEY_PREFIX = "duiyi.invite.";

export const saveInvitation = (id: string, invitation: Invitation): void =>
  sessionStorage.setItem(INVITATION_KEY_PREFIX + id, JSON.stringify(invitation));

export const savedInvitation = (id: string): Invitation | null =>
  JSON.parse(sessionStorage.getItem(INVITATION_KEY_PREFIX + id) ?? "null");

const seatTokens = (id: string): Tokens => JSON.parse(sessionStorage.getItem(SEAT_KEY_PREFIX + id) ?? "{}");

const tokensOf = (id: string): Tokens => ({
  ...savedGames().find((game) => game.id === id)?.tokens,
  ...seatTokens(id),
});

/** The token of a side, which an opening may have swapped. */
export function tokenFor(game: Game, side: Side): string | null {
  const original = game.opening?.swapped ? otherSide(game.ruleset, side) : side;
  return tokensOf(game.id)[original] ?? null;
}

/** The human sides that this browser plays; empty for a spectator. */
export function ownSides(game: Game | null): Side[] {
  if (!isGame(game)) return [];
  const human = sidesOf(game.ruleset).filter((side) => game.players[side]?.kind === "human");
  return game.seats === false ? human : human.filter((side) => tokenFor(game, side) !== null);
}
