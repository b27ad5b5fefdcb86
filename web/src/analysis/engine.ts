// The engine of the analysis board: searches the node that is shown while it is switched on.
import { computed, effect, signal, untracked } from "@preact/signals";
import { streamSearch, send } from "../api/server";
import type { Position, Score, Search } from "../api/types";
import { showError } from "../state/notice";
import { load, save } from "../state/prefs";
import { route } from "../state/route";
import { sidesOf } from "../state/sides";
import { analysis, type Analysis, recordEvaluation } from "./board";
import { nodeKey, positionAt, positionRequest } from "./positions";
import type { Path } from "./tree";

const STORAGE_KEY = "duiyi.engine";

/** What the server allows. */
interface Limits {
  lines: number;
  threads: number;
  timeMs: number;
}

export const isEngineOn = signal(false);
export const engineSettings = signal(load(STORAGE_KEY, { lines: 3, threads: 1 }));
export const engineLimits = signal<Limits>({ lines: 5, threads: 1, timeMs: 15_000 });

export function updateEngine(settings: Partial<{ lines: number; threads: number }>): void {
  engineSettings.value = { ...engineSettings.value, ...settings };
  save(STORAGE_KEY, engineSettings.value);
}

const LONGEST_MS = 60_000;
let limitsRequest: Promise<void> | null = null;

/** Asks the server once what it allows. */
const loadLimits = (): Promise<void> =>
  (limitsRequest ??= send("rulesets", {}).then(
    ({ limits }) => {
      // A server may name more limits than the contract, so that their types are open.
      const most = (name: string, otherwise: number): number =>
        (limits[name] as { max?: number } | undefined)?.max ?? otherwise;
      engineLimits.value = {
        lines: most("lines", 5),
        threads: most("threads", 1),
        timeMs: Math.min(LONGEST_MS, most("time_ms", LONGEST_MS)),
      };
    },
    () => {
      limitsRequest = null;
    },
  ));

/** The last result at each node. */
const results = signal<ReadonlyMap<string, Search>>(new Map());
const MAX_RESULTS = 200;

/** What the engine found at the node that is shown. */
export const search = computed<Search | null>(() => {
  const now = analysis.value;
  return (isEngineOn.value && now && results.value.get(nodeKey(now.tree.start, now.path))) || null;
});

/** A score of the side to move as one of the first side. */
export function firstSideScore({ ruleset, turn }: Pick<Position, "ruleset" | "turn">, score: Score): Score {
  const sign = turn === sidesOf(ruleset)[0] ? 1 : -1;
  return score.mate === undefined ? { cp: sign * (score.cp ?? 0) } : { mate: sign * score.mate };
}

/** Stores a result at the node that was searched. Coming back to a node shows its deepest result until the search is deeper. */
function keepResult(now: Analysis, at: Path, position: Position, found: Search): void {
  const key = nodeKey(now.tree.start, at);
  const before = results.peek().get(key);
  const isWider = before && found.lines.length > before.lines.length;
  if (before && before.depth > found.depth && !isWider) return;
  const next = new Map(results.peek()).set(key, found);
  for (const oldest of next.keys()) {
    if (next.size <= MAX_RESULTS) break;
    next.delete(oldest);
  }
  results.value = next;
  recordEvaluation(now.id, at, { score: firstSideScore(position, found.score), depth: found.depth });
}

async function run(now: Analysis, at: Path, position: Position, signal: AbortSignal): Promise<void> {
  await loadLimits();
  if (signal.aborted) return;
  const { lines, threads } = engineSettings.peek();
  const limits = engineLimits.peek();
  const body = {
    ...positionRequest(now.tree.start, at),
    limits: { time_ms: limits.timeMs },
    lines: Math.min(lines, limits.lines),
    threads: Math.min(threads, limits.threads),
    book: false,
  };
  try {
    await streamSearch(body, signal, (found) => keepResult(now, at, position, found));
  } catch (error) {
    isEngineOn.value = false;
    showError(error, () => {
      isEngineOn.value = true;
    });
  }
}

/** The node to search, while the board is shown. It stays the same when the tree grows. */
const target = computed<string | null>(() => {
  const now = analysis.value;
  if (!isEngineOn.value || !now || route.value.page !== "analysis") return null;
  const position = positionAt(now.tree.start, now.path);
  return position?.status === "playing" ? nodeKey(now.tree.start, now.path) : null;
});

effect(() => {
  const { lines } = engineSettings.value;
  if (target.value === null) return;
  return untracked(() => {
    const now = analysis.peek();
    const position = now && positionAt(now.tree.start, now.path);
    if (!now || !position) return;
    const controller = new AbortController();
    // Fewer lines than shown would otherwise stay until the search is deeper.
    const key = nodeKey(now.tree.start, now.path);
    const shown = results.peek().get(key);
    if (shown && shown.lines.length > lines) {
      const rest = new Map(results.peek());
      rest.delete(key);
      results.value = rest;
    }
    void run(now, now.path, position, controller.signal);
    return () => controller.abort();
  });
});
