import type { Texts } from "../en";

export const puzzles: Texts["puzzles"] = {
  heading: "做題",
  loading: "正在出題……",
  none: "棋盤上還沒有題目。",
  goal: (side, goal, moves) =>
    goal === "mate" ? `${side}先，${moves} 步殺。` : `${side}先，${moves} 手內連成五子。`,
  find: "請找出唯一的一手。",
  right: "對！接下來呢？",
  wrong: (moves) =>
    moves === 1
      ? "不是這一手：這樣還沒有贏。再試一次。"
      : `不是這一手：這樣 ${moves} 步之內贏不了。再試一次。`,
  illegal: "這裡不能這樣走。",
  notYours: "那是對方的棋子。",
  solved: "解出來了！",
  solvedLate: "這就是答案。",
  shown: "這就是答案。",
  show: "看答案",
  next: "下一題",
  leave: "回到對局",
  link: "本題連結",
  level: (puzzle, own) => `本題第 ${puzzle} 級，你在第 ${own} 級`,
  streak: (now, best) => `連對 ${now} 題，最多 ${best} 題`,
};
