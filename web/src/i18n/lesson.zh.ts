import type { Texts } from "./en";

const PIECES: Record<string, string> = {
  rook: "车",
  horse: "马",
  cannon: "炮",
  advisor: "士",
  elephant: "象",
};

export const lesson: Texts["lesson"] = {
  tryAgain: "从这里再试",
  oversights: {
    missed_win: ({ moves }) => (moves === 1 ? "错过了立即取胜。" : `错过了 ${moves} 步取胜。`),
    allows_win: ({ moves }) => (moves === 1 ? "让对方立即取胜。" : `让对方 ${moves} 步取胜。`),
    allows_double_four: ({ point }) => `让对方在 ${point} 做成双四。`,
    loses_piece: ({ piece, point }) => `丢掉了 ${point} 的${PIECES[piece ?? ""] ?? "子"}。`,
    forbidden_repetition: () => "违反循环规则，判负。",
    forbidden_point: () => "这是黑棋的禁手点。",
  },
};
