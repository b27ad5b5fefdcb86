import type { Texts } from "../en";

export const analysisEntry: Texts["analysisEntry"] = {
  open: "分析棋盤",
  openRecord: "在分析棋盤上開啟",
  tryLine: "試試別的走法",
  loading: "正在載入分析棋盤……",
};
