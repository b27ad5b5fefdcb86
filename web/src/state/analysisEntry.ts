// The ways to the analysis board, which is loaded only when it is opened.
import { signal } from "@preact/signals";
import { writeLink, startOf } from "../analysis/start";
import type { Ply, Position } from "../api/types";
import { navigate } from "./route";

/** What a review found about the moves of the game that opens next on the analysis board. */
export const reviewedPlies = signal<readonly Ply[]>([]);

/** A text for the analysis board to read when it opens. */
export const textToImport = signal<string | null>(null);

type Line = Pick<Position, "ruleset" | "options" | "start_fen">;

/** Opens moves from a start on the analysis board, at the position after `ply` of them, with a variation from there. */
export function analyze(
  line: Line,
  moves: readonly string[],
  ply: number,
  { plies = [], variation = [] }: { plies?: readonly Ply[]; variation?: readonly string[] } = {},
): void {
  reviewedPlies.value = plies;
  navigate(`#/analysis?${writeLink({ start: startOf(line), moves, ply, variation })}`);
}

/** Opens a record, a list of moves or a position on the analysis board. */
export function analyzeText(text: string): void {
  textToImport.value = text;
  navigate("#/analysis");
}
