// The notice line, which shows messages to the user.
import { signal } from "@preact/signals";
import { ApiError, UnreachableError } from "../api/client";
import { texts } from "../i18n";

export interface Notice {
  text: string;
  tone: "info" | "neutral" | "error";
  action?: { label: string; run: () => void };
}

export const notice = signal<Notice | null>(null);

/** Whether the page shows the API key field, because the server needs a key. */
export const isKeyRequired = signal(false);

const NOTICE_MS = 6000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function showNotice(text: string, tone: Notice["tone"] = "neutral", action?: Notice["action"]): void {
  clearTimeout(timer);
  notice.value = action ? { text, tone, action } : { text, tone };
  if (tone !== "error") timer = setTimeout(dismissNotice, NOTICE_MS);
}

export function dismissNotice(): void {
  clearTimeout(timer);
  notice.value = null;
}

/** Shows an error of the API or the connection, with a retry button if `onRetry` is given; throws any other error. */
export function showError(error: unknown, onRetry?: () => void): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  if (!(error instanceof ApiError || error instanceof UnreachableError)) throw error;
  const { problems, retry } = texts.value;
  if (error instanceof ApiError && error.code === "unauthorized") isKeyRequired.value = true;
  const text = error instanceof UnreachableError ? problems.unreachable : problems.of(error.problem);
  showNotice(text, "error", onRetry && { label: retry, run: onRetry });
}
