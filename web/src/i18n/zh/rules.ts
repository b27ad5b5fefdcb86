import type { Texts } from "../en";

const FIVES = "黑方先下，双方轮流各下一子，下了不再移动。";

export const rules: Texts["rules"] = {
  heading: (game) => `${game}规则`,
  cards: {
    xiangqi: [
      "红方先走。将军而对方无法应将，就是将死，获胜。",
      "无子可动（困毙）也算负。",
      "将帅不能在同一直线上照面。",
      "将帅和士不出九宫，象不过河。",
      "长将、长捉判负，其他循环作和。",
    ],
    gomoku: [FIVES, "横、竖、斜连成五子或更多即胜。"],
    gomoku_standard: [FIVES, "恰好连成五子才胜，更多不算。"],
    renju: [
      FIVES,
      "黑方恰好五子胜，白方五子或更多都胜。",
      "黑方禁手：三三、四四、长连。",
      "成五优先：连成五子时不算禁手。",
    ],
    caro: [FIVES, "连成五子即胜，但两端都有对方棋子的不算。"],
  },
  course: "一步一步学",
  firstPieces: "你习惯哪种棋子？",
};
