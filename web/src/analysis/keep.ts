// Keeps the analysis on the board: in this browser, and its main line in the URL.
import { effect, untracked } from "@preact/signals";
import { showNotice } from "../state/notice";
import { route } from "../state/route";
import { analysis, type Analysis } from "./board";
import { saveAnalysis } from "./saved";
import { type Link, writeLink } from "./start";
import { analysisTexts } from "./texts";
import { hasMoreThanLine, mainLine } from "./tree";

/** The link to an analysis: its main line, open where the line that is shown leaves it. */
export function linkOf({ tree, path }: Pick<Analysis, "tree" | "path">): Link {
  const moves = mainLine(tree);
  const differing = path.findIndex((move, index) => moves[index] !== move);
  return { start: tree.start, moves, ply: differing < 0 ? path.length : differing, variation: [] };
}

const SAVE_DELAY_MS = 400;
let timer: ReturnType<typeof setTimeout> | undefined;
let unsaved: Analysis | null = null;
/** The analysis that the user has been warned about. */
let tooLarge = "";

/** Saves what has changed since the last time. */
export function saveNow(): void {
  clearTimeout(timer);
  const now = unsaved;
  unsaved = null;
  if (!now) return;
  const hasRoom = saveAnalysis(now, Date.now());
  if (!hasRoom && tooLarge !== now.id) {
    tooLarge = now.id;
    showNotice(analysisTexts.value.file.tooLarge);
  }
}

/** The id of the analysis that the history entry shows. Two analyses may have the same main line and so the same link. */
export function idOfEntry(): string | null {
  const state: unknown = history.state;
  return (state as { analysis?: string } | null)?.analysis ?? null;
}

/** The link of the analysis on the board, as the URL has it. */
let written: string | null = null;

/** Whether the analysis on the board is that of the URL. */
export const isShown = (query: string): boolean =>
  query === written && idOfEntry() === (analysis.peek()?.id ?? "");

/** Writes the link into the URL and its history entry. */
function writeUrl(id: string, query: string): void {
  const now = route.peek();
  if (now.page !== "analysis" || (now.query === query && idOfEntry() === id)) return;
  written = query;
  try {
    history.replaceState({ analysis: id }, "", `#/analysis?${query}`);
  } catch {
    // Some browsers refuse many changes within a short time. The next one writes the link.
  }
  route.value = { page: "analysis", query };
}

let last: Analysis | null = null;
effect(() => {
  const now = analysis.value;
  if (!now) return;
  untracked(() => {
    writeUrl(now.id, writeLink(linkOf(now)));
    const isOther = last?.id !== now.id;
    const isChanged = !isOther && last?.tree !== now.tree;
    if (isOther) saveNow();
    last = now;
    // A link that is only looked at is not kept.
    if (isChanged || hasMoreThanLine(now.tree.root)) keepAnalysis(now);
  });
});

/** Keeps an analysis as it is, soon. */
export function keepAnalysis(now: Analysis): void {
  unsaved = now;
  clearTimeout(timer);
  timer = setTimeout(saveNow, SAVE_DELAY_MS);
}

window.addEventListener("pagehide", saveNow);
