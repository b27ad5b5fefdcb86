import type { Texts } from "../en";

const PIECES: Record<string, string> = {
  rook: "Xe",
  horse: "Mã",
  cannon: "Pháo",
  advisor: "Sĩ",
  elephant: "Tượng",
};

const WAYS = { forward: "tiến", back: "lùi", sideways: "đi ngang" };

function fileName(fromMiddle: number): string {
  const steps = Math.abs(fromMiddle);
  const side = fromMiddle < 0 ? "trái" : "phải";
  if (steps === 0) return "cột giữa";
  return steps === 4 ? `biên ${side}` : `cột thứ ${steps} bên ${side} cột giữa`;
}

export const lesson: Texts["lesson"] = {
  tryAgain: "Thử lại từ đây",
  previewing: "Biến tốt hơn, chưa được đi",
  inWords: ({ piece, taken, way, fromMiddle, keepsFile }) =>
    `${piece} ${WAYS[way]}${keepsFile ? " thẳng" : ` đến ${fileName(fromMiddle)}`}${taken ? `, ăn ${taken}` : ""}`,
  oversights: {
    missed_win: ({ moves }) => (moves === 1 ? "Bỏ lỡ nước thắng ngay." : `Bỏ lỡ thắng sau ${moves} nước.`),
    allows_win: ({ moves }) =>
      moves === 1 ? "Để đối thủ thắng ngay." : `Để đối thủ thắng sau ${moves} nước.`,
    allows_double_four: ({ point }) => `Để đối thủ tạo hai hàng bốn ở ${point}.`,
    loses_piece: ({ piece, point }) => `Mất ${PIECES[piece ?? ""] ?? "quân"} ở ${point}.`,
    forbidden_repetition: () => "Thua theo luật lặp nước.",
    forbidden_point: () => "Đây là điểm cấm của Đen.",
  },
};
