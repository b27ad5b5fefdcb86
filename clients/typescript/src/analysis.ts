// Rules and searches for any position, without a game.
import { follow, openLines } from "./follow.js";
import type { Transport } from "./transport.js";
import type {
  Analysis,
  AnalysisInput,
  BatchResult,
  Position,
  ReviewDocument,
  Schemas,
  Search,
  StreamEvent,
} from "./types.js";

const BATCH = 256;

export class Analyses {
  constructor(private readonly transport: Transport) {}

  /** What the rules say: legal moves, forbidden points, warnings, the result. */
  position(position: Schemas["PositionInput"]): Promise<Position> {
    return this.transport.send("position", { body: position });
  }

  /** The name of the opening, and the moves of the book. */
  opening(position: Schemas["PositionInput"]): Promise<Schemas["KnownOpening"]> {
    return this.transport.send("opening", { body: position });
  }

  search(input: AnalysisInput, signal?: AbortSignal): Promise<Search> {
    return this.transport.send("analyse", { body: input, signal });
  }

  /** The same, depth by depth as they are finished. Leaving the loop ends the search. */
  async *depths(input: AnalysisInput, signal?: AbortSignal): AsyncGenerator<Search> {
    const lines = openLines<"analyse", StreamEvent>(this.transport, "analyse", { body: input });
    for await (const event of follow(lines, this.transport.retries, { signal })) {
      if (event.event === "info" || event.event === "result") yield event.data as Search;
    }
  }

  /** Rates every move of a game that is not stored. */
  review(input: Schemas["ReviewInput"]): Promise<ReviewDocument> {
    return this.transport.send("review_moves", { body: input });
  }

  /** Submits a search too long to keep a connection open. */
  async submit(input: AnalysisInput): Promise<Job> {
    return new Job(this.transport, await this.transport.send("submit_analysis", { body: input }));
  }

  /**
   * Searches any number of positions in the background and yields the results in their order. A position that is not valid has a
   * `problem` in place of a `result`. Leaving the loop cancels the rest.
   */
  async *batch(
    positions: readonly Schemas["BatchPosition"][],
    search: Schemas["SearchSettings"] = {},
  ): AsyncGenerator<BatchResult> {
    for (let first = 0; first < positions.length; first += BATCH) {
      const body = { ...search, positions: positions.slice(first, first + BATCH) };
      const job = new Job(this.transport, await this.transport.send("submit_batch", { body }));
      for await (const result of job.results()) yield { ...result, index: first + result.index };
    }
  }
}

/** A long analysis on the server. */
export class Job {
  constructor(
    private readonly transport: Transport,
    public state: Analysis,
  ) {}

  get isOver(): boolean {
    return this.state.status !== "queued" && this.state.status !== "running";
  }

  /** Waits for the end. */
  async wait(signal?: AbortSignal): Promise<Analysis> {
    const headers = { Prefer: "wait=50" };
    while (!this.isOver) {
      this.state = await this.transport.send("show_analysis", {
        path: { id: this.state.id },
        headers,
        signal,
      });
    }
    return this.state;
  }

  /** Ends the search and keeps its best result so far. */
  async cancel(): Promise<Analysis> {
    return (this.state = await this.transport.send("cancel_analysis", { path: { id: this.state.id } }));
  }

  /** Those of a batch as they come. If the caller stops early, the rest is cancelled. */
  async *results(signal?: AbortSignal): AsyncGenerator<BatchResult> {
    let isComplete = false;
    const path = { path: { id: this.state.id } };
    const lines = openLines<"show_analysis", BatchResult & { id: number; event: string }>(
      this.transport,
      "show_analysis",
      path,
    );
    try {
      for await (const line of follow(lines, this.transport.retries, { signal })) {
        if (line.event === "position") yield line;
      }
      isComplete = true;
    } finally {
      if (!isComplete) await this.cancel();
    }
  }
}
