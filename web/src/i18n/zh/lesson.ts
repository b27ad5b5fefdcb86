import type { Texts } from "../en";

const PIECES: Record<string, string> = {
  rook: "车",
  horse: "马",
  cannon: "炮",
  advisor: "士",
  elephant: "象",
};

const WAYS = { forward: "前进", back: "后退", sideways: "平移" };

function fileName(fromMiddle: number): string {
  const steps = Math.abs(fromMiddle);
  const side = fromMiddle < 0 ? "左" : "右";
  if (steps === 0) return "中路";
  return steps === 4 ? `${side}边路` : `中路${side}边第 ${steps} 路`;
}

export const lesson: Texts["lesson"] = {
  tryAgain: "从这里再试",
  previewing: "更好的下法（对局中未出现）",
  inWords: ({ piece, taken, way, fromMiddle, keepsFile }) =>
    `${piece}${WAYS[way]}${keepsFile ? "" : `到${fileName(fromMiddle)}`}${taken ? `，吃${taken}` : ""}`,
  oversights: {
    missed_win: ({ moves }) => (moves === 1 ? "错过了立即取胜。" : `错过了 ${moves} 步取胜。`),
    allows_win: ({ moves }) => (moves === 1 ? "让对方立即取胜。" : `让对方 ${moves} 步取胜。`),
    allows_double_four: ({ point }) => `让对方在 ${point} 做成双四。`,
    loses_piece: ({ piece, point }) => `丢掉了 ${point} 的${PIECES[piece ?? ""] ?? "子"}。`,
    forbidden_repetition: () => "违反循环规则，判负。",
    forbidden_point: () => "这是黑棋的禁手点。",
  },
};
