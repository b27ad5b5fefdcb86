import { en } from "../i18n/en/learn";
import { localized } from "../i18n/localized";
import type { LearnTexts } from "../i18n/en/learn";

export const { texts: learnTexts, isReady } = localized<LearnTexts>(en, {
  zh: async () => (await import("../i18n/zh/learn")).zh,
  "zh-Hant": async () => (await import("../i18n/zh-Hant/learn")).zhHant,
  ja: async () => (await import("../i18n/ja/learn")).ja,
  vi: async () => (await import("../i18n/vi/learn")).vi,
});
