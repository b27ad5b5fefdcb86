//! Times that the whole service goes by.

use std::time::Duration;
use tokio::time::Instant;

/// The shortest time limit that a request may set.
pub const MIN_TIME: Duration = Duration::from_millis(10);

/// Never returns without a time.
pub async fn sleep_until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}
