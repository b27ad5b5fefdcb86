import type { Texts } from "../en";

export const play: Texts["play"] = {
  numbers: "Số thứ tự trên quân",
  confirm: "Xác nhận nước đi",
  confirmIn: { always: "Luôn luôn", correspondence: "Cờ thư", never: "Không" },
  confirmMove: (move) => `Đi ${move}?`,
  yesMove: "Đi nước này",
  zen: "Chế độ tập trung",
  zenNote: "Trong ván chỉ hiện bàn cờ, đồng hồ và các nút. Phím Z cũng bật tắt chế độ này.",
  leaveZen: "Thoát chế độ tập trung",
  confirmDraw: "Xin hòa? Nếu đối phương đồng ý, ván cờ kết thúc.",
  yesDraw: "Xin hòa",
  confirmAgreement: "Đồng ý hòa? Ván cờ sẽ kết thúc.",
  yesAgreement: "Đồng ý",
  goes: (piece, point) => `${piece} đến ${point}`,
  takes: (piece, taken, point) => `${piece} ăn ${taken} ở ${point}`,
  placed: (stone, point) => `${stone} ở ${point}`,
};
