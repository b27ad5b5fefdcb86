//! Where games are kept, with the idempotency records of requests, the deadlines of clocks and the events for listeners: one
//! interface to two stores, in this process and in Redis.

mod any;
#[cfg(test)]
mod conformance;
mod deadlines;
#[cfg(test)]
mod differential;
mod error;
mod events;
#[cfg(test)]
mod fixtures;
mod game_clock;
mod games;
mod keep_times;
mod last_seen;
mod listeners;
mod listing;
mod lists;
mod local;
mod log;
mod metrics;
mod news;
mod people;
mod phrases;
mod records;
mod redis;
mod requests;
mod seekers;
mod seeks;
mod stalls;
mod stream_tickets;
mod time;
mod timed;
mod times;

pub use any::Store;
pub use deadlines::Overdue;
pub use error::StoreError;
pub use events::Event;
pub use game_clock::GameClock;
pub use keep_times::KeepTimes;
pub use last_seen::{LastSeen, mark_seen};
pub use listing::{CursorError, ListId, ListQuery, Page, Position, ReferenceId};
pub use local::{FileError, GameFile, LocalStore, Verified, unfinished_copy};
pub use metrics::StoreMetrics;
pub use news::{News, NewsCursor, NewsExpired, NewsId, NewsIdError, ReaderId, Written};
pub use records::{Claim, Fingerprint, IdempotencyRecord, RecordKey, RecordLimits, Recorded, Ticket};
pub use redis::{RedisStore, SharedQuotas};
pub use seeks::{Draw, Pairing, PoolId, Seek, SeekLimits, SeekState, Substitute, Terms};
