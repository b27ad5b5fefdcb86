// What a score means: the chance to win.
import type { Score } from "../api/types";

/** The divisor of the score in the logistic function, the same as the server uses for winning chances. */
const CHANCE_SCALE = 240;

/** The winning chance of the side whose score this is. */
export const chanceOf = ({ cp = 0, mate }: Score): number =>
  mate === undefined ? 1 / (1 + Math.exp(-cp / CHANCE_SCALE)) : mate > 0 ? 1 : 0;
