// An engine in the page that says what the test wants, whenever the test wants, so that no result depends on a real search. It
// also reports after the page has stopped listening, as a slow connection does.
import type { Page } from "playwright-core";
import { ndjson } from "./ndjson";

export interface FoundLine {
  pv: string[];
  cp: number;
}

const SCRIPT = `
  const requests = (window.searches = []);
  const send = window.fetch;
  window.fetch = (input, init) => {
    if (!String(input).endsWith("/v1/analysis")) return send(input, init);
    let stream;
    const body = new ReadableStream({ start: (controller) => (stream = controller) });
    requests.push({ body: JSON.parse(init.body), signal: init.signal, stream });
    return Promise.resolve(new Response(body, { headers: { "content-type": "application/x-ndjson" } }));
  };
`;

interface Recorded {
  body: { moves: string[]; lines: number; threads: number };
  signal: AbortSignal;
  stream: ReadableStreamDefaultController<Uint8Array>;
}

type Searches = { searches: Recorded[] };

/** Replaces the engine on the pages that open after this. */
export async function replaceEngine(page: Page): Promise<void> {
  await page.addInitScript(SCRIPT);
}

/** Waits until a search of these moves is running, and returns its number. */
export async function searchOf(page: Page, moves: string[]): Promise<number> {
  const found = await page.waitForFunction((wanted) => {
    const { searches } = window as unknown as Searches;
    const index = searches.findLastIndex(({ body }) => body.moves.join(" ") === wanted);
    return index >= 0 && !searches[index]?.signal.aborted ? { index } : null;
  }, moves.join(" "));
  return ((await found.jsonValue()) as { index: number }).index;
}

/** What the page asked for. */
export const requestOf = (page: Page, search: number): Promise<Recorded["body"]> =>
  page.evaluate((index) => (window as unknown as Searches).searches[index]?.body as never, search);

/** Whether the page has stopped this search. */
export const isStopped = (page: Page, search: number): Promise<boolean> =>
  page.evaluate((index) => (window as unknown as Searches).searches[index]?.signal.aborted ?? false, search);

/** Reports lines at a depth. Scores are for the side to move. */
export async function report(page: Page, search: number, depth: number, lines: FoundLine[]): Promise<void> {
  const [best] = lines;
  const data = {
    ...{ best_move: best?.pv[0], ponder: null, chinese: null, wxf: null, source: "search" },
    ...{ score: { cp: best?.cp }, win_rate: 0.5, depth, seldepth: depth, nodes: 1000, nps: 1_000_000 },
    ...{ time_ms: 1, queued_ms: 0, hash_hit_rate: 0, hash_full: 0, engine: "test", pv: best?.pv },
    lines: lines.map(({ pv, cp }) => ({
      ...{ pv, score: { cp }, bound: "exact", depth, seldepth: depth, nodes: 500 },
    })),
  };
  await page.evaluate(
    async ({ index, text }) => {
      const { searches } = window as unknown as Searches;
      try {
        searches[index]?.stream.enqueue(new TextEncoder().encode(text));
      } catch {
        // The page has closed the stream.
      }
      // The page reads the event and renders in tasks that follow.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    },
    { index: search, text: ndjson([{ id: depth, event: "info", data }]) },
  );
}
