import type { Score } from "../api/types";
import { texts } from "../i18n";

const signed = (value: number): string =>
  value > 0 ? `+${value.toFixed(2)}` : value.toFixed(2).replace("-", "−");

/** The score of the side to move, as the server sends it. */
export function scoreText(score: Score): string {
  const { analysis } = texts.value;
  const { cp = 0, mate } = score;
  if (mate === undefined) return signed(cp / 100);
  return mate > 0 ? analysis.mate(mate) : analysis.mated(-mate);
}
