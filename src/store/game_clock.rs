//! Game time: a count of milliseconds that advances only while a server is up. Clocks run in it.

use crate::game::GameTime;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The game time of a server: a reference point, from which the monotonic clock of the process counts on. Steps of the
/// machine's clock do not change it. The current game time never goes back.
#[derive(Debug)]
pub struct GameClock(Mutex<Segments>);

/// A stretch of game time that runs without a gap.
#[derive(Clone, Copy, Debug)]
struct Segment {
    from: Instant,
    /// The game time at `from`.
    time: i64,
    /// The clock stands still until `time` reaches this, which it has shown before.
    floor: i64,
    /// The clock stands still once it reaches this.
    limit: i64,
}

#[derive(Debug)]
struct Segments {
    current: Segment,
    /// For instants before the current segment.
    previous: Segment,
}

impl Segment {
    fn at(&self, instant: Instant) -> i64 {
        match instant.checked_duration_since(self.from) {
            Some(elapsed) => (self.time + milliseconds(elapsed)).min(self.limit).max(self.floor),
            None => self.time - milliseconds(self.from.duration_since(instant)),
        }
    }
}

impl Segments {
    fn at(&self, instant: Instant) -> i64 {
        if instant >= self.current.from {
            return self.current.at(instant);
        }
        // After the previous segment stood still, what was counted elsewhere meanwhile is known.
        let counted = self.previous.at(instant).max(self.current.at(instant));
        counted.min(self.current.at(self.current.from))
    }

    fn start(&mut self, next: Segment) {
        self.previous = std::mem::replace(&mut self.current, next);
    }
}

fn milliseconds(duration: Duration) -> i64 {
    duration.as_millis() as i64
}

impl GameClock {
    /// Stands for a game time that is not known yet: long before any real one.
    const UNKNOWN: i64 = i64::MIN / 2;

    /// A clock that is at `now` and runs.
    pub fn starting_at(GameTime(now): GameTime) -> GameClock {
        GameClock::with(Segment { from: Instant::now(), time: now, floor: now, limit: i64::MAX })
    }

    /// A clock that stands still at a negative time until its first [`GameClock::synchronize`].
    pub fn unknown() -> GameClock {
        let time = GameClock::UNKNOWN;
        GameClock::with(Segment { from: Instant::now(), time, floor: time, limit: time })
    }

    fn with(segment: Segment) -> GameClock {
        GameClock(Mutex::new(Segments { current: segment, previous: segment }))
    }

    fn lock(&self) -> MutexGuard<'_, Segments> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game time at an instant.
    pub fn at(&self, instant: Instant) -> GameTime {
        GameTime(self.lock().at(instant))
    }

    pub fn is_known(&self) -> bool {
        self.lock().current.time >= 0
    }

    /// Whether the clock runs. It stands still until its first measurement, without a new one for too long, and while it is
    /// paused.
    pub fn is_running(&self) -> bool {
        let Segment { from, time, limit, .. } = self.lock().current;
        time + milliseconds(from.elapsed()) < limit
    }

    /// Continues from a measurement: the game time was `time` at `instant`. Without another measurement the clock runs on for
    /// `at_most` and then stands still.
    pub fn synchronize(&self, instant: Instant, GameTime(time): GameTime, at_most: Duration) {
        let mut segments = self.lock();
        // A measurement of a past instant must not set back what the clock has shown since.
        let floor = segments.at(Instant::now().max(instant));
        segments.start(Segment { from: instant, time, floor, limit: time + milliseconds(at_most) });
    }

    /// Continues from a measurement by another machine: the game time was `time` at some instant between a request and its
    /// reply. What the clock shows is kept if it agrees with that, because after a slow reply it is the better estimate. The
    /// rest is as for [`GameClock::synchronize`].
    pub fn measured(&self, asked: Instant, replied: Instant, GameTime(time): GameTime, at_most: Duration) {
        let waited = milliseconds(replied.duration_since(asked));
        let time = match self.is_known() {
            true => self.at(replied).0.clamp(time, time + waited),
            false => time + waited / 2,
        };
        self.synchronize(replied, GameTime(time), at_most);
    }

