// What the board says, in the languages of the page.
import { en, type Texts } from "../../../web/src/i18n/en";
import { ja } from "../../../web/src/i18n/ja";
import { type Lang, preferredLang } from "../../../web/src/i18n/languages";
import { vi } from "../../../web/src/i18n/vi";
import { zh } from "../../../web/src/i18n/zh";
import { zhHant } from "../../../web/src/i18n/zh-Hant";

export const TEXTS: Record<Lang, Texts> = { en, zh, "zh-Hant": zhHant, ja, vi };

/** The language of an element: its own, that of an element around it, or the reader's. */
export function langOf(element: Element): Lang {
  const tag = element.closest("[lang]")?.getAttribute("lang");
  return preferredLang(tag ? [tag] : navigator.languages);
}
