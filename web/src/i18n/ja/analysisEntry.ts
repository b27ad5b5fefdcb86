import type { Texts } from "../en";

export const analysisEntry: Texts["analysisEntry"] = {
  open: "検討盤",
  openRecord: "検討盤で開く",
  tryLine: "別の手を試す",
  loading: "検討盤を読み込んでいます…",
};