    /// Stands still from now on.
    pub fn pause(&self) {
        let mut segments = self.lock();
        segments.current.limit = segments.at(Instant::now());
    }

    /// Runs on after a pause.
    pub fn resume(&self) {
        let mut segments = self.lock();
        let (from, limit) = (Instant::now(), i64::MAX);
        let time = segments.at(from);
        segments.start(Segment { from, time, floor: time, limit });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_clock_runs_on_from_a_measurement_until_its_limit() {
        let clock = GameClock::unknown();
        assert!(!clock.is_known() && clock.at(Instant::now() + SECOND) == clock.at(Instant::now()));
        let now = Instant::now();
        clock.synchronize(now, GameTime(5000), 3 * SECOND);
        let times = [1, 2, 3, 4, 60].map(|seconds| clock.at(now + seconds * SECOND).0);
        assert_eq!((clock.is_known(), times), (true, [6000, 7000, 8000, 8000, 8000]));
    }

    #[test]
    fn a_slow_reply_does_not_move_a_clock_that_agrees_with_it() {
        let (clock, ms) = (GameClock::unknown(), Duration::from_millis);
        let start = Instant::now() + SECOND;
        // A reply at `at`, after a wait. Returns what the clock shows then.
        let measure = |at: Duration, waited: Duration, time: i64| {
            clock.measured(start + at - waited, start + at, GameTime(time), SECOND);
            clock.at(start + at).0
        };
        assert_eq!(measure(ms(0), ms(100), 5000), 5050, "the middle at first");
        assert_eq!(measure(ms(500), ms(2), 5580), 5580, "a fast reply corrects it");
        assert_eq!(measure(ms(1000), ms(400), 5800), 6080, "a slow one does not");
        assert_eq!(measure(ms(1500), ms(100), 6700), 6700, "unless they disagree");
    }

    #[test]
    fn the_present_game_time_never_goes_back() {
        let clock = GameClock::starting_at(GameTime(0));
        let later = Instant::now() + 10 * SECOND;
        let shown = clock.at(later).0;
        clock.synchronize(later, GameTime(4000), 60 * SECOND);
        let times = [0, 3, 8].map(|seconds| clock.at(later + seconds * SECOND).0);
        assert_eq!(times, [shown, shown, 12_000]);
    }

    #[test]
    fn an_instant_before_a_gap_keeps_its_game_time() {
        let clock = GameClock::starting_at(GameTime(0));
        let read = Instant::now() + SECOND;
        let before = clock.at(read);
        // Nothing was charged for 60 seconds.
        clock.synchronize(read + 60 * SECOND, GameTime(before.0 + 1000), 3 * SECOND);
        assert_eq!(clock.at(read), before);
        assert!(clock.at(read + 60 * SECOND).0 >= before.0 + 1000);
    }

    #[test]
    fn an_instant_at_which_the_clock_stood_still_gets_the_time_that_others_counted() {
        let (clock, start) = (GameClock::unknown(), Instant::now());
        let after = |seconds: u32| start + seconds * SECOND;
        clock.synchronize(start, GameTime(5000), SECOND);
        assert!(clock.is_running());
        clock.synchronize(after(6), GameTime(11_000), SECOND);
        assert_eq!([1, 3, 5, 6].map(|seconds| clock.at(after(seconds)).0), [6000, 8000, 10_000, 11_000]);
    }

    #[test]
    fn a_clock_without_a_new_measurement_does_not_run() {
        let clock = GameClock::unknown();
        assert!(!clock.is_running());
        clock.synchronize(Instant::now(), GameTime(5000), Duration::ZERO);
        assert!(!clock.is_running() && clock.is_known());
    }

    #[test]
    fn a_paused_clock_stands_still() {
        let clock = GameClock::starting_at(GameTime(7));
        clock.pause();
        let paused = clock.at(Instant::now() + SECOND);
        assert!(!clock.is_running());
        assert_eq!(clock.at(Instant::now() + 60 * SECOND), paused);
        clock.resume();
        let now = clock.at(Instant::now()).0;
        assert!(now >= paused.0 && clock.at(Instant::now() + SECOND).0 >= now + 1000);
    }
}
