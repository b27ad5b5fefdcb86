import type { Texts } from "../en";

const PIECES: Record<string, string> = {
  rook: "車",
  horse: "馬",
  cannon: "砲",
  advisor: "士",
  elephant: "象",
};

const WAYS = { forward: "前へ", back: "後ろへ", sideways: "横へ" };

function fileName(fromMiddle: number): string {
  const steps = Math.abs(fromMiddle);
  const side = fromMiddle < 0 ? "左" : "右";
  if (steps === 0) return "中央の筋";
  return steps === 4 ? `${side}端の筋` : `中央から${side}へ ${steps} 本目の筋`;
}

export const lesson: Texts["lesson"] = {
  tryAgain: "ここからもう一度",
  previewing: "より良い変化（実際には打たれていません）",
  inWords: ({ piece, taken, way, fromMiddle, keepsFile }) =>
    `${piece}を${keepsFile ? WAYS[way] : `${way === "sideways" ? "" : WAYS[way]}${fileName(fromMiddle)}へ`}${taken ? `、${taken}を取る` : ""}`,
  oversights: {
    missed_win: ({ moves }) => (moves === 1 ? "すぐ勝つ手を逃しました。" : `${moves} 手の勝ちを逃しました。`),
    allows_win: ({ moves }) =>
      moves === 1 ? "相手にすぐ勝つ手を許します。" : `相手に ${moves} 手の勝ちを許します。`,
    allows_double_four: ({ point }) => `相手に ${point} の四々を許します。`,
    loses_piece: ({ piece, point }) => `${point} の${PIECES[piece ?? ""] ?? "駒"}を失います。`,
    forbidden_repetition: () => "千日手の規則で負けになります。",
    forbidden_point: () => "黒の禁点です。",
  },
};
