// Follows the events of a game and reconnects when the connection breaks.
import { Refusal, send } from "./client";
import { eventsOf, type Numbered } from "./sse";

/** After three missed heartbeats the connection counts as dead. */
const SILENCE_MS = 25_000;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 5_000;

export interface Listener {
  onEvent(event: Numbered): void;
  onLink(link: "live" | "reconnecting"): void;
  /** The server refused with an error that a retry cannot fix: usually the game no longer exists. */
  onRefused(refusal: Refusal): void;
}

/** Listens until the caller stops, the game ends, or the server refuses for good. */
export function follow(id: string, listener: Listener): () => void {
  const stop = new AbortController();
  void listen(id, listener, stop.signal);
  return () => stop.abort();
}

async function listen(id: string, listener: Listener, stopped: AbortSignal): Promise<void> {
  let lastEventId: string | null = null;
  let pause = FIRST_PAUSE_MS;
  while (!stopped.aborted) {
    const connection = new AbortController();
    const close = () => connection.abort();
    stopped.addEventListener("abort", close);
    let silence = setTimeout(close, SILENCE_MS);
    try {
      const response: Response = await send("get", "/v1/games/{id}/events", {
        id,
        accept: "text/event-stream",
        lastEventId,
        signal: connection.signal,
      });
      listener.onLink("live");
      pause = FIRST_PAUSE_MS;
      for await (const event of eventsOf(response)) {
        clearTimeout(silence);
        silence = setTimeout(close, SILENCE_MS);
        if (!event) continue;
        lastEventId = event.id;
        listener.onEvent(event);
        if (event.event === "end" && event.data.reason !== "shutdown") return;
      }
    } catch (error) {
      if (stopped.aborted) return;
      if (error instanceof Refusal && error.problem.status < 500 && error.code !== "rate_limited") {
        listener.onRefused(error);
        return;
      }
    } finally {
      clearTimeout(silence);
      stopped.removeEventListener("abort", close);
    }
    if (stopped.aborted) return;
    listener.onLink("reconnecting");
    await pauseOrOnline(pause, stopped);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** Waits for the given time, or until the browser reports that it is online again. */
function pauseOrOnline(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      stopped.removeEventListener("abort", go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener("online", go);
    stopped.addEventListener("abort", go);
  });
}
