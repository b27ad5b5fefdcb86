//! Clocks run in game time, and clients see times of day. After a gap in game time, or a step of the machine's clock, the two
//! no longer fit together.

use super::{GameTime, Session};
use jiff::{SignedDuration, Timestamp};

impl Session {
    /// Times of day that are wrong by no more are not corrected, in milliseconds.
    pub const TIME_TOLERANCE_MS: i64 = 500;

    /// This session with the times of day of its running clock corrected. None if no time runs, or they are right.
    pub fn restamped(&self, now: GameTime) -> Option<Session> {
        let clock = self.clock.as_ref()?;
        let elapsed = SignedDuration::from_millis(now.0.checked_sub(clock.running?.since.0)?);
        let at = Timestamp::now().checked_sub(elapsed).ok()?;
        let is_right =
            at.duration_since(clock.at).abs() <= SignedDuration::from_millis(Session::TIME_TOLERANCE_MS);
        (!is_right).then(|| self.with_clock_charged(now))
    }
}
