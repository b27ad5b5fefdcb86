//! Clocks run in game time, but clients see times of day. The two disagree after a gap in game time or a step of the
//! machine's clock. This module corrects the times of day.

use super::clock::{GameTime, Running};
use super::session::Session;
use jiff::{SignedDuration, Timestamp};

/// No server is so far behind another one, in milliseconds.
const LOST_AFTER_MS: i64 = 10_000;

impl Session {
    /// Smaller errors of the shown times of day, in milliseconds, are not corrected.
    pub const TIME_TOLERANCE_MS: i64 = 200;
    /// How long before its change is stored a side's time may begin, in milliseconds. The time before that, in which the
    /// side could not know of the change, is charged to nobody.
    pub const LATE_AFTER_MS: i64 = 250;

    /// The side whose time runs, and since when.
    fn running(&self) -> Option<Running> {
        self.clock.as_ref()?.running
    }

    /// When a side's time began that runs because of the change from `base`. None if the change started no time.
    pub fn started_by_change(&self, base: Option<&Session>) -> Option<GameTime> {
        let running = self.running();
        running.filter(|_| base.and_then(Session::running) != running).map(|running| running.since)
    }

    /// This session, which is about to be stored at `now`, with the time of day at which the running side's time
    /// began. The request that started it may have arrived a little earlier. If the time was already running before the
    /// change from `base`, the clock keeps the time of day that it showed.
    pub fn stamped(mut self, base: Option<&Session>, now: GameTime) -> Session {
        let Some(since) = self.started_by_change(base) else { return self };
        if now.0.saturating_sub(since.0) > Session::LATE_AFTER_MS
            && let Some(clock) = &mut self.clock
        {
            clock.run_from(now);
        }
        if let Some(at) = self.running_since(now)
            && let Some(clock) = &mut self.clock
        {
            clock.at = at;
        }
        self
    }

    /// This session with the times of day of its running clock corrected. None if no clock runs, or they are right.
    ///
    /// A clock whose running time begins far in the future belongs to a game time that the store has lost: in Redis, if
    /// its key was deleted while no server was up. Such a clock continues from `now` with what was left at the last
    /// change. One that begins a little later than `now` was started by a server that is ahead of this one.
    pub fn restamped(&self, now: GameTime) -> Option<Session> {
        let clock = self.clock.as_ref()?;
        let elapsed = now.0.checked_sub(self.running()?.since.0)?;
        if elapsed < 0 {
            return (elapsed < -LOST_AFTER_MS).then(|| self.with_clock_from(now));
        }
        let (shown, at) = (clock.at, self.running_since(now)?);
        let is_right =
            at.duration_since(shown).abs() <= SignedDuration::from_millis(Session::TIME_TOLERANCE_MS);
        (!is_right).then(|| self.with_clock_charged(now))
    }

    /// The time of day at which the running side's time began. None if no clock runs.
    fn running_since(&self, now: GameTime) -> Option<Timestamp> {
        let since = self.running()?.since;
        let elapsed = SignedDuration::from_millis(now.0.checked_sub(since.0)?);
        Timestamp::now().checked_sub(elapsed).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::fixtures::timed_session;

    /// A game whose clock says that it was changed some time ago. Its first move is due a second of game time after 100 s.
    fn changed(ago_ms: i64) -> Session {
        let mut session = Session::clone(&timed_session(GameTime(100_000)));
        if let Some(clock) = &mut session.clock {
            clock.at = Timestamp::now().checked_sub(SignedDuration::from_millis(ago_ms)).unwrap();
        }
        session
    }

    /// Milliseconds from now to the deadline that the clock shows.
    fn shown_left(session: &Session) -> i128 {
        let clock = session.clock.as_ref().unwrap();
        let left = i128::from(clock.running_left_ms().unwrap());
        left - Timestamp::now().duration_since(clock.at).as_millis()
    }

    #[test]
    fn a_clock_that_agrees_with_the_time_of_day_is_left_alone() {
        assert!(changed(300).restamped(GameTime(100_300)).is_none());
        let over = Session { clock: None, ..changed(0) };
        assert!(over.restamped(GameTime(900_000)).is_none());
    }

    #[test]
    fn after_a_gap_the_clock_shows_a_later_deadline_and_nobody_is_charged_for_it() {
        let stopped = changed(3_600_000);
        let session = stopped.restamped(GameTime(100_300)).unwrap();
        assert_eq!((session.deadline(), session.version), (stopped.deadline(), stopped.version + 1));
        assert!((0..=700).contains(&shown_left(&session)), "{}", shown_left(&session));
    }

    #[test]
    fn a_clock_of_a_game_time_that_is_lost_runs_on_with_what_was_left() {
        let session = changed(300).restamped(GameTime(5)).unwrap();
        assert_eq!(session.deadline(), Some(GameTime(1005)));
        assert!(session.restamped(GameTime(5)).is_none(), "the clock is right now");
        assert!(session.timed_out(GameTime(1005)).is_some());
        for slightly_behind in [99_900, 97_000] {
            assert!(changed(0).restamped(GameTime(slightly_behind)).is_none(), "the server stood still");
        }
    }
}
