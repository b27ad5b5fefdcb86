// The styles of the page's board, for a shadow tree.
import board from "../../../web/src/styles/board.css?inline";
import look from "../../../web/src/styles/look.css?inline";
import marks from "../../../web/src/styles/marks.css?inline";
import own from "./own.css?inline";

/** The themes of the page's look, and not the panel in which it is chosen. */
const themes = look.replace(/\.(look|move-help)\b[^{]*\{[^}]*\}/g, "");

/** In the page the theme of the board is an attribute of the whole document. */
const ofTheElement = (css: string) =>
  css.replace(/\[data-board="?(\w+)"?\] \.board/g, ':host([board="$1"]) .board');

const sheet = new CSSStyleSheet();
sheet.replaceSync([board, marks, ofTheElement(themes), own].join("\n"));

export const styles = sheet;

const font = new FontFace(
  "Duiyi Pieces",
  `url(${new URL(/* @vite-ignore */ "duiyi-pieces.woff2", import.meta.url).href})`,
);

/** Fonts belong to the document, also those of a shadow tree. */
export const addFont = (): void => void document.fonts.add(font);
