// Live analysis of the position shown, while it is switched on.
import { effect, signal } from "@preact/signals";
import { ApiError, send } from "../api/client";
import { readEvents } from "../api/sse";
import type { Position, Search } from "../api/types";
import { isEngineTurn, isHelpOff, recordChance } from "./game";
import { isShowingEarlier, shownPosition } from "./history";
import { showError } from "./notice";

export const isAnalysing = signal(false);

export interface AnalysisResult {
  position: Position;
  search: Search;
}

export const analysisResult = signal<AnalysisResult | null>(null);

const SEARCH_MS = 15_000;
const LINES = 3;
const MAX_RETRIES = 5;

let activeSearch: AbortController | null = null;

effect(() => {
  const position = shownPosition.value;
  // No analysis runs while the engine searches for its own move, so that it gets its full time.
  const isPaused = isHelpOff.value || (isEngineTurn.value && !isShowingEarlier.value);
  activeSearch?.abort();
  if (!isAnalysing.value || analysisResult.peek()?.position !== position) analysisResult.value = null;
  if (!isAnalysing.value || !position || position.status !== "playing" || isPaused) return;
  const controller = new AbortController();
  activeSearch = controller;
  void search(position, controller.signal, MAX_RETRIES);
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
    for await (const event of readEvents(response)) {
      if (signal.aborted) return;
      if (event?.event === "info" || event?.event === "result") {
        const data = event.data as Search;
        analysisResult.value = { position, search: data };
        recordChance(position, data);
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof ApiError && error.retryAfterMs !== null && retries > 0) {
      setTimeout(() => !signal.aborted && void search(position, signal, retries - 1), error.retryAfterMs);
      return;
    }
    isAnalysing.value = false;
    showError(error, () => {
      isAnalysing.value = true;
    });
  }
}
