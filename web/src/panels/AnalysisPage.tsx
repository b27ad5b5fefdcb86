// The parts of the analysis board, which the browser loads with the first use.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { UnreachableError } from "../api/client";
import { texts } from "../i18n";
import { showError } from "../state/notice";

type Parts = typeof import("../analysis/index");

const parts = signal<Parts | null>(null);

function load(): void {
  import("../analysis/index").then(
    (loaded) => (parts.value = loaded),
    (error: unknown) => showError(new UnreachableError(String(error)), load),
  );
}

export function AnalysisPart({ part }: { part: keyof Parts }) {
  useEffect(() => {
    if (!parts.peek()) load();
  }, []);
  const Part = parts.value?.[part];
  if (Part) return <Part />;
  return part === "Panel" ? (
    <p class="status" role="status">
      {texts.value.analysisEntry.loading}
    </p>
  ) : null;
}
