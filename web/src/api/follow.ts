// Follows the events of a game and reconnects when the connection breaks.
import { ApiError, send } from "./client";
import { readEvents, type NumberedEvent } from "./sse";

/** The time of three missed heartbeats, after which the connection counts as lost. */
const HEARTBEAT_TIMEOUT_MS = 25_000;
const MIN_RETRY_DELAY_MS = 400;
const MAX_RETRY_DELAY_MS = 5_000;

export interface GameListener {
  onEvent(event: NumberedEvent): void;
  onConnection(state: "live" | "reconnecting"): void;
  /** The server responded with an error that a retry cannot fix. Usually the game no longer exists. */
  onRejected(error: ApiError): void;
}

/**
 * Listens until the caller stops, the game ends, or the server rejects the request with a permanent error.
 * With the token of a seat, the other player sees that this one is connected.
 */
export function follow(id: string, token: string | null, listener: GameListener): () => void {
  const controller = new AbortController();
  void keepListening(id, token, listener, controller.signal);
  return () => controller.abort();
}

async function keepListening(
  id: string,
  token: string | null,
  listener: GameListener,
  stopSignal: AbortSignal,
): Promise<void> {
  let lastEventId: string | null = null;
  let retryDelay = MIN_RETRY_DELAY_MS;
  while (!stopSignal.aborted) {
    const connection = new AbortController();
    const close = () => connection.abort();
    stopSignal.addEventListener("abort", close);
    // Without a network the connection would stay open until the heartbeats are missed.
    window.addEventListener("offline", close);
    let heartbeatTimeout = setTimeout(close, HEARTBEAT_TIMEOUT_MS);
    try {
      const response: Response = await send("get", "/v1/games/{id}/events", {
        id,
        token,
        accept: "text/event-stream",
        lastEventId,
        signal: connection.signal,
      });
      listener.onConnection("live");
      retryDelay = MIN_RETRY_DELAY_MS;
      for await (const event of readEvents(response)) {
        clearTimeout(heartbeatTimeout);
        heartbeatTimeout = setTimeout(close, HEARTBEAT_TIMEOUT_MS);
        // Events that had already been received when the caller stopped.
        if (stopSignal.aborted) return;
        if (!event) continue;
        lastEventId = event.id;
        listener.onEvent(event);
        if (event.event === "end" && event.data.reason !== "shutdown") return;
      }
    } catch (error) {
      if (stopSignal.aborted) return;
      if (error instanceof ApiError && error.problem.status < 500 && error.code !== "rate_limited") {
        listener.onRejected(error);
        return;
      }
    } finally {
      clearTimeout(heartbeatTimeout);
      stopSignal.removeEventListener("abort", close);
      window.removeEventListener("offline", close);
    }
    if (stopSignal.aborted) return;
    listener.onConnection("reconnecting");
    await waitUntilRetry(retryDelay, stopSignal);
    retryDelay = Math.min(retryDelay * 2, MAX_RETRY_DELAY_MS);
  }
}

/** Waits for the given time, or until the browser reports that it is online again. */
function waitUntilRetry(ms: number, stopSignal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener("online", finish);
      stopSignal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    window.addEventListener("online", finish);
    stopSignal.addEventListener("abort", finish);
  });
}
