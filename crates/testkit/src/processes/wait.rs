//! Waiting for something that another process does.

use std::time::Duration;

pub const POLL_EVERY: Duration = Duration::from_millis(20);

pub fn wait_until(condition: impl Fn() -> bool) {
    while !condition() {
        std::thread::sleep(POLL_EVERY);
    }
}
