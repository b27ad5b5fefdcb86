// The notice line, which shows messages to the user.
import { signal } from "@preact/signals";
import { Refusal, Unreachable } from "../api/client";
import { words } from "../i18n";

export interface Notice {
  text: string;
  tone: "info" | "kind" | "error";
  action?: { label: string; run: () => void };
}

export const notice = signal<Notice | null>(null);

/** Whether the page shows the API key field, because the server needs a key. */
export const isKeyAsked = signal(false);

const SHOWN_MS = 6000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, tone: Notice["tone"] = "kind", action?: Notice["action"]): void {
  clearTimeout(timer);
  notice.value = action ? { text, tone, action } : { text, tone };
  if (tone !== "error") timer = setTimeout(hush, SHOWN_MS);
}

export function hush(): void {
  clearTimeout(timer);
  notice.value = null;
}

/** Shows an error with advice; `again` becomes a retry button. */
export function complain(error: unknown, again?: () => void): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
  const { problems, retry } = words.value;
  if (error instanceof Refusal && error.code === "unauthorized") isKeyAsked.value = true;
  const text = error instanceof Unreachable ? problems.unreachable : problems.of(error.problem);
  say(text, "error", again && { label: retry, run: again });
}
