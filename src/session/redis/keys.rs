//! The names of what is kept in Redis. A script is given every key it touches.

use crate::session::RecordKey;
use crate::session::records::Digest;
use data_encoding::HEXLOWER;
use uuid::Uuid;

/// A sorted set of the ids of all games by their ends of life, in seconds since the epoch.
pub const GAMES: &str = "duiyi:games";

/// A hash: `version` and `revision` in decimal digits, and the session as `value`. What version 0.1 wrote has no revision,
/// which then is 0.
pub fn game(id: Uuid) -> String {
    format!("duiyi:game:{id}")
}

/// The claim of a request that is being carried out: who holds it, then the request's fingerprint.
pub fn claim(digest: &Digest) -> String {
    format!("duiyi:claim:{}", HEXLOWER.encode(digest))
}

/// What is kept of a request: its fingerprint, `b` when it is begun or `d` when it is done, then the bytes.
pub fn record(digest: &Digest) -> String {
    format!("duiyi:record:{}", HEXLOWER.encode(digest))
}

/// A sorted set of the digests of a client's records, by when they were written in microseconds since the epoch.
pub fn client(key: &RecordKey) -> String {
    format!("duiyi:client:{}", HEXLOWER.encode(&key.client))
}
