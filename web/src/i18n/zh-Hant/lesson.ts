import type { Texts } from "../en";

const PIECES: Record<string, string> = {
  rook: "車",
  horse: "馬",
  cannon: "炮",
  advisor: "士",
  elephant: "象",
};

const WAYS = { forward: "前進", back: "後退", sideways: "平移" };

function fileName(fromMiddle: number): string {
  const steps = Math.abs(fromMiddle);
  const side = fromMiddle < 0 ? "左" : "右";
  if (steps === 0) return "中路";
  return steps === 4 ? `${side}邊路` : `中路${side}邊第 ${steps} 路`;
}

export const lesson: Texts["lesson"] = {
  tryAgain: "從這裡再試",
  previewing: "更好的下法（對局中未出現）",
  inWords: ({ piece, taken, way, fromMiddle, keepsFile }) =>
    `${piece}${WAYS[way]}${keepsFile ? "" : `到${fileName(fromMiddle)}`}${taken ? `，吃${taken}` : ""}`,
  oversights: {
    missed_win: ({ moves }) => (moves === 1 ? "錯過了立即取勝。" : `錯過了 ${moves} 步取勝。`),
    allows_win: ({ moves }) => (moves === 1 ? "讓對方立即取勝。" : `讓對方 ${moves} 步取勝。`),
    allows_double_four: ({ point }) => `讓對方在 ${point} 做成雙四。`,
    loses_piece: ({ piece, point }) => `丟掉了 ${point} 的${PIECES[piece ?? ""] ?? "子"}。`,
    forbidden_repetition: () => "違反循環規則，判負。",
    forbidden_point: () => "這是黑棋的禁手點。",
  },
};
