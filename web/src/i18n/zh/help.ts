import type { Texts } from "../en";

export const help: Texts["help"] = {
  open: "设置",
  pieces: "棋子",
  pieceSets: { traditional: "繁体字", simplified: "简体字", letters: "字母", pictures: "图形" },
  board: "棋盘",
  boards: { wood: "木色", paper: "纸色", jade: "青玉", slate: "石板" },
  moveHelp: "显示棋子的走法",
  moveHelpNote: "指向象棋棋子，或用手指按住它。",
  done: "完成",
  book: "电脑的开局库",
  share: (share) => (share < 0.01 ? "<1%" : `${Math.round(share * 100)}%`),
  moves: {
    king: "在九宫内沿线走一步。将帅不能在同一条无子的直线上照面。",
    advisor: "在九宫内沿斜线走一步，不出九宫。",
    elephant: "沿斜线走两步（“田”字），中间的“象眼”有子就不能走，不能过河。",
    horse: "先沿线走一步，再向外斜走一步（“日”字），第一步的点有子就被“蹩马腿”。",
    chariot: "沿直线走，远近不限。",
    cannon: "沿直线走，远近不限；吃子时中间必须恰好隔一个子。",
    soldier: "向前走一步；过河后也可以横走一步；不能后退。",
  },
  goes: (points) => (points.length === 0 ? "现在不能走。" : `可以走到 ${points.join("、")}。`),
};
