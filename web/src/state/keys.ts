// The seat tokens of this browser. Those of its own games persist; a seat from a link lasts until the tab closes.
import type { Game, Side } from "../api/types";
import { save } from "./prefs";
import { isGame, otherSide, sidesOf } from "./sides";

export type Tokens = Partial<Record<Side, string>>;

export interface KeptGame {
  id: string;
  ruleset: Game["ruleset"];
  at: string;
  /** By the color at the start; an opening may swap the colors later. */
  tokens: Tokens;
}

const OWN = "duiyi.games";
const SEAT = "duiyi.seat.";
const MOST_KEPT = 20;

export function ownGames(): KeptGame[] {
  try {
    return JSON.parse(localStorage.getItem(OWN) ?? "[]");
  } catch {
    return [];
  }
}

export function keepOwn(game: Game, tokens: Tokens): void {
  const entry = { id: game.id, ruleset: game.ruleset, at: game.created_at, tokens };
  save(OWN, [entry, ...ownGames()].slice(0, MOST_KEPT));
}

export function forget(id: string): void {
  save(
    OWN,
    ownGames().filter((game) => game.id !== id),
  );
}

export const keepSeat = (id: string, tokens: Tokens): void =>
  sessionStorage.setItem(SEAT + id, JSON.stringify({ ...seatTokens(id), ...tokens }));

/** The seat for the friend who opens the invitation link. */
export interface Invitation {
  side: Side;
  token: string;
}

const INVITATION = "duiyi.invite.";

export const keepInvitation = (id: string, invitation: Invitation): void =>
  sessionStorage.setItem(INVITATION + id, JSON.stringify(invitation));

export const invitationOf = (id: string): Invitation | null =>
  JSON.parse(sessionStorage.getItem(INVITATION + id) ?? "null");

const seatTokens = (id: string): Tokens => JSON.parse(sessionStorage.getItem(SEAT + id) ?? "{}");

const tokensOf = (id: string): Tokens => ({
  ...ownGames().find((game) => game.id === id)?.tokens,
  ...seatTokens(id),
});

/** The token for a side with its current color. */
export function tokenFor(game: Game, side: Side): string | null {
  const original = game.opening?.swapped ? otherSide(game.ruleset, side) : side;
  return tokensOf(game.id)[original] ?? null;
}

/** The human sides that this browser plays; empty for a spectator. */
export function sidesHeld(game: Game | null): Side[] {
  if (!isGame(game)) return [];
  const human = sidesOf(game.ruleset).filter((side) => game.players[side]?.kind === "human");
  return game.seats === false ? human : human.filter((side) => tokenFor(game, side) !== null);
}
