// The user's preferences, stored in this browser.
import { effect, signal } from "@preact/signals";
import type { PieceSet } from "../board/pieceSets";
import { type Lang, preferredLang } from "../i18n/languages";

export type Theme = "auto" | "light" | "dark";
export type Notation = "chinese" | "wxf" | "coordinates";

export const BOARDS = ["wood", "paper", "jade", "slate"] as const;
export type BoardTheme = (typeof BOARDS)[number];

/** In which games a move waits for a confirmation. */
export const CONFIRM_MOVES = ["always", "correspondence", "never"] as const;
export type ConfirmMoves = (typeof CONFIRM_MOVES)[number];

export interface Prefs {
  lang: Lang;
  theme: Theme;
  notation: Notation;
  sound: boolean;
  /** Whether the evaluation bar is shown; null until the user decides, which hides it in games against the engine. */
  hasBar: boolean | null;
  /** Whether the stones have the numbers of their moves. */
  hasNumbers: boolean;
  confirmMoves: ConfirmMoves;
  /** Whether a running game shows nothing but the board, the clocks and the actions. */
  isZen: boolean;
  pieces: PieceSet;
  /** Whether the user has chosen among the sets of pieces, or needs not to. */
  hasChosenPieces: boolean;
  board: BoardTheme;
  /** Whether the board explains how a piece moves. */
  moveHelp: boolean;
  /** Whether the browser notifies the user of the own turn. */
  notify: boolean;
  /** The name under which the user plays other people; empty for none. */
  name: string;
  /** Whether what other players say is not shown. */
  isMuted: boolean;
}

const STORAGE_KEY = "duiyi.prefs";
/** The list of games of `seats.ts`. */
export const GAMES_KEY = "duiyi.games";

/** Whether no game has been played in this browser. */
function isNewcomer(): boolean {
  try {
    return localStorage.getItem(GAMES_KEY) === null;
  } catch {
    return true;
  }
}

/** The notation that the players of each language read. */
const NOTATIONS: Record<Lang, Notation> = {
  en: "coordinates",
  zh: "chinese",
  "zh-Hant": "chinese",
  ja: "chinese",
  vi: "wxf",
};

function defaults(): Prefs {
  const lang = preferredLang(navigator.languages);
  return {
    lang,
    theme: "auto",
    notation: NOTATIONS[lang],
    sound: true,
    hasBar: null,
    hasNumbers: false,
    confirmMoves: "correspondence",
    isZen: false,
    pieces: "traditional",
    hasChosenPieces: !isNewcomer(),
    board: "wood",
    moveHelp: isNewcomer(),
    notify: false,
    name: "",
    isMuted: false,
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
// The help stays on after the newcomer's first game, so what was decided at the first visit is kept.
save(STORAGE_KEY, prefs.value);

export const updatePrefs = (change: Partial<Prefs>): void => {
  prefs.value = { ...prefs.value, ...change };
  save(STORAGE_KEY, prefs.value);
};

effect(() => {
  const { theme, board } = prefs.value;
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.board = board;
});
