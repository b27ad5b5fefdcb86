//! The keys in Redis. The caller of a script passes every key that the script touches.

use crate::session::RecordKey;
use crate::session::records::Digest;
use data_encoding::HEXLOWER;
use uuid::Uuid;

/// A sorted set of the ids of all games. The score is the expiry time in seconds since the Unix epoch.
pub const GAMES: &str = "duiyi:games";

/// A sorted set of the ids of the games that have a deadline. The score is the deadline in game time. These games do not
/// expire: their keys have no expiry time, and their score in [`GAMES`] is infinite.
pub const DEADLINES: &str = "duiyi:deadlines";

/// A hash: the game time in milliseconds as `value`, as of the time of Redis in milliseconds as `at`.
pub const GAME_TIME: &str = "duiyi:game_time";

/// A hash: `version` and `revision` in decimal digits, and the session as `value`. Version 0.1 wrote no revision; it counts
/// as 0.
pub fn game(id: Uuid) -> String {
    format!("duiyi:game:{id}")
}

/// A hash: when the bearer of each seat token was last here, in game time, by the hexadecimal digest of the token.
pub fn presence(id: Uuid) -> String {
    format!("duiyi:presence:{id}")
}

/// The claim of a request that is in progress: its owner, then the fingerprint of the request.
pub fn claim(digest: &Digest) -> String {
    format!("duiyi:claim:{}", HEXLOWER.encode(digest))
}

/// The record of a request: its fingerprint, `b` if it is begun or `d` if it is done, then the bytes of its state.
pub fn record(digest: &Digest) -> String {
    format!("duiyi:record:{}", HEXLOWER.encode(digest))
}

/// A sorted set of the digests of a client's records. The score is when they were written, in microseconds since the Unix
/// epoch.
pub fn client(key: &RecordKey) -> String {
    format!("duiyi:client:{}", HEXLOWER.encode(&key.client))
}
