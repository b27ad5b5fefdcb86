import type { Texts } from "../en";

export const analysisEntry: Texts["analysisEntry"] = {
  open: "Bàn phân tích",
  openRecord: "Mở trên bàn phân tích",
  tryLine: "Thử nước khác",
  loading: "Đang tải bàn phân tích …",
};
