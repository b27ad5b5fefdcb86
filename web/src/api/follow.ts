// Follows the events of a game.
import { type Connection, follow as followStream, openLines } from "../../../clients/typescript/src/follow";
import type { GameEvent } from "../../../clients/typescript/src/types";
import { ApiError, optionsOf, transport } from "./server";

export interface GameListener {
  onEvent(event: GameEvent): void;
  onConnection(state: Connection): void;
  /** The server responded with an error that a retry cannot fix. Usually the game no longer exists. */
  onRejected(error: ApiError): void;
}

/**
 * Listens until the caller stops, the game ends, or the server rejects the request with a permanent error. A broken connection is
 * opened again for as long as it takes. With the token of a seat, the other player sees that this one is connected.
 */
export function follow(id: string, token: string | null, listener: GameListener): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const open = openLines<"events", GameEvent>(transport, "events", optionsOf({ path: { id }, token }));
  const listen = async () => {
    const events = followStream(open, Infinity, { signal, onConnection: listener.onConnection });
    for await (const event of events) listener.onEvent(event);
  };
  listen().catch((error: unknown) => {
    if (signal.aborted) return;
    if (!(error instanceof ApiError)) throw error;
    listener.onRejected(error);
  });
  return () => controller.abort();
}
