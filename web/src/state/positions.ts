// Positions as the server knows them. Those that this browser has seen are kept, and answer while the server cannot be reached.
import { clear, createStore, get, keys, set } from "idb-keyval";
import { send, type Request, UnreachableError } from "../api/server";
import type { Position } from "../api/types";

/** More of them are forgotten, all at once, when the page is opened again. */
const MOST_KEPT = 4000;

const kept = createStore("duiyi-positions", "positions");
void keys(kept)
  .then((all) => (all.length > MOST_KEPT ? clear(kept) : undefined))
  // Without storage, nothing is kept.
  .catch(() => {});

export type PositionBody = Request<"position">["body"];

/** Asks the server for a position. Throws what the client throws, if the position is not kept either. */
export async function positionOf(body: PositionBody): Promise<Position> {
  const key = JSON.stringify(body);
  try {
    const position = await send("position", { body });
    void set(key, position, kept).catch(() => {});
    return position;
  } catch (error) {
    const known = error instanceof UnreachableError ? await get<Position>(key, kept).catch(() => null) : null;
    if (known) return known;
    throw error;
  }
}
