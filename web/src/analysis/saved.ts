// Keeps the analyses in this browser: a bounded number of bounded size, the oldest dropped first.
import type { Analysis } from "./board";
import { countMoves, type Path, type Tree } from "./tree";

export interface SavedAnalysis {
  readonly tree: Tree;
  readonly path: Path;
  /** When it was last changed, in milliseconds since 1970. */
  readonly at: number;
}

const PREFIX = "duiyi.analysis.";
const MAX_SAVED = 30;
/** In characters. Browsers keep about five million for a site. */
const MAX_SIZE = 500_000;
const MAX_TOTAL = 2_000_000;

const isSaved = (value: unknown): value is SavedAnalysis => {
  const { tree, path } = (value ?? {}) as Partial<SavedAnalysis>;
  return (
    Array.isArray(path) && Array.isArray(tree?.root?.children) && typeof tree.start?.ruleset === "string"
  );
};

function read(key: string): SavedAnalysis | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isSaved(value) ? value : null;
  } catch {
    return null;
  }
}

/** All analyses, the last one first. */
export function savedAnalyses(): (SavedAnalysis & { id: string })[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  return keys
    .flatMap((key) => {
      const saved = read(key);
      return saved ? [{ ...saved, id: key.slice(PREFIX.length) }] : [];
    })
    .sort((one, other) => other.at - one.at);
}

export const forgetAnalysis = (id: string): void => localStorage.removeItem(PREFIX + id);

/** Whether there is anything that the link does not say. */
const hasContent = ({ root }: Tree): boolean =>
  countMoves(root) > 0 || root.comment !== "" || root.shapes.length > 0;

/** Keeps an analysis, and makes room by dropping the oldest others. Returns whether there was room. */
export function saveAnalysis({ id, tree, path }: Analysis, at: number): boolean {
  const key = PREFIX + id;
  if (!hasContent(tree)) {
    localStorage.removeItem(key);
    return true;
  }
  const text = JSON.stringify({ tree, path, at } satisfies SavedAnalysis);
  if (text.length > MAX_SIZE) return false;
  const others = savedAnalyses().filter((other) => other.id !== id);
  let total = text.length;
  others.forEach((other, index) => {
    total += localStorage.getItem(PREFIX + other.id)?.length ?? 0;
    if (index >= MAX_SAVED - 1 || total > MAX_TOTAL) forgetAnalysis(other.id);
  });
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    // Without storage, or with a full one, the analysis lasts until the page closes.
    return false;
  }
}
