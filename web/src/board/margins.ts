import type { Ruleset } from "../api/types";
import { isXiangqi } from "./geometry";

/** Room around the lines, in cells: beside the board, and at its ends. */
export interface Margins {
  side: number;
  end: number;
}

export const marginsOf = (ruleset: Ruleset): Margins =>
  isXiangqi(ruleset) ? { side: 0.66, end: 0.82 } : { side: 0.75, end: 0.75 };
