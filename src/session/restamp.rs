//! Clocks run in game time, and clients see times of day. After a gap in game time, or a step of the machine's clock, the two
//! no longer fit together.

use super::{Clock, GameTime, Session};
use jiff::{SignedDuration, Timestamp};

/// The least error that is corrected.
const TOLERANCE: SignedDuration = SignedDuration::from_millis(500);

impl Session {
    /// This session with the time of day at which its running clock started, as it follows from the present game time. None if
    /// no clock runs, or its time of day is right.
    pub fn restamped(&self, now: GameTime) -> Option<Session> {
        let clock = self.clock.as_ref()?;
        let running = clock.running?;
        let elapsed = SignedDuration::from_millis(now.0.checked_sub(running.since.0)?);
        let at = Timestamp::now().checked_sub(elapsed).ok()?;
        if at.duration_since(clock.at).abs() <= TOLERANCE {
            return None;
        }
        Some(Session { clock: Some(Box::new(Clock { at, ..(**clock).clone() })), ..self.changed() })
    }
}
