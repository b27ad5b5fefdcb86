import type { Problem } from "../../api/types";
import type { Texts } from "../en";
import { type ProblemTexts, textOf } from "../en/problems";

const REFUSED: Record<NonNullable<Problem["reason"]>, string> = {
  own_piece: "那裡是自己的棋子。",
  no_piece: "那裡沒有棋子。",
  not_your_piece: "那是對方的棋子。",
  piece_cannot_move_so: "這個棋子不能這樣走。",
  leaves_general_in_check: "這樣走，自己的將帥會被將軍。",
  generals_face: "這樣走，將帥會照面。",
  off_board: "那裡在棋盤之外。",
  occupied: "那裡已經有棋子了。",
  not_now: "現在不能這樣走。",
  forbidden_three_three: "黑方禁手：三三。",
  forbidden_four_four: "黑方禁手：四四。",
  forbidden_overline: "黑方禁手：長連。",
  forbidden_repetition: "不能再這樣重複走，請換著法。",
};

const SIDES: Record<string, string> = { red: "紅", black: "黑" };
const PIECES: Record<string, string> = {
  general: "將帥",
  advisor: "士",
  elephant: "象",
  horse: "馬",
  rook: "車",
  cannon: "炮",
  soldier: "兵卒",
};

/** What the server says about positions of Xiangqi that people set up, in Chinese. The rest it says in English. */
const POSITION_PROBLEMS: [RegExp, (...parts: string[]) => string][] = [
  [/^the (red|black) general is missing$/, (side = "") => `缺少${SIDES[side]}方將帥`],
  [/^expected one (red|black) general, got (\d+)$/, (side = "", n) => `${SIDES[side]}方有 ${n} 個將帥`],
  [
    /^expected at most (\d+) (red|black) pieces, got (\d+)$/,
    (most, side = "", n) => `${SIDES[side]}方最多 ${most} 個棋子，現有 ${n} 個`,
  ],
  [
    /^a (red|black) (\w+) cannot stand on (\w+):/,
    (side = "", piece = "", point) => `${SIDES[side]}方的${PIECES[piece] ?? "棋子"}不能放在 ${point}`,
  ],
  [/^the generals on (\w+) and (\w+) face each other/, () => "將帥照面，中間沒有棋子"],
  [
    /^it is (red|black)'s move, but .* already attacked by the (\w+) on (\w+)$/,
    (side = "", piece = "", point) =>
      `輪到${SIDES[side]}方走，但對方將帥已被 ${point} 的${PIECES[piece] ?? "棋子"}將軍`,
  ],
  [/^both sides have a winning row$/, () => "雙方都已連成五子"],
];

function positionProblem(messages: readonly string[]): string {
  const told = messages.map((message) => {
    for (const [pattern, text] of POSITION_PROBLEMS) {
      const found = pattern.exec(message);
      if (found) return text(...found.slice(1));
    }
    return message;
  });
  return `這個局面不合規則：${told.join("；")}`;
}

const TEXTS: ProblemTexts = {
  invalid_request: ({ detail }) => `請求有誤：${detail}`,
  invalid_json: "請求的格式有誤。",
  unauthorized: "要有這盤棋的座位或觀戰連結才行。",
  forbidden: "這個座位或金鑰不能這樣做。",
  scope_missing: "伺服器不允許這樣做。",
  consent_needed: "悔棋要對方同意。",
  hints_off: "這盤棋進行中不能使用提示。",
  not_found: "伺服器上沒有這個內容。",
  game_not_found: "伺服器上沒有這盤棋，請新開一局。",
  method_not_allowed: "伺服器不支援這個操作。",
  request_timeout: "請求超時，請再試一次。",
  game_over: "對局已經結束，可以新開一局。",
  nothing_to_claim: "對方離開的時間還不夠長。",
  game_not_over: "對局還沒有結束。",
  not_started: "對方加入後，對局才開始。",
  no_ready_check: "這盤棋不在等待雙方準備。",
  game_started: "雙方都已走棋，不能再取消對局。",
  seat_taken: "座位已經有人了。",
  game_too_long: "著法數已到伺服器的上限。",
  not_your_turn: "還沒有輪到你。",
  game_changed: "棋局剛才變了，請看清楚再走。",
  nothing_to_undo: "沒有可以悔的棋。",
  no_draw_offer: "沒有提和。",
  no_takeback_offer: "沒有悔棋請求。",
  no_rematch_offer: "沒有再來一局的邀請。",
  game_paused: "裁判已暫停對局。",
  game_not_paused: "對局沒有暫停。",
  no_clock: "這盤棋沒有計時。",
  seek_not_found: "這個約戰已不在了。",
  seek_matched: "已經找到對手。",
  phrases_used_up: "這盤棋的招呼語已用完。",
  reference_taken: "另一盤棋已經用了這個編號。",
  events_expired: "這些訊息已不再儲存。",
  request_in_flight: "伺服器還在處理，請稍等再試。",
  upgrade_required: "這個地址只用於 WebSocket。",
  version_mismatch: "棋局剛才變了，請看清楚再走。",
  body_too_large: "內容太長，伺服器不能接受。",
  unsupported_media_type: "伺服器不支援這種格式。",
  illegal_move: ({ reason }) => (reason ? REFUSED[reason] : "不能這樣走。"),
  invalid_position: ({ detail, errors }) =>
    positionProblem(errors?.map(({ message }) => message) ?? [detail]),
  invalid_record: ({ line, detail }) => (line ? `棋譜第 ${line} 行讀不懂。` : `棋譜讀不懂：${detail}`),
  invalid_move_text: "看不懂這個著法。",
  ambiguous_move: ({ candidates = [] }) => `這個著法有幾種走法（${candidates.join("、")}），請寫明。`,
  idempotency_key_reused: "請求重複了，請重新操作。",
  rate_limited: "請求太快，請稍等再試。",
  internal: "伺服器出錯了，請再試一次。",
  overloaded: "伺服器正忙，請稍等再試。",
  shutting_down: "伺服器正在重啟，請稍等再試。",
  store_unavailable: "伺服器暫時不能儲存棋局，請稍等再試。",
};

export const problems: Texts["problems"] = {
  unreachable: "連不上伺服器，請檢查網路後再試。",
  of: (problem) => textOf(TEXTS, problem),
  withPlace: (problem) => {
    const { ply, move = "" } = problem;
    return (ply ? `第 ${ply} 著 ${move}：` : "") + textOf(TEXTS, problem);
  },
};
