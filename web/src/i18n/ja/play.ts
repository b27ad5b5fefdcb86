import type { Texts } from "../en";

export const play: Texts["play"] = {
  numbers: "石に手数を表示",
  confirm: "着手の確認",
  confirmIn: { always: "常に", correspondence: "通信対局", never: "しない" },
  confirmMove: (move) => `${move}、この手でよいですか？`,
  yesMove: "指す",
  zen: "集中モード",
  zenNote: "対局中は盤と時計と操作だけを表示します。Z キーでも切り替えられます。",
  leaveZen: "集中モードを終える",
  confirmDraw: "引き分けを提案しますか？相手が同意すると終局です。",
  yesDraw: "提案する",
  confirmAgreement: "引き分けに同意しますか？終局になります。",
  yesAgreement: "同意する",
  goes: (piece, point) => `${piece}が ${point} へ`,
  takes: (piece, taken, point) => `${piece}が ${point} の${taken}を取る`,
  placed: (stone, point) => `${point} に${stone}`,
};
