import type { Texts } from "../en";

export const archive: Texts["archive"] = {
  heading: "Tất cả ván của bạn",
  help: "Trình duyệt này giữ mọi ván bạn đã chơi ở đây. Hãy xuất ra để chuyển sang trình duyệt khác.",
  search: "Tìm theo môn cờ, đối thủ, kết quả hoặc ngày",
  found: (found, all) => `${found} / ${all} ván`,
  moves: (moves) => `${moves} nước`,
  export: "Xuất tất cả",
  import: "Nhập tệp",
  imported: (games) => `Đã nhập ${games} ván.`,
  noFile: "Đây không phải tệp ván cờ đã xuất.",
};
