import type { Texts } from "../en";

export const puzzles: Texts["puzzles"] = {
  heading: "Giải đố",
  loading: "Đang tải câu đố …",
  none: "Chưa có câu đố trên bàn cờ.",
  goal: (side, goal, moves) =>
    goal === "mate"
      ? `${side} đi trước, chiếu hết sau ${moves} nước.`
      : `${side} đi trước, được năm quân sau ${moves} nước.`,
  find: "Hãy tìm nước đi duy nhất.",
  right: "Đúng! Tiếp theo?",
  wrong: (moves) =>
    moves === 1
      ? "Không phải nước này: chưa thắng ngay. Thử lại."
      : `Không phải nước này: không thắng trong ${moves} nước. Thử lại.`,
  illegal: "Nước này không hợp lệ.",
  notYours: "Đó là quân của bên kia.",
  solved: "Giải được rồi!",
  solvedLate: "Đó là lời giải.",
  shown: "Đây là lời giải.",
  show: "Xem lời giải",
  next: "Câu tiếp theo",
  leave: "Về ván cờ",
  link: "Liên kết của câu đố này",
  level: (puzzle, own) => `Câu đố cấp ${puzzle}, bạn ở cấp ${own}`,
  streak: (now, best) => `Đúng liên tiếp: ${now}, nhiều nhất: ${best}`,
};
