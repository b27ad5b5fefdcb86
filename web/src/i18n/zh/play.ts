import type { Texts } from "../en";

export const play: Texts["play"] = {
  numbers: "棋子上显示手数",
  confirm: "走子确认",
  confirmIn: { always: "总是", correspondence: "通信对局", never: "从不" },
  confirmMove: (move) => `走${move}吗？`,
  yesMove: "确定走",
  zen: "专注模式",
  zenNote: "对局中只显示棋盘、棋钟和操作按钮。也可按 Z 键切换。",
  leaveZen: "退出专注模式",
  confirmDraw: "确定提和吗？对方同意后对局结束。",
  yesDraw: "提和",
  confirmAgreement: "确定同意和棋吗？对局随即结束。",
  yesAgreement: "同意",
  goes: (piece, point) => `${piece}到 ${point}`,
  takes: (piece, taken, point) => `${piece}在 ${point} 吃${taken}`,
  placed: (stone, point) => `${stone}落在 ${point}`,
};
