import type { Texts } from "../en";

export const analysisEntry: Texts["analysisEntry"] = {
  open: "分析棋盘",
  openRecord: "在分析棋盘上打开",
  tryLine: "试试别的走法",
  loading: "正在载入分析棋盘……",
};
