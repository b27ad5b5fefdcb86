// The languages of the page.

interface Language {
  /** The language's name in the language itself. */
  name: string;
  /** For dates, and for how the browser draws characters. */
  tag: string;
  /** Whether its readers know Chinese characters. */
  readsCharacters: boolean;
}

export const LANGUAGES = {
  en: { name: "English", tag: "en", readsCharacters: false },
  zh: { name: "简体中文", tag: "zh-CN", readsCharacters: true },
  "zh-Hant": { name: "繁體中文", tag: "zh-TW", readsCharacters: true },
  ja: { name: "日本語", tag: "ja", readsCharacters: true },
  vi: { name: "Tiếng Việt", tag: "vi", readsCharacters: false },
} as const satisfies Record<string, Language>;

export type Lang = keyof typeof LANGUAGES;

export const LANGS = Object.keys(LANGUAGES) as Lang[];

/** The language for a tag such as `zh-HK`; null if the page does not have it. */
export function langOf(tag: string): Lang | null {
  const [language = "", ...rest] = tag.toLowerCase().split("-");
  if (language === "zh") return rest.some((part) => /^(hant|tw|hk|mo)$/.test(part)) ? "zh-Hant" : "zh";
  return LANGS.find((lang) => lang === language) ?? null;
}

/** The first language of a reader that the page has. */
export function preferredLang(tags: readonly string[]): Lang {
  for (const tag of tags) {
    const lang = langOf(tag);
    if (lang) return lang;
  }
  return "en";
}
