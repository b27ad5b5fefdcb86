// The parts of the analysis board, which the browser loads with the first use.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { loadPart } from "../api/loadPart";
import { texts } from "../i18n";
import { showError } from "../state/notice";

type Parts = typeof import("../analysis/index");

const parts = signal<Parts | null>(null);

let isLoading = false;

async function load(): Promise<void> {
  if (parts.peek() || isLoading) return;
  isLoading = true;
  try {
    const loaded = await loadPart(() => import("../analysis/index"));
    await loaded.isReady;
    parts.value = loaded;
  } catch (error) {
    showError(error, () => void load());
  } finally {
    isLoading = false;
  }
}

export function AnalysisPart({ part }: { part: "Board" | "Panel" }) {
  useEffect(() => void load(), []);
  const Part = parts.value?.[part];
  if (Part) return <Part />;
  return part === "Panel" ? (
    <p class="status" role="status">
      {texts.value.analysisEntry.loading}
    </p>
  ) : null;
}
