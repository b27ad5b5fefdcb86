// Scores as players read them, and what they mean for a line.
import type { Score } from "../api/types";

/** A score with its sign, `+0.31`, or the number of moves to mate, `#−3`. */
export function scoreText({ cp = 0, mate }: Score): string {
  if (mate !== undefined) return `#${mate < 0 ? "−" : ""}${Math.abs(mate)}`;
  const text = (Math.abs(cp) / 100).toFixed(2);
  return `${Number(text) === 0 ? "" : cp > 0 ? "+" : "−"}${text}`;
}

/** The divisor of the score in the logistic function, the same as the server uses for winning chances. */
const CHANCE_SCALE = 240;

const chance = ({ cp = 0, mate }: Score): number =>
  mate === undefined ? 1 / (1 + Math.exp(-cp / CHANCE_SCALE)) : mate > 0 ? 1 : 0;

/** The loss of winning chance at which an arrow is as thin as it gets. */
const FULL_LOSS = 0.2;

/** How strongly the board shows each line, from 1 for the best to 0.35, by the winning chance that it loses. */
export function weightsOf(scores: readonly Score[]): number[] {
  const best = Math.max(...scores.map(chance));
  return scores.map((score) => 1 - 0.65 * Math.min(1, (best - chance(score)) / FULL_LOSS));
}
