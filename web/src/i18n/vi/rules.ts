import type { Texts } from "../en";

const FIVES = "Đen đi trước. Hai bên lần lượt đặt một quân; quân đã đặt không di chuyển.";

export const rules: Texts["rules"] = {
  heading: (game) => `Luật ${game}`,
  cards: {
    xiangqi: [
      "Đỏ đi trước. Chiếu mà đối thủ không đỡ được (chiếu hết) là thắng.",
      "Bên hết nước đi cũng thua.",
      "Hai Tướng không được lộ mặt trên một cột trống.",
      "Tướng và Sĩ ở trong cung, Tượng không qua sông.",
      "Trường chiếu hay trường tróc thì thua; lặp nước khác thì hòa.",
    ],
    gomoku: [FIVES, "Năm quân liền trở lên theo hàng ngang, dọc hoặc chéo là thắng."],
    gomoku_standard: [FIVES, "Đúng năm quân liền mới thắng; nhiều hơn không tính."],
    renju: [
      FIVES,
      "Đen thắng với đúng năm quân, Trắng với năm quân trở lên.",
      "Điểm cấm của Đen: hai hàng ba mở, hai hàng bốn, hơn năm quân.",
      "Nước tạo đủ năm luôn được phép.",
    ],
    caro: [FIVES, "Năm quân liền là thắng, trừ khi cả hai đầu đều bị quân đối thủ chặn."],
  },
  course: "Học từng bước",
  firstPieces: "Bạn đọc loại quân nào dễ nhất?",
};
