//! The times of the machine that stores go by.

use jiff::Timestamp;
use std::sync::LazyLock;
use std::time::Instant;

/// The time in seconds since the Unix epoch.
pub fn now() -> i64 {
    Timestamp::now().as_second()
}

/// Seconds since this process first asked, by its monotonic clock. What is in its memory expires by them, so that nothing does because
/// somebody has set the clock of the machine.
pub fn uptime() -> i64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs() as i64
}
