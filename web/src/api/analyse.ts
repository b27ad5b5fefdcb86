// Streams a search of a position.
import { ApiError, type RequestOptions, send } from "./client";
import { readEvents } from "./sse";
import type { Search } from "./types";

export type AnalysisRequest = RequestOptions<"/v1/analysis", "post">["body"];

const MAX_RETRIES = 5;

/**
 * Reports the results of a search, depth by depth, until it ends or the caller aborts it. While the server is busy, tries again
 * when it says so.
 */
export async function streamSearch(
  body: AnalysisRequest,
  signal: AbortSignal,
  onSearch: (search: Search) => void,
): Promise<void> {
  for (let retries = MAX_RETRIES; !signal.aborted; retries -= 1) {
    try {
      const response = await send("post", "/v1/analysis", { body, accept: "text/event-stream", signal });
      for await (const event of readEvents(response)) {
        // Events that had already been received when the caller stopped.
        if (signal.aborted) return;
        if (event?.event === "info" || event?.event === "result") onSearch(event.data as Search);
      }
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError) || error.retryAfterMs === null || retries === 0) throw error;
      await pause(error.retryAfterMs);
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
