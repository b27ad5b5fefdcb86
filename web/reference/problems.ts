// What each problem means and what a client can do about it.
import type { ProblemCode } from "../../clients/typescript/src/types";

export const PROBLEMS: Record<ProblemCode, string> = {
  invalid_request:
    "A field, a parameter or a header has a wrong value, is missing, or is unknown. `errors` names each of them by a JSON Pointer. Correct the request.",
  invalid_json: "The body is not JSON in UTF-8. The detail names the line and the column.",
  unauthorized:
    "The API key or the token is missing or unknown. Send a key in `X-API-Key` and a token in `Authorization: Bearer`.",
  forbidden:
    "The credentials are known, but they do not allow this: the seat belongs to the other side, or the game is private.",
  scope_missing: "The API key lacks the scope that `scope` names. The operator of the server grants scopes.",
  consent_needed: "The other player is a person, who must agree. Offer a takeback instead of an undo.",
  hints_off:
    "The players agreed to a game without an engine's help. It opens to analysis when the game is over.",
  not_found: "There is nothing at this path, or it has expired.",
  game_not_found:
    "The server has no game with this id: it was deleted, it expired, or the server lost it. A client that keeps the moves can create the game again from them.",
  method_not_allowed: "The path exists, but not with this method. The header `Allow` names the methods.",
  request_timeout: "The request did not arrive completely in time. Send it again.",
  game_over: "The game has ended, so it takes no further moves or offers. A rematch is a new game.",
  game_not_over: "This needs a finished game: a rematch, for example.",
  not_started: "The game waits for a player to join or to be ready.",
  no_ready_check: "The game has begun, or it was created without `ready_check`.",
  game_started: "Both sides have moved, so the game cannot be aborted any more. Resign instead.",
  seat_taken: "Nobody is expected in this game: both seats are taken.",
  game_too_long: "The game has reached the server's limit of moves.",
  not_your_turn: "The other side is to move.",
  game_changed:
    "Another request changed the game while this one was running. Read the game and decide again.",
  nothing_to_undo: "The game has fewer moves than the request takes back.",
  no_draw_offer: "No draw offer is open for this side.",
  no_takeback_offer: "No offer to take moves back is open for this side.",
  no_rematch_offer: "No offer of a rematch is open for this side.",
  nothing_to_claim:
    "The other side is here, or has not been away for long enough. `abandon_ms` says how long.",
  game_paused: "An arbiter has paused the game. It goes on when an arbiter resumes it.",
  game_not_paused: "The game is not paused, so nothing is to be resumed.",
  no_clock: "The game has no clock, so no time can be added.",
  seek_not_found: "The seek was withdrawn, has ended, or nobody has waited on it for 15 seconds. Seek again.",
  seek_matched: "An opponent has come: ask for the game.",
  phrases_used_up: "The player has said twenty phrases in this game.",
  reference_taken:
    "Another game of this API key has the reference. `Location` names it: it may be the one that the request was to create.",
  events_expired:
    "The events after this one are no longer kept. `oldest` is the oldest that can be had: list the games, then follow from there.",
  request_in_flight:
    "The first request with this `Idempotency-Key` is still running. Repeat the request after a moment.",
  upgrade_required:
    "The request is not the handshake of a WebSocket. Open the address with a client for WebSockets, over HTTP/1.1.",
  version_mismatch:
    "The game has changed since the version in `If-Match`. The problem carries the present `version`.",
  body_too_large: "The body exceeds the server's limit.",
  unsupported_media_type: "The body must have the type `application/json`.",
  illegal_move:
    "The rules do not allow the move. `reason` says why, for programs; `ply` and `move` name the first wrong move of a list or a record.",
  invalid_position:
    "The position breaks a rule: a general is missing, or the side that has moved is in check.",
  invalid_record: "The record cannot be read in any of the formats. `line` or `byte` says where it fails.",
  invalid_move_text: "The text is no move in any notation: coordinates, Chinese, or WXF.",
  ambiguous_move: "The text fits several legal moves, which `candidates` lists. Send one of them.",
  idempotency_key_reused:
    "The `Idempotency-Key` belongs to a request with another body. Use a new UUID for each change.",
  rate_limited:
    "The client has used up its quota of requests, search time or streams. `Retry-After` says when to go on.",
  internal:
    "The server has a fault. The same request may succeed later; `request_id` finds it in the server's log.",
  overloaded:
    "Every search thread is busy for longer than the time budget allows. Retry after `Retry-After`.",
  shutting_down: "The server is stopping. Another one takes the request after `Retry-After`.",
  store_unavailable:
    "The server cannot reach its store at the moment, so it does not change games. Retry after `Retry-After`.",
};
