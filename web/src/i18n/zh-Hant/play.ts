import type { Texts } from "../en";

export const play: Texts["play"] = {
  numbers: "棋子上顯示手數",
  confirm: "走子確認",
  confirmIn: { always: "總是", correspondence: "通信對局", never: "從不" },
  confirmMove: (move) => `走${move}嗎？`,
  yesMove: "確定走",
  zen: "專注模式",
  zenNote: "對局中只顯示棋盤、棋鐘和操作按鈕。也可按 Z 鍵切換。",
  leaveZen: "退出專注模式",
  confirmDraw: "確定提和嗎？對方同意後對局結束。",
  yesDraw: "提和",
  confirmAgreement: "確定同意和棋嗎？對局隨即結束。",
  yesAgreement: "同意",
  goes: (piece, point) => `${piece}到 ${point}`,
  takes: (piece, taken, point) => `${piece}在 ${point} 吃${taken}`,
  placed: (stone, point) => `${stone}落在 ${point}`,
};
