// The route of the page, stored in the URL fragment.
import { signal } from "@preact/signals";
import type { Side } from "../api/types";

export type Route =
  | { page: "home" }
  | { page: "edit" }
  | { page: "game"; id: string; seat: { side: Side; token: string } | null };

export function parseRoute(hash: string): Route {
  const [, place, id, side, token] = hash.split("/");
  if (place === "edit") return { page: "edit" };
  if (place !== "g" || !id) return { page: "home" };
  const isSeat = (side === "red" || side === "black" || side === "white") && token;
  return { page: "game", id, seat: isSeat ? { side, token } : null };
}

export const route = signal<Route>(parseRoute(location.hash));

window.addEventListener("hashchange", () => {
  route.value = parseRoute(location.hash);
});

export function navigate(hash: string): void {
  if (location.hash !== hash) history.pushState(null, "", hash);
  route.value = parseRoute(hash);
}

/** Removes the seat token from the URL, so that a copied link does not contain it. */
export function removeTokenFromUrl(id: string): void {
  history.replaceState(null, "", `#/g/${id}`);
}

export const watchLink = (id: string): string => `${location.origin}/#/g/${id}`;
export const seatLink = (id: string, side: Side, token: string): string =>
  `${watchLink(id)}/${side}/${token}`;
