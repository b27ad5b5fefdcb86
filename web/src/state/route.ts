// The route of the page, stored in the URL fragment.
import { signal } from "@preact/signals";
import type { Side } from "../api/types";

/** A secret that a link carries: a seat, an invitation to one, or the right to watch a private game. */
export type Secret =
  | { kind: "seat"; side: Side; token: string }
  | { kind: "invitation"; invitation: string }
  | { kind: "spectator"; token: string };

export type Route =
  | { page: "home" }
  | { page: "edit" }
  | { page: "learn"; course: string | null; step: number | null }
  | { page: "puzzles"; id: string | null }
  | { page: "watch" }
  | { page: "games" }
  | { page: "analysis"; query: string }
  | { page: "game"; id: string; secret: Secret | null };

function parseSecret(kind: string | undefined, value: string | undefined): Secret | null {
  if (!value) return null;
  if (kind === "red" || kind === "black" || kind === "white")
    return { kind: "seat", side: kind, token: value };
  if (kind === "join") return { kind: "invitation", invitation: value };
  return kind === "watch" ? { kind: "spectator", token: value } : null;
}

export function parseRoute(hash: string): Route {
  // The query may contain slashes.
  const [way = "", query = ""] = hash.split(/\?(.*)/s);
  const [, place, id, kind, value] = way.split("/");
  if (place === "analysis") return { page: place, query };
  if (place === "edit" || place === "watch" || place === "games") return { page: place };
  if (place === "puzzles") return { page: place, id: id ?? null };
  if (place === "learn") return { page: place, course: id ?? null, step: kind ? Number(kind) - 1 : null };
  if (place !== "g" || !id) return { page: "home" };
  return { page: "game", id, secret: parseSecret(kind, value) };
}

/** A shared link names game or puzzle in its path, which the server sees, and a secret in its fragment, which it does not. */
function openSharedPath(): void {
  const [, kind, id] = /^\/([gp])\/([\w-]+)$/.exec(location.pathname) ?? [];
  if (kind === "g") history.replaceState(null, "", `/#/g/${id}${location.hash.slice(1)}`);
  if (kind === "p") history.replaceState(null, "", `/#/puzzles/${id}`);
}

openSharedPath();

export const route = signal<Route>(parseRoute(location.hash));

/** Another place begins at its top, which on a phone is the board. */
function show(hash: string): void {
  route.value = parseRoute(hash);
  window.scrollTo(0, 0);
}

window.addEventListener("hashchange", () => show(location.hash));

export function navigate(hash: string): void {
  if (location.hash !== hash) history.pushState(null, "", hash);
  show(hash);
}

/** Removes the secret from the URL and its history entry, so that a copied link does not contain it. */
export function removeSecretFromUrl(id: string): void {
  history.replaceState(null, "", `#/g/${id}`);
  route.value = { page: "game", id, secret: null };
}

/** Names the puzzle that has come onto the board in the address, so that a reload shows it again. */
export function namePuzzle(id: string): void {
  if (route.value.page !== "puzzles" || route.value.id === id) return;
  history.replaceState(null, "", `#/puzzles/${id}`);
  route.value = { page: "puzzles", id };
}

export const puzzleLink = (id: string): string => `${location.origin}/p/${id}`;
export const watchLink = (id: string, spectator?: string | null): string =>
  `${location.origin}/g/${id}${spectator ? `#/watch/${spectator}` : ""}`;
export const invitationLink = (id: string, invitation: string): string =>
  `${location.origin}/g/${id}#/join/${invitation}`;

/** The fragment that opens the game of a link, with the secret in it, or of an id; null if the text is neither. */
export function hashOfLink(text: string): string | null {
  const found =
    /(?:^|\/(?:g|embed)\/)([0-9a-f-]{36})(?:#?(\/(?:watch|join|red|black|white)\/[\w-]+))?\s*$/i.exec(
      text.trim(),
    );
  return found ? `#/g/${found[1]?.toLowerCase()}${found[2] ?? ""}` : null;
}
