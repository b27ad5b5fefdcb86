// The notice line, which shows messages to the user.
import { effect, signal, untracked } from "@preact/signals";
import { ApiError, UnreachableError } from "../api/server";
import type { Problem } from "../api/types";
import { texts } from "../i18n";
import { route } from "./route";

export interface Notice {
  text: string;
  tone: "info" | "neutral" | "error";
  action?: { label: string; run: () => void };
}

export const notice = signal<Notice | null>(null);

/** Whether the page shows the API key field, because the server needs a key. */
export const isKeyRequired = signal(false);

const NOTICE_MS = 6000;
const ERROR_MS = 12_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function showNotice(text: string, tone: Notice["tone"] = "neutral", action?: Notice["action"]): void {
  clearTimeout(timer);
  notice.value = action ? { text, tone, action } : { text, tone };
  // What the user can retry stays, until the next action or another page.
  if (tone !== "error") timer = setTimeout(dismissNotice, NOTICE_MS);
  else if (!action) timer = setTimeout(dismissNotice, ERROR_MS);
}

export function dismissNotice(): void {
  clearTimeout(timer);
  notice.value = null;
}

/** Whether the same request may succeed later. */
const isTransient = (error: ApiError | UnreachableError): boolean =>
  error instanceof UnreachableError || error.isTemporary || CHANGED_MEANWHILE.includes(error.code);

const CHANGED_MEANWHILE: Problem["code"][] = ["version_mismatch", "game_changed"];

/** What an error of the API or the connection says to the user. */
export function errorText(error: ApiError | UnreachableError): string {
  const { key, problems } = texts.value;
  if (error instanceof UnreachableError) return problems.unreachable;
  return error.isKeyMissing ? key.missing : problems.withPlace(error.problem);
}

/**
 * Shows an error of the API or the connection; throws any other error. The button to retry appears if `onRetry` is given
 * and another attempt can succeed.
 */
export function showError(error: unknown, onRetry?: () => void): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  if (!(error instanceof ApiError || error instanceof UnreachableError)) throw error;
  if (error instanceof ApiError && error.isKeyMissing) isKeyRequired.value = true;
  const { retry } = texts.value;
  showNotice(
    errorText(error),
    "error",
    onRetry && isTransient(error) ? { label: retry, run: onRetry } : undefined,
  );
}

// A notice belongs to the page on which it appeared.
let lastPlace = "";
effect(() => {
  const now = route.value;
  const place = now.page === "game" ? now.id : now.page;
  if (place !== lastPlace) untracked(dismissNotice);
  lastPlace = place;
});
