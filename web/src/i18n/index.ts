import { en, type Texts } from "./en";
import { localized } from "./localized";

export const { texts, isReady } = localized<Texts>(en, {
  zh: async () => (await import("./zh")).zh,
  "zh-Hant": async () => (await import("./zh-Hant")).zhHant,
  ja: async () => (await import("./ja")).ja,
  vi: async () => (await import("./vi")).vi,
});

export type { Texts };
