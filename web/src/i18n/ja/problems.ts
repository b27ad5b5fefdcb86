import type { Problem } from "../../api/types";
import type { Texts } from "../en";
import { type ProblemTexts, textOf } from "../en/problems";

const REFUSED: Record<NonNullable<Problem["reason"]>, string> = {
  own_piece: "そこには自分の駒があります。",
  no_piece: "そこには駒がありません。",
  not_your_piece: "相手の駒です。",
  piece_cannot_move_so: "この駒はそのように動けません。",
  leaves_general_in_check: "そう動くと自分の将が取られます。",
  generals_face: "そう動くと将と帥が向き合います。",
  off_board: "盤の外です。",
  occupied: "すでに石があります。",
  not_now: "今はその手を打てません。",
  forbidden_three_three: "黒の禁手：三々。",
  forbidden_four_four: "黒の禁手：四々。",
  forbidden_overline: "黒の禁手：長連。",
  forbidden_repetition: "これ以上の繰り返しはできません。手を変えてください。",
};

const TEXTS: ProblemTexts = {
  invalid_request: ({ detail }) => `リクエストに誤りがあります：${detail}`,
  invalid_json: "リクエストの形式に誤りがあります。",
  unauthorized: "この対局の席か観戦用リンクが必要です。",
  forbidden: "この席またはキーではできません。",
  scope_missing: "このサーバーでは許可されていません。",
  consent_needed: "待ったには相手の同意が必要です。",
  hints_off: "この対局ではヒントを使えません。",
  not_found: "サーバーにありません。",
  game_not_found: "この対局はサーバーにありません。新しい対局を始めてください。",
  method_not_allowed: "この操作はできません。",
  request_timeout: "時間がかかりすぎました。もう一度お試しください。",
  game_over: "対局は終わりました。新しい対局を始めてください。",
  nothing_to_claim: "相手が離れてからまだ十分な時間がたっていません。",
  game_not_over: "対局はまだ終わっていません。",
  not_started: "相手が参加すると始まります。",
  no_ready_check: "この対局は準備を待っていません。",
  game_started: "双方が打ったので、取りやめはできません。",
  seat_taken: "席は埋まっています。",
  game_too_long: "サーバーの手数の上限に達しました。",
  not_your_turn: "あなたの番ではありません。",
  game_changed: "局面が変わりました。確かめてから打ってください。",
  nothing_to_undo: "戻せる手がありません。",
  no_draw_offer: "引き分けの提案はありません。",
  no_takeback_offer: "待ったの求めはありません。",
  no_rematch_offer: "再戦の求めはありません。",
  game_paused: "審判が対局を中断しています。",
  game_not_paused: "対局は中断されていません。",
  no_clock: "この対局に持ち時間はありません。",
  seek_not_found: "この募集はもうありません。",
  seek_matched: "対戦相手が見つかりました。",
  phrases_used_up: "この対局であいさつはもう送れません。",
  reference_taken: "別の対局がこの番号を使っています。",
  events_expired: "この出来事はもう保存されていません。",
  request_in_flight: "サーバーが処理中です。少し待ってお試しください。",
  upgrade_required: "このアドレスは WebSocket 専用です。",
  version_mismatch: "局面が変わりました。確かめてから打ってください。",
  body_too_large: "長すぎてサーバーが受け取れません。",
  unsupported_media_type: "サーバーが対応していない形式です。",
  illegal_move: ({ reason }) => (reason ? REFUSED[reason] : "打てない手です。"),
  invalid_position: ({ detail, errors }) =>
    `正しくない局面です：${errors?.map(({ message }) => message).join("；") ?? detail}`,
  invalid_record: ({ line, detail }) =>
    line ? `棋譜の ${line} 行目が読めません。` : `棋譜が読めません：${detail}`,
  invalid_move_text: "この手の表記が読めません。",
  ambiguous_move: ({ candidates = [] }) =>
    `この表記では手が一つに決まりません（${candidates.join("、")}）。はっきり書いてください。`,
  idempotency_key_reused: "同じリクエストが重なりました。もう一度操作してください。",
  rate_limited: "リクエストが多すぎます。少し待ってお試しください。",
  internal: "サーバーの不具合です。もう一度お試しください。",
  overloaded: "サーバーが混み合っています。少し待ってお試しください。",
  shutting_down: "サーバーが再起動しています。少し待ってお試しください。",
  store_unavailable: "サーバーが今は対局を保存できません。少し待ってお試しください。",
};

export const problems: Texts["problems"] = {
  unreachable: "サーバーに接続できません。接続を確かめてもう一度お試しください。",
  of: (problem) => textOf(TEXTS, problem),
  withPlace: (problem) => {
    const { ply, move = "" } = problem;
    return (ply ? `${ply} 手目 ${move}：` : "") + textOf(TEXTS, problem);
  },
};
