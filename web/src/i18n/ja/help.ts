import type { Texts } from "../en";

export const help: Texts["help"] = {
  open: "設定",
  pieces: "駒",
  pieceSets: { traditional: "漢字", simplified: "簡体字", letters: "文字", pictures: "絵" },
  board: "盤",
  boards: { wood: "木", paper: "紙", jade: "翡翠", slate: "石板" },
  moveHelp: "駒の動きを表示",
  moveHelpNote: "シャンチーの駒を指すか、長押ししてください。",
  done: "完了",
  book: "コンピュータの定跡",
  share: (share) => (share < 0.01 ? "<1%" : `${Math.round(share * 100)}%`),
  moves: {
    king: "九宮の中で、線に沿って一歩。間に駒のない同じ筋で将と帥が向き合うことはできません。",
    advisor: "九宮の中で、斜めに一歩。九宮から出ません。",
    elephant: "斜めにちょうど二歩。間の点（「象眼」）に駒があると動けません。河を渡りません。",
    horse: "線に沿って一歩、続けて外側の斜めに一歩。最初の点（「馬の足」）に駒があると動けません。",
    chariot: "線に沿っていくらでも。将棋の飛車と同じです。",
    cannon: "線に沿っていくらでも。取るときは、間の駒をちょうど一つ飛び越えます。",
    soldier: "前に一歩。河を渡ると横にも一歩。後ろには動けません。",
  },
  goes: (points) => (points.length === 0 ? "今は動けません。" : `${points.join("、")} に動けます。`),
};
