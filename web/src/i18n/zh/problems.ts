import type { Problem } from "../../api/types";
import type { Texts } from "../en";
import { type ProblemTexts, textOf } from "../en/problems";

const REFUSED: Record<NonNullable<Problem["reason"]>, string> = {
  own_piece: "那里是自己的棋子。",
  no_piece: "那里没有棋子。",
  not_your_piece: "那是对方的棋子。",
  piece_cannot_move_so: "这个棋子不能这样走。",
  leaves_general_in_check: "这样走，自己的将帅会被将军。",
  generals_face: "这样走，将帅会照面。",
  off_board: "那里在棋盘之外。",
  occupied: "那里已经有棋子了。",
  not_now: "现在不能这样走。",
  forbidden_three_three: "黑方禁手：三三。",
  forbidden_four_four: "黑方禁手：四四。",
  forbidden_overline: "黑方禁手：长连。",
  forbidden_repetition: "不能再这样重复走，请变着。",
};

const SIDES: Record<string, string> = { red: "红", black: "黑" };
const PIECES: Record<string, string> = {
  general: "将帅",
  advisor: "士",
  elephant: "象",
  horse: "马",
  rook: "车",
  cannon: "炮",
  soldier: "兵卒",
};

/** What the server says about positions of Xiangqi that people set up, in Chinese. The rest it says in English. */
const POSITION_PROBLEMS: [RegExp, (...parts: string[]) => string][] = [
  [/^the (red|black) general is missing$/, (side = "") => `缺少${SIDES[side]}方将帅`],
  [/^expected one (red|black) general, got (\d+)$/, (side = "", n) => `${SIDES[side]}方有 ${n} 个将帅`],
  [
    /^expected at most (\d+) (red|black) pieces, got (\d+)$/,
    (most, side = "", n) => `${SIDES[side]}方最多 ${most} 个棋子，现有 ${n} 个`,
  ],
  [
    /^a (red|black) (\w+) cannot stand on (\w+):/,
    (side = "", piece = "", point) => `${SIDES[side]}方的${PIECES[piece] ?? "棋子"}不能放在 ${point}`,
  ],
  [/^the generals on (\w+) and (\w+) face each other/, () => "将帅照面，中间没有棋子"],
  [
    /^it is (red|black)'s move, but .* already attacked by the (\w+) on (\w+)$/,
    (side = "", piece = "", point) =>
      `轮到${SIDES[side]}方走，但对方将帅已被 ${point} 的${PIECES[piece] ?? "棋子"}将军`,
  ],
  [/^both sides have a winning row$/, () => "双方都已连成五子"],
];

function positionProblem(messages: readonly string[]): string {
  const told = messages.map((message) => {
    for (const [pattern, text] of POSITION_PROBLEMS) {
      const found = pattern.exec(message);
      if (found) return text(...found.slice(1));
    }
    return message;
  });
  return `这个局面不合规则：${told.join("；")}`;
}

const TEXTS: ProblemTexts = {
  invalid_request: ({ detail }) => `请求有误：${detail}`,
  invalid_json: "请求的格式有误。",
  unauthorized: "要有这盘棋的座位或观战链接才行。",
  forbidden: "这个座位或密钥不能这样做。",
  scope_missing: "服务器不允许这样做。",
  consent_needed: "悔棋要对方同意。",
  hints_off: "这盘棋进行中不能使用提示。",
  not_found: "服务器上没有这个内容。",
  game_not_found: "服务器上没有这盘棋，请新开一局。",
  method_not_allowed: "服务器不支持这个操作。",
  request_timeout: "请求超时，请再试一次。",
  game_over: "对局已经结束，可以新开一局。",
  nothing_to_claim: "对方离开的时间还不够长。",
  game_not_over: "对局还没有结束。",
  not_started: "对方加入后，对局才开始。",
  no_ready_check: "这盘棋不在等待双方准备。",
  game_started: "双方都已走棋，不能再取消对局。",
  seat_taken: "座位已经有人了。",
  game_too_long: "着法数已到服务器的上限。",
  not_your_turn: "还没有轮到你。",
  game_changed: "棋局刚才变了，请看清楚再走。",
  nothing_to_undo: "没有可以悔的棋。",
  no_draw_offer: "没有提和。",
  no_takeback_offer: "没有悔棋请求。",
  no_rematch_offer: "没有再来一局的邀请。",
  game_paused: "裁判已暂停对局。",
  game_not_paused: "对局没有暂停。",
  no_clock: "这盘棋没有计时。",
  seek_not_found: "这个约战已不在了。",
  seek_matched: "已经找到对手。",
  phrases_used_up: "这盘棋的招呼语已用完。",
  reference_taken: "另一盘棋已经用了这个编号。",
  events_expired: "这些消息已不再保存。",
  request_in_flight: "服务器还在处理，请稍等再试。",
  upgrade_required: "这个地址只用于 WebSocket。",
  version_mismatch: "棋局刚才变了，请看清楚再走。",
  body_too_large: "内容太长，服务器不能接受。",
  unsupported_media_type: "服务器不支持这种格式。",
  illegal_move: ({ reason }) => (reason ? REFUSED[reason] : "不能这样走。"),
  invalid_position: ({ detail, errors }) =>
    positionProblem(errors?.map(({ message }) => message) ?? [detail]),
  invalid_record: ({ line, detail }) => (line ? `棋谱第 ${line} 行读不懂。` : `棋谱读不懂：${detail}`),
  invalid_move_text: "看不懂这个着法。",
  ambiguous_move: ({ candidates = [] }) => `这个着法有几种走法（${candidates.join("、")}），请写明。`,
  idempotency_key_reused: "请求重复了，请重新操作。",
  rate_limited: "请求太快，请稍等再试。",
  internal: "服务器出错了，请再试一次。",
  overloaded: "服务器正忙，请稍等再试。",
  shutting_down: "服务器正在重启，请稍等再试。",
  store_unavailable: "服务器暂时不能保存棋局，请稍等再试。",
};

export const problems: Texts["problems"] = {
  unreachable: "连不上服务器，请检查网络后再试。",
  of: (problem) => textOf(TEXTS, problem),
  withPlace: (problem) => {
    const { ply, move = "" } = problem;
    return (ply ? `第 ${ply} 着 ${move}：` : "") + textOf(TEXTS, problem);
  },
};
