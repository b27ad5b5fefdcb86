import type { Ruleset } from "../api/types";
import { isXiangqi } from "./geometry";

/** The margins around the lines, in cells: at the sides, and at the top and bottom. */
export interface Margins {
  side: number;
  end: number;
}

export const marginsOf = (ruleset: Ruleset): Margins =>
  isXiangqi(ruleset) ? { side: 0.68, end: 0.9 } : { side: 1.04, end: 1.04 };
