// What a score or a result means: the chance to win.
import type { Position, Score } from "../api/types";
import { sidesOf } from "./sides";

/** The divisor of the score in the logistic function, the same as the server uses for winning chances. */
const CHANCE_SCALE = 240;

/** The winning chance of the side whose score this is. */
export const chanceOf = ({ cp = 0, mate }: Score): number =>
  mate === undefined ? 1 / (1 + Math.exp(-cp / CHANCE_SCALE)) : mate > 0 ? 1 : 0;

/** The result of a finished game as the chance of the first side; null while it is played. */
export function resultOf({ ruleset, status, winner }: Position): number | null {
  if (status === "won") return winner === sidesOf(ruleset)[0] ? 1 : 0;
  return status === "drawn" ? 0.5 : null;
}
