import type { Problem } from "../../api/types";
import type { Texts } from "../en";
import { type ProblemTexts, textOf } from "../en/problems";

const REFUSED: Record<NonNullable<Problem["reason"]>, string> = {
  own_piece: "Ở đó có quân của bạn.",
  no_piece: "Ở đó không có quân nào.",
  not_your_piece: "Đó là quân của đối thủ.",
  piece_cannot_move_so: "Quân này không đi như vậy.",
  leaves_general_in_check: "Đi như vậy Tướng của bạn bị chiếu.",
  generals_face: "Đi như vậy hai Tướng đối mặt nhau.",
  off_board: "Ngoài bàn cờ.",
  occupied: "Chỗ này đã có quân.",
  not_now: "Bây giờ không đi được nước này.",
  forbidden_three_three: "Điểm cấm của Đen: hai hàng ba mở.",
  forbidden_four_four: "Điểm cấm của Đen: hai hàng bốn.",
  forbidden_overline: "Điểm cấm của Đen: hơn năm quân.",
  forbidden_repetition: "Không được lặp lại nữa: hãy đổi nước.",
};

const TEXTS: ProblemTexts = {
  invalid_request: ({ detail }) => `Yêu cầu có lỗi: ${detail}`,
  invalid_json: "Yêu cầu sai định dạng.",
  unauthorized: "Cần có chỗ chơi trong ván, hoặc liên kết để xem.",
  forbidden: "Chỗ chơi hoặc khóa này không được làm vậy.",
  scope_missing: "Máy chủ này không cho phép.",
  consent_needed: "Đối thủ phải đồng ý cho đi lại.",
  hints_off: "Ván này không dùng gợi ý.",
  not_found: "Máy chủ không có nội dung này.",
  game_not_found: "Ván này không còn trên máy chủ. Hãy bắt đầu ván mới.",
  method_not_allowed: "Máy chủ không hỗ trợ thao tác này.",
  request_timeout: "Quá lâu không xong. Hãy thử lại.",
  game_over: "Hết cờ. Hãy bắt đầu ván mới.",
  nothing_to_claim: "Đối thủ chưa rời đủ lâu.",
  game_not_over: "Ván cờ chưa kết thúc.",
  not_started: "Ván bắt đầu khi người kia vào.",
  no_ready_check: "Ván này không chờ ai sẵn sàng.",
  game_started: "Hai bên đã đi: không hủy ván được nữa.",
  seat_taken: "Chỗ này đã có người.",
  game_too_long: "Ván đã đến giới hạn số nước của máy chủ.",
  not_your_turn: "Chưa đến lượt bạn.",
  game_changed: "Ván cờ vừa thay đổi. Hãy xem lại trước khi đi.",
  nothing_to_undo: "Không có nước nào để đi lại.",
  no_draw_offer: "Không có lời xin hòa.",
  no_takeback_offer: "Không có lời xin đi lại.",
  no_rematch_offer: "Không có lời mời chơi lại.",
  game_paused: "Trọng tài đã tạm dừng ván.",
  game_not_paused: "Ván không bị tạm dừng.",
  no_clock: "Ván này không có đồng hồ.",
  seek_not_found: "Lời tìm đối thủ này không còn nữa.",
  seek_matched: "Đã có đối thủ.",
  phrases_used_up: "Bạn đã dùng hết lời chào trong ván này.",
  reference_taken: "Ván khác đã dùng mã này.",
  events_expired: "Các sự kiện này không còn được lưu.",
  request_in_flight: "Máy chủ đang xử lý. Hãy thử lại sau.",
  upgrade_required: "Địa chỉ này chỉ dành cho WebSocket.",
  version_mismatch: "Ván cờ vừa thay đổi. Hãy xem lại trước khi đi.",
  body_too_large: "Nội dung quá dài đối với máy chủ.",
  unsupported_media_type: "Máy chủ không hỗ trợ định dạng này.",
  illegal_move: ({ reason }) => (reason ? REFUSED[reason] : "Nước đi không hợp lệ."),
  invalid_position: ({ detail, errors }) =>
    `Thế cờ không hợp lệ: ${errors?.map(({ message }) => message).join("; ") ?? detail}`,
  invalid_record: ({ line, detail }) =>
    line ? `Không đọc được dòng ${line} của biên bản.` : `Không đọc được biên bản: ${detail}`,
  invalid_move_text: "Không hiểu nước đi này.",
  ambiguous_move: ({ candidates = [] }) =>
    `Nước này có nhiều cách hiểu (${candidates.join(", ")}). Hãy viết rõ hơn.`,
  idempotency_key_reused: "Yêu cầu bị lặp. Hãy thao tác lại.",
  rate_limited: "Quá nhiều yêu cầu. Hãy chờ một lát rồi thử lại.",
  internal: "Máy chủ gặp lỗi. Hãy thử lại.",
  overloaded: "Máy chủ đang bận. Hãy chờ một lát rồi thử lại.",
  shutting_down: "Máy chủ đang khởi động lại. Hãy chờ một lát rồi thử lại.",
  store_unavailable: "Máy chủ tạm thời không lưu được ván. Hãy chờ một lát rồi thử lại.",
};

export const problems: Texts["problems"] = {
  unreachable: "Không kết nối được máy chủ. Hãy kiểm tra mạng rồi thử lại.",
  of: (problem) => textOf(TEXTS, problem),
  withPlace: (problem) => {
    const { ply, move = "" } = problem;
    return (ply ? `Nước ${ply} ${move}: ` : "") + textOf(TEXTS, problem);
  },
};
