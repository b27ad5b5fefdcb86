//! What programs print to their standard error, as lines of the log.

use crate::protocol::driver::Log;
use std::time::{Duration, Instant};

/// The most lines of one process that are logged in a second.
const LINES_PER_SECOND: u32 = 20;

/// Logs the lines of a process under the name of its engine.
pub fn log_of(engine: &str) -> Log {
    let engine = engine.to_owned();
    let mut rate = Rate::starting(Instant::now());
    Log(Box::new(move |line| match rate.take(Instant::now()) {
        Some(0) => tracing::info!(engine, line, "an engine says"),
        Some(left_out) => tracing::info!(engine, line, left_out, "an engine says"),
        None => {}
    }))
}

/// Lets so many lines pass in each second.
#[derive(Debug)]
struct Rate {
    second: Instant,
    passed: u32,
    left_out: u64,
}

impl Rate {
    fn starting(now: Instant) -> Rate {
        Rate { second: now, passed: 0, left_out: 0 }
    }

    /// How many lines were left out before this one, which passes; none if it does not.
    fn take(&mut self, now: Instant) -> Option<u64> {
        if now.duration_since(self.second) >= Duration::from_secs(1) {
            (self.second, self.passed) = (now, 0);
        }
        if self.passed == LINES_PER_SECOND {
            self.left_out += 1;
            return None;
        }
        self.passed += 1;
        Some(std::mem::take(&mut self.left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_prints_without_end_does_not_fill_the_log() {
        let start = Instant::now();
        let mut rate = Rate::starting(start);
        let passed = (0..500).filter(|_| rate.take(start) == Some(0)).count();
        assert_eq!(passed, LINES_PER_SECOND as usize);
        assert_eq!(rate.take(start + Duration::from_secs(1)), Some(480));
        assert_eq!(rate.take(start + Duration::from_secs(1)), Some(0));
    }
}
