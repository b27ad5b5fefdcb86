// Loads the text that the user has entered, here or elsewhere on the page.
import { effect, signal } from "@preact/signals";
import { ApiError, UnreachableError } from "../api/server";
import { textToImport } from "../state/analysisEntry";
import { errorText, showNotice } from "../state/notice";
import { setup } from "../state/setup";
import { analysis } from "./board";
import { ImportError, importText } from "./importText";
import { openTree } from "./open";
import { analysisTexts } from "./texts";
import { countMoves } from "./tree";

/** Whether the section is open. */
export const isOpen = signal(false);
/** The text to load, which stays until it has been loaded. */
export const text = signal("");
export const problem = signal<string | null>(null);
export const isLoading = signal(false);

export async function load(): Promise<void> {
  const source = text.peek();
  problem.value = null;
  isLoading.value = true;
  const { file: t } = analysisTexts.value;
  try {
    const shown = analysis.peek()?.tree.start.ruleset ?? setup.peek().ruleset;
    const tree = await importText(source, shown);
    openTree(tree);
    text.value = "";
    isOpen.value = false;
    // On a phone the page scrolls, on a desktop the panel.
    document.querySelector(".stage")?.scrollIntoView({ block: "start" });
    document.querySelector(".analysis-board")?.scrollTo(0, 0);
    showNotice(t.imported(countMoves(tree.root)), "info");
  } catch (error) {
    if (error instanceof ImportError) problem.value = error.message;
    else if (error instanceof ApiError || error instanceof UnreachableError) problem.value = errorText(error);
    else throw error;
  } finally {
    isLoading.value = false;
  }
}

// A text that was entered elsewhere on the page.
effect(() => {
  const source = textToImport.value;
  if (source === null) return;
  textToImport.value = null;
  text.value = source;
  isOpen.value = true;
  void load();
});
