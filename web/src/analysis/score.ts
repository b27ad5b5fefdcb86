// Scores as players read them, and what they mean for a line.
import type { Score } from "../api/types";
import { chanceOf } from "../state/chance";

/** A score with its sign, `+0.31`, or the number of moves to mate, `#−3`. */
export function scoreText({ cp = 0, mate }: Score): string {
  if (mate !== undefined) return `#${mate < 0 ? "−" : ""}${Math.abs(mate)}`;
  const text = (Math.abs(cp) / 100).toFixed(2);
  return `${Number(text) === 0 ? "" : cp > 0 ? "+" : "−"}${text}`;
}

/** The loss of winning chance at which an arrow is as thin as it gets. */
const FULL_LOSS = 0.2;

/** How strongly the board shows each line, from 1 for the best to 0.35, by the winning chance that it loses. */
export function weightsOf(scores: readonly Score[]): number[] {
  const best = Math.max(...scores.map(chanceOf));
  return scores.map((score) => 1 - 0.65 * Math.min(1, (best - chanceOf(score)) / FULL_LOSS));
}
