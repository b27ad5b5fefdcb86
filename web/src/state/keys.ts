// The seats this browser may act for. Those of its own games live with the browser, a seat taken by a link with the tab.
import type { Game, Side } from "../api/types";
import { save } from "./prefs";
import { isGame, otherSide, sidesOf } from "./sides";

export type Tokens = Partial<Record<Side, string>>;

export interface KeptGame {
  id: string;
  ruleset: Game["ruleset"];
  at: string;
  /** By the colour at the beginning: openings may swap colours later. */
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

/** The seat that is still to be given away, by a link. */
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

/** The token that acts for a side as the colours are now. */
export function tokenFor(game: Game, side: Side): string | null {
  const original = game.opening?.swapped ? otherSide(game.ruleset, side) : side;
  return tokensOf(game.id)[original] ?? null;
}

/** The people's sides that this browser plays; none: it watches. */
export function sidesHeld(game: Game | null): Side[] {
  if (!isGame(game)) return [];
  const human = sidesOf(game.ruleset).filter((side) => game.players[side]?.kind === "human");
  return game.seats === false ? human : human.filter((side) => tokenFor(game, side) !== null);
}
