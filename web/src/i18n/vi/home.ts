import type { Texts } from "../en";

export const home: Texts["home"] = {
  places: "Các trang",
  place: { play: "Chơi", learn: "Học cờ", puzzles: "Giải đố", analysis: "Phân tích", watch: "Xem" },
  menu: "Trình đơn",
  continue: "Chơi tiếp ván của bạn",
  yourMove: "Đến lượt bạn",
  theirMove: "Đến lượt đối thủ",
  waiting: "Đang chờ bạn bè",
  api: "API",
  watch: {
    help: "Ai có liên kết của ván đều xem được. Hãy hỏi kỳ thủ để lấy liên kết.",
    link: "Liên kết của ván",
    go: "Xem",
    wrong: "Đây không phải liên kết của ván. Liên kết có dạng …/g/ và mã của ván.",
    recent: "Các ván bạn đã xem",
  },
};
