import type { Problem } from "../../api/types";

/** What the user reads about each problem. A code without a text does not compile. */
export type ProblemTexts = Record<Problem["code"], string | ((problem: Problem) => string)>;

/** The words of the server, as a sentence. */
function detail({ detail }: Problem): string {
  const sentence = detail.charAt(0).toUpperCase() + detail.slice(1);
  // The server's words come from chess engines; the page names the pieces as players of Xiangqi do.
  const worded = sentence.replace(/\brook\b/g, "chariot");
  return /[.!?]$/.test(worded) ? worded : `${worded}.`;
}

const TEXTS: ProblemTexts = {
  invalid_request: detail,
  invalid_json: detail,
  unauthorized: "This needs the seat of a player, or the link to watch.",
  forbidden: detail,
  scope_missing: "This server does not allow that.",
  consent_needed: "The other player must agree to the takeback.",
  hints_off: "This game is played without hints.",
  not_found: detail,
  game_not_found: "This game is no longer on the server. Start a new one.",
  method_not_allowed: detail,
  request_timeout: "The request took too long. Try again.",
  game_over: "The game is over. Start a new one.",
  nothing_to_claim: "The other player has not been away for long enough.",
  game_not_over: "The game is not over yet.",
  not_started: "The game starts when the other player has joined.",
  no_ready_check: "The game does not wait for anybody to be ready.",
  game_started: "Both sides have moved: the game cannot be aborted any more.",
  seat_taken: "This seat is taken.",
  game_too_long: "The game has reached the server’s limit of moves.",
  not_your_turn: "It is not your turn.",
  game_changed: "The game has just changed. Look again before you move.",
  nothing_to_undo: "There is no move to take back.",
  no_draw_offer: "There is no draw offer.",
  no_takeback_offer: "There is no offer to take moves back.",
  no_rematch_offer: "There is no offer of a rematch.",
  game_paused: "An arbiter has paused the game.",
  game_not_paused: "The game is not paused.",
  no_clock: "The game has no clock.",
  seek_not_found: "Nobody looks for this game any more.",
  seek_matched: "An opponent has come.",
  phrases_used_up: "You have said enough in this game.",
  reference_taken: "Another game has this reference.",
  events_expired: "These events are no longer kept.",
  request_in_flight: "The server is still working on this. Try again soon.",
  upgrade_required: "This address is only for WebSockets.",
  version_mismatch: "The game has just changed. Look again before you move.",
  body_too_large: "The text is too long for the server.",
  unsupported_media_type: detail,
  illegal_move: detail,
  invalid_position: detail,
  invalid_record: detail,
  invalid_move_text: detail,
  ambiguous_move: detail,
  idempotency_key_reused: detail,
  rate_limited: "Too many requests. Wait a moment and try again.",
  internal: "The server has a fault. Try again.",
  overloaded: "The server is busy. Wait a moment and try again.",
  shutting_down: "The server is restarting. Wait a moment and try again.",
  store_unavailable: "The server cannot save games at the moment. Wait a moment and try again.",
};

export const textOf = (texts: ProblemTexts, problem: Problem): string => {
  const text = texts[problem.code];
  return typeof text === "string" ? text : text(problem);
};

export const problems = {
  unreachable: "The server cannot be reached. Check the connection and try again.",
  of: (problem: Problem): string => textOf(TEXTS, problem),
  /** Also says which move of a list or a record is wrong. */
  withPlace: (problem: Problem): string => textOf(TEXTS, problem),
};
