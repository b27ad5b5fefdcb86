//! The time of day.

use jiff::Timestamp;

/// The time in seconds since the Unix epoch.
pub fn now() -> i64 {
    Timestamp::now().as_second()
}
