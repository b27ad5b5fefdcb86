import type { Texts } from "../en";

export const puzzles: Texts["puzzles"] = {
  heading: "做题",
  loading: "正在出题……",
  none: "棋盘上还没有题目。",
  goal: (side, goal, moves) =>
    goal === "mate" ? `${side}先，${moves} 步杀。` : `${side}先，${moves} 手内连成五子。`,
  find: "请找出唯一的一手。",
  right: "对！接下来呢？",
  wrong: (moves) =>
    moves === 1
      ? "不是这一手：这样还没有赢。再试一次。"
      : `不是这一手：这样 ${moves} 步之内赢不了。再试一次。`,
  illegal: "这里不能这样走。",
  notYours: "那是对方的棋子。",
  solved: "解出来了！",
  solvedLate: "这就是答案。",
  shown: "这就是答案。",
  show: "看答案",
  next: "下一题",
  leave: "回到对局",
  link: "本题链接",
  level: (puzzle, own) => `本题第 ${puzzle} 级，你在第 ${own} 级`,
  streak: (now, best) => `连对 ${now} 题，最多 ${best} 题`,
};
