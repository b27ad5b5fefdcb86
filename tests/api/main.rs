//! The HTTP contract, tested against a real server on a real port. Every response is checked against `openapi.yaml`.
//!
//! The modules that test each error code:
//!
//! | code | test |
//! | --- | --- |
//! | invalid_request, invalid_json, body_too_large, unsupported_media_type, not_found, method_not_allowed | errors |
//! | game_not_found, illegal_move, invalid_move_text, ambiguous_move, invalid_position | errors |
//! | game_over, nothing_to_undo, no_draw_offer, not_your_turn, game_changed, version_mismatch | games, conditions |
//! | invalid_record | records |
//! | consent_needed, hints_off, not_started, game_started, game_not_over, seat_taken, no_takeback_offer, no_rematch_offer | people |
//! | unauthorized, forbidden, rate_limited | access, quotas, stream_limits |
//! | game_paused, game_not_paused, no_clock | arbiters |
//! | seek_not_found, seek_matched, phrases_used_up | seeks |
//! | scope_missing, reference_taken, events_expired | scopes, owners, feed |
//! | request_timeout | slow |
//! | idempotency_key_reused, request_in_flight | conditions |
//! | upgrade_required | sockets |
//! | overloaded, shutting_down, internal | search, streams, contract |
//!
//! `store_unavailable` is tested in `tests/stores`, because the in-memory store cannot fail.
#![allow(clippy::unwrap_used, reason = "a test")]

mod accept;
mod access;
mod arbiters;
mod batches;
mod bots;
mod clock;
mod conditions;
mod contract;
mod engines;
mod errors;
mod everywhere;
mod fair;
mod feed;
mod games;
mod gomoku;
mod jobs;
mod keys;
mod lengths;
mod lines;
mod links;
mod mcp;
mod metrics;
mod nulls;
mod openings;
mod owners;
mod people;
mod proxies;
mod puzzles;
mod queries;
mod quotas;
mod records;
mod resume;
mod reviews;
mod robust;
mod runs;
mod scopes;
mod search;
mod seated;
mod secrets;
mod seeks;
mod shares;
mod sharing;
mod short;
mod slow;
mod sockets;
mod stream_limits;
mod streams;
mod support;
mod tickets;
mod waiting;
mod webhooks;
