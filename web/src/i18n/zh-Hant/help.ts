import type { Texts } from "../en";

export const help: Texts["help"] = {
  open: "設定",
  pieces: "棋子",
  pieceSets: { traditional: "繁體字", simplified: "簡體字", letters: "字母", pictures: "圖形" },
  board: "棋盤",
  boards: { wood: "木色", paper: "紙色", jade: "青玉", slate: "石板" },
  moveHelp: "顯示棋子的走法",
  moveHelpNote: "指向象棋棋子，或用手指按住它。",
  done: "完成",
  book: "電腦的開局庫",
  share: (share) => (share < 0.01 ? "<1%" : `${Math.round(share * 100)}%`),
  moves: {
    king: "在九宮內沿線走一步。將帥不能在同一條無子的直線上照面。",
    advisor: "在九宮內沿斜線走一步，不出九宮。",
    elephant: "沿斜線走兩步（「田」字），中間的「象眼」有子就不能走，不能過河。",
    horse: "先沿線走一步，再向外斜走一步（「日」字），第一步的點有子就被「蹩馬腿」。",
    chariot: "沿直線走，遠近不限。",
    cannon: "沿直線走，遠近不限；吃子時中間必須恰好隔一個子。",
    soldier: "向前走一步；過河後也可以橫走一步；不能後退。",
  },
  goes: (points) => (points.length === 0 ? "現在不能走。" : `可以走到 ${points.join("、")}。`),
};
