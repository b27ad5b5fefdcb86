import type { Texts } from "../en";

export const share: Texts["share"] = {
  share: "Chia sẻ …",
  png: "Hình (PNG)",
  embed: "Hiện trên trang khác",
  embedCode: "Mã HTML cho trang",
  embedHelp: "Bàn cờ đi theo ván. ?theme=dark, ?pieces=letters và ?lang=en chọn cách hiển thị.",
  open: "Mở",
  missing: "Không thể hiện ván này.",
  players: (first, second) => `${first} – ${second}`,
  notify: "Báo cho tôi khi đối thủ đã đi",
  notifyRefused: "Trình duyệt không cho trang này gửi thông báo.",
};
