// The user's preferences, stored in this browser.
import { effect, signal } from "@preact/signals";

export type Lang = "en" | "zh";
export type Theme = "auto" | "light" | "dark";
export type Notation = "chinese" | "wxf" | "coordinates";

export interface Prefs {
  lang: Lang;
  theme: Theme;
  notation: Notation;
  sound: boolean;
  evaluation: boolean;
}

const STORAGE_KEY = "duiyi.prefs";

function defaults(): Prefs {
  const lang = navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
  return {
    lang,
    theme: "auto",
    notation: lang === "zh" ? "chinese" : "coordinates",
    sound: true,
    evaluation: true,
  };
}

export function load<T extends object>(key: string, initial: T): T {
  try {
    return { ...initial, ...JSON.parse(localStorage.getItem(key) ?? "{}") };
  } catch {
    return initial;
  }
}

export function save(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, the preferences last until the page closes.
  }
}

export const prefs = signal<Prefs>(load(STORAGE_KEY, defaults()));

export const updatePrefs = (change: Partial<Prefs>): void => {
  prefs.value = { ...prefs.value, ...change };
  save(STORAGE_KEY, prefs.value);
};

effect(() => {
  const { lang, theme } = prefs.value;
  const root = document.documentElement;
  root.lang = lang === "zh" ? "zh-CN" : "en";
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
});
