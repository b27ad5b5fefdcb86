// A page whose board and panel are a part of its own, which the browser loads with the first use.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { loadPart } from "../api/loadPart";
import { texts } from "../i18n";
import { showError } from "../state/notice";

interface Parts {
  Board: ComponentType;
  Panel: ComponentType;
  /** Settles when the part has its texts. */
  isReady: Promise<void>;
}

export type LazyPart = ComponentType<{ part: "Board" | "Panel" }>;

function lazyParts(load: () => Promise<Parts>, loadingText: () => string): LazyPart {
  const parts = signal<Parts | null>(null);
  let isLoading = false;
  const start = async (): Promise<void> => {
    if (parts.peek() || isLoading) return;
    isLoading = true;
    try {
      const loaded = await loadPart(load);
      await loaded.isReady;
      parts.value = loaded;
    } catch (error) {
      showError(error, () => void start());
    } finally {
      isLoading = false;
    }
  };
  return ({ part }) => {
    useEffect(() => void start(), []);
    const Part = parts.value?.[part];
    if (Part) return <Part />;
    return part === "Panel" ? (
      <p class="status" role="status">
        {loadingText()}
      </p>
    ) : null;
  };
}

export const AnalysisPart = lazyParts(
  () => import("../analysis/index"),
  () => texts.value.analysisEntry.loading,
);

export const LearnPart = lazyParts(
  () => import("../learn/index"),
  () => texts.value.status.loading,
);
