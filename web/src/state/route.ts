// The route of the page, stored in the URL fragment.
import { signal } from "@preact/signals";
import type { Side } from "../api/types";

export type Route =
  { at: "home" } | { at: "edit" } | { at: "game"; id: string; seat: { side: Side; token: string } | null };

export function readRoute(hash: string): Route {
  const [, place, id, side, token] = hash.split("/");
  if (place === "edit") return { at: "edit" };
  if (place !== "g" || !id) return { at: "home" };
  const isSeat = (side === "red" || side === "black" || side === "white") && token;
  return { at: "game", id, seat: isSeat ? { side, token } : null };
}

export const route = signal<Route>(readRoute(location.hash));

window.addEventListener("hashchange", () => {
  route.value = readRoute(location.hash);
});

export function go(hash: string): void {
  if (location.hash !== hash) history.pushState(null, "", hash);
  route.value = readRoute(hash);
}

/** Removes the seat token from the URL, so that a copied link does not contain it. */
export function hideToken(id: string): void {
  history.replaceState(null, "", `#/g/${id}`);
}

export const watchLink = (id: string): string => `${location.origin}/#/g/${id}`;
export const seatLink = (id: string, side: Side, token: string): string =>
  `${watchLink(id)}/${side}/${token}`;
