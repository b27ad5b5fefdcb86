import { type AnalysisTexts, en } from "../i18n/en/analysisBoard";
import { localized } from "../i18n/localized";

export const { texts: analysisTexts, isReady } = localized<AnalysisTexts>(en, {
  zh: async () => (await import("../i18n/zh/analysisBoard")).zh,
  "zh-Hant": async () => (await import("../i18n/zh-Hant/analysisBoard")).zhHant,
  ja: async () => (await import("../i18n/ja/analysisBoard")).ja,
  vi: async () => (await import("../i18n/vi/analysisBoard")).vi,
});
