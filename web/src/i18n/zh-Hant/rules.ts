import type { Texts } from "../en";

const FIVES = "黑方先下，雙方輪流各下一子，下了不再移動。";

export const rules: Texts["rules"] = {
  heading: (game) => `${game}規則`,
  cards: {
    xiangqi: [
      "紅方先走。將軍而對方無法應將，就是將死，獲勝。",
      "無子可動（困斃）也算負。",
      "將帥不能在同一直線上照面。",
      "將帥和士不出九宮，象不過河。",
      "長將、長捉判負，其他循環作和。",
    ],
    gomoku: [FIVES, "橫、豎、斜連成五子或更多即勝。"],
    gomoku_standard: [FIVES, "恰好連成五子才勝，更多不算。"],
    renju: [
      FIVES,
      "黑方恰好五子勝，白方五子或更多都勝。",
      "黑方禁手：三三、四四、長連。",
      "成五優先：連成五子時不算禁手。",
    ],
    caro: [FIVES, "連成五子即勝，但兩端都有對方棋子的不算。"],
  },
  course: "一步一步學",
  firstPieces: "你習慣哪種棋子？",
};
