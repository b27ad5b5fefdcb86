// Live analysis of the position shown, while it is switched on.
import { effect, signal } from "@preact/signals";
import { Refusal, send } from "../api/client";
import { eventsOf } from "../api/sse";
import type { Position, Search } from "../api/types";
import { isEngineTurn, note } from "./game";
import { isLookingBack, shown } from "./lookback";
import { complain } from "./notice";

export const isAnalysing = signal(false);

export interface Found {
  position: Position;
  search: Search;
}

export const found = signal<Found | null>(null);

const SEARCH_MS = 15_000;
const LINES = 3;
const MOST_RETRIES = 5;

let running: AbortController | null = null;

effect(() => {
  const position = shown.value;
  // No analysis runs while the engine searches for its own move, so that it gets its full time.
  const waits = isEngineTurn.value && !isLookingBack.value;
  running?.abort();
  if (!isAnalysing.value || found.peek()?.position !== position) found.value = null;
  if (!isAnalysing.value || !position || position.status !== "playing" || waits) return;
  const mine = new AbortController();
  running = mine;
  void search(position, mine.signal, MOST_RETRIES);
});

async function search(position: Position, signal: AbortSignal, retries: number): Promise<void> {
  const body = {
    ruleset: position.ruleset,
    options: position.options,
    fen: position.start_fen,
    moves: position.moves.map(({ move }) => move),
    limits: { time_ms: SEARCH_MS },
    lines: LINES,
    book: false,
  };
  try {
    const response = await send("post", "/v1/analysis", { body, accept: "text/event-stream", signal });
    for await (const event of eventsOf(response)) {
      if (signal.aborted) return;
      if (event?.event === "info" || event?.event === "result") {
        const data = event.data as Search;
        found.value = { position, search: data };
        note(position, position.ply, data, position.turn);
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof Refusal && error.retryAfterMs !== null && retries > 0) {
      setTimeout(() => !signal.aborted && void search(position, signal, retries - 1), error.retryAfterMs);
      return;
    }
    isAnalysing.value = false;
    complain(error, () => {
      isAnalysing.value = true;
    });
  }
}
