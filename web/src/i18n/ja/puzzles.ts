import type { Texts } from "../en";

export const puzzles: Texts["puzzles"] = {
  heading: "問題",
  loading: "問題を読み込んでいます…",
  none: "盤に問題がありません。",
  goal: (side, goal, moves) =>
    goal === "mate" ? `${side}先、${moves} 手で詰み。` : `${side}先、${moves} 手で五連。`,
  find: "唯一の正解手を見つけてください。",
  right: "正解です。次は？",
  wrong: (moves) =>
    moves === 1
      ? "違います。この手では勝ちになりません。もう一度。"
      : `違います。この手では ${moves} 手以内に勝てません。もう一度。`,
  illegal: "ここには打てません。",
  notYours: "相手の駒です。",
  solved: "解けました！",
  solvedLate: "これが正解です。",
  shown: "これが正解です。",
  show: "正解を見る",
  next: "次の問題",
  leave: "対局に戻る",
  link: "この問題のリンク",
  level: (puzzle, own) => `問題のレベル ${puzzle}、あなたは ${own}`,
  streak: (now, best) => `連続正解 ${now}、最高 ${best}`,
};
