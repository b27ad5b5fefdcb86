// Texts in the user's language. English comes with the page; each other language is a chunk, loaded when it is chosen.
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { loadPart } from "../api/loadPart";
import { prefs } from "../state/prefs";
import { type Lang, LANGUAGES } from "./languages";

type Loaders<Texts> = Record<Exclude<Lang, "en">, () => Promise<Texts>>;

export interface Localized<Texts> {
  texts: ReadonlySignal<Texts>;
  /** Settles when the texts of the language at the start are there, or cannot be loaded. */
  isReady: Promise<void>;
}

/** Why the texts of the chosen language are not there. */
export const languageFailure = signal<unknown>(null);

/** Until a language has been loaded, the texts stay in the one before. */
export function localized<Texts>(english: Texts, others: Loaders<Texts>): Localized<Texts> {
  const texts = signal(english);
  const show = (lang: Lang, loaded: Texts) => {
    if (lang !== prefs.peek().lang) return;
    texts.value = loaded;
    document.documentElement.lang = LANGUAGES[lang].tag;
    languageFailure.value = null;
  };
  const load = async (lang: Lang) => {
    try {
      show(lang, lang === "en" ? english : await loadPart(others[lang]));
    } catch (error) {
      languageFailure.value = error;
    }
  };
  let chosen: Lang | null = null;
  let loading = Promise.resolve();
  effect(() => {
    const { lang } = prefs.value;
    if (lang === chosen) return;
    chosen = lang;
    loading = load(lang);
  });
  return { texts, isReady: loading };
}
