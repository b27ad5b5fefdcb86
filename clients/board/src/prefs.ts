// Stands in for the page's `state/prefs` in the board's sources: the look of the element that is being drawn.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Lang } from "../../../web/src/i18n/languages";
import type { PieceSet } from "../../../web/src/board/pieceSets";

export interface Look {
  lang: Lang;
  pieces: PieceSet;
}

export const LookContext = createContext<Look>({ lang: "zh", pieces: "traditional" });

export const prefs = {
  /** Only while a component is drawn. */
  get value(): Look {
    return useContext(LookContext);
  },
};
