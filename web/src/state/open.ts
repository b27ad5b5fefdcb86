// Opens the game of a URL, with the secret that the URL may contain.
import { signal } from "@preact/signals";
import { send, ApiError, UnreachableError, newIdempotencyKey } from "../api/server";
import type { Game } from "../api/types";
import { texts } from "../i18n";
import { followGame, game, missing, missingBecauseOf, replaceGame, updateGame } from "./game";
import { restoreChances } from "./keep";
import { showKept, showLost } from "./lost";
import { showError, showNotice } from "./notice";
import { followers } from "./followers";
import { ownName } from "./ownName";
import { removeSecretFromUrl, route as currentRoute, type Route, type Secret } from "./route";
import { hasSeat, readingToken, saveSecrets } from "./seats";
import { tab } from "./view";

type GameRoute = Extract<Route, { page: "game" }>;

/** A key for `Idempotency-Key`, the same for every retry of this invitation in this tab. */
function joinKey(id: string, invitation: string): string {
  const name = `duiyi.join.${id}.${invitation}`;
  const saved = sessionStorage.getItem(name);
  if (saved) return saved;
  const key = newIdempotencyKey();
  sessionStorage.setItem(name, key);
  return key;
}

/** Takes the free seat; returns null if the invitation is not valid any more. */
async function join(id: string, invitation: string): Promise<Game | null> {
  try {
    const joined = await send("join", {
      path: { id },
      body: { invitation, ...ownName() },
      idempotencyKey: joinKey(id, invitation),
    });
    const { tokens, ...game } = joined;
    saveSecrets(game, { tokens: tokens ?? {} });
    return game;
  } catch (error) {
    const { invite } = texts.value;
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "seat_taken" || error.code === "game_over") showNotice(invite.taken);
    else if (error.code === "forbidden") showNotice(invite.invalid);
    else throw error;
    return null;
  }
}

/** The invitation of the game on the board that the user has still to accept. */
export const invited = signal<{ id: string; invitation: string } | null>(null);

/** Joins the game whose invitation is open, and so begins it. */
export async function takeInvitation(): Promise<void> {
  const now = invited.value;
  if (!now) return;
  invited.value = null;
  replaceGame(null);
  await openGame(
    { page: "game", id: now.id, secret: { kind: "invitation", invitation: now.invitation } },
    true,
  );
}

/** A game whose clock would begin to run if the user joined it: first the user says to be ready. */
async function gameToBegin(id: string): Promise<Game | null> {
  try {
    const found = await send("get_game", { path: { id } });
    return found.status === "waiting" && found.clock && !found.clock.days_per_move ? found : null;
  } catch {
    // A private game can be read once it is joined.
    return null;
  }
}

async function load(id: string, secret: Secret | null, isAccepted: boolean): Promise<Game> {
  // A player who opens the own invitation keeps the seat.
  if (secret?.kind === "invitation" && !hasSeat(id)) {
    const toBegin = isAccepted ? null : await gameToBegin(id);
    if (toBegin) {
      invited.value = { id, invitation: secret.invitation };
      return toBegin;
    }
    const joined = await join(id, secret.invitation);
    if (joined) return joined;
  }
  const token = secret?.kind === "seat" || secret?.kind === "spectator" ? secret.token : readingToken(id);
  const found = await send("get_game", { path: { id }, token });
  if (secret?.kind === "seat") saveSecrets(found, { tokens: { [secret.side]: secret.token } });
  if (secret?.kind === "spectator") saveSecrets(found, { spectator: secret.token });
  return found;
}

/** Whether the page still shows this game; the user may have opened another page while a request ran. */
function isOpen(id: string): boolean {
  const now = currentRoute.value;
  return now.page === "game" && now.id === id;
}

export async function openGame(route: GameRoute, isAccepted = false): Promise<void> {
  const { id, secret } = route;
  if (game.value?.id === id && !secret) return;
  replaceGame(null);
  invited.value = null;
  try {
    const found = await load(id, secret, isAccepted);
    if (!isOpen(id)) return;
    // An earlier request for the same game may have opened it, and moves may have followed.
    if (game.value?.id === id && !secret) return updateGame(found);
    replaceGame(found);
    restoreChances(found);
    // Until the user is ready, the link is all that opens the seat.
    if (secret && !invited.value) removeSecretFromUrl(id);
    tab.value = "moves";
    followGame(followers);
  } catch (error) {
    if (!isOpen(id)) return;
    const reason = error instanceof ApiError ? missingBecauseOf(error) : null;
    if (reason === "lost") return showLost(id);
    missing.value = reason;
    if (reason !== null) return;
    if (error instanceof UnreachableError && (await showKept(id))) tab.value = "moves";
    showError(error, () => void openGame(route));
  }
}

// What could not be opened without the network is opened when it is back.
window.addEventListener("online", () => {
  const now = currentRoute.value;
  if (now.page === "game" && game.value === null) void openGame(now);
});
