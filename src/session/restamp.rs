//! Clocks run in game time, and clients see times of day. After a gap in game time, or a step of the machine's clock, the two
//! no longer fit together.

use super::{GameTime, Session};
use jiff::{SignedDuration, Timestamp};

impl Session {
    /// Times of day that are wrong by no more are not corrected, in milliseconds.
    pub const TIME_TOLERANCE_MS: i64 = 200;

    /// This session, which is about to be stored at `now`, with the time of day at which its running time began. The request
    /// that started that time may have arrived some time ago.
    pub fn stamped(mut self, now: GameTime) -> Session {
        if let Some(at) = self.running_since(now)
            && let Some(clock) = &mut self.clock
        {
            clock.at = at;
        }
        self
    }

    /// This session with the times of day of its running clock corrected. None if no time runs, or they are right.
    pub fn restamped(&self, now: GameTime) -> Option<Session> {
        let shown = self.clock.as_ref()?.at;
        let at = self.running_since(now)?;
        let is_right =
            at.duration_since(shown).abs() <= SignedDuration::from_millis(Session::TIME_TOLERANCE_MS);
        (!is_right).then(|| self.with_clock_charged(now))
    }

    /// The time of day at which the running time began. None if no time runs.
    fn running_since(&self, now: GameTime) -> Option<Timestamp> {
        let since = self.clock.as_ref()?.running?.since;
        let elapsed = SignedDuration::from_millis(now.0.checked_sub(since.0)?);
        Timestamp::now().checked_sub(elapsed).ok()
    }
}
