// Live analysis of the position shown, while it is switched on.
import { effect, signal } from "@preact/signals";
import { streamSearch } from "../api/server";
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
  void search(position, controller.signal);
});

async function search(position: Position, signal: AbortSignal): Promise<void> {
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
    await streamSearch(body, signal, (found) => {
      analysisResult.value = { position, search: found };
      recordChance(position, found);
    });
  } catch (error) {
    isAnalysing.value = false;
    showError(error, () => {
      isAnalysing.value = true;
    });
  }
}
