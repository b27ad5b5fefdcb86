//! Time controls: how much time or how many nodes an engine may spend on a game and on a move.

use duiyi_rules::{BySide, Side};
use serde_json::{Value, json};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How far a move may exceed its time before the game is lost on time.
pub const TIME_MARGIN: Duration = Duration::from_millis(150);

/// A fixed amount for every move, or a clock for the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    Time(Duration),
    Nodes(u64),
    Clock(Clock),
}

/// The time for the whole game and the increment of each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    pub base: Duration,
    pub increment: Duration,
}

impl FromStr for Clock {
    type Err = String;

    /// Parses seconds: `10` or `10+0.1`.
    fn from_str(text: &str) -> Result<Clock, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| text.trim().parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(Clock { base, increment }),
            _ => Err("expected seconds for the game and for each move, such as 10+0.1".to_owned()),
        }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Parses the time of each move (`100ms`), the nodes of each move (`50000n`), or a clock (`10+0.1`).
    fn from_str(text: &str) -> Result<TimeControl, String> {
        let number = |text: &str| text.parse().ok().filter(|&number: &u64| number > 0);
        let expected = || "expected 100ms or 50000n for each move, or a clock as 10+0.1".to_owned();
        if let Some(time) = text.strip_suffix("ms") {
            return number(time).map(|ms| TimeControl::Time(Duration::from_millis(ms))).ok_or_else(expected);
        }
        if let Some(nodes) = text.strip_suffix('n') {
            return number(nodes).map(TimeControl::Nodes).ok_or_else(expected);
        }
        text.parse().map(TimeControl::Clock).map_err(|_| expected())
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Time(time) => write!(f, "{}ms", time.as_millis()),
            TimeControl::Nodes(nodes) => write!(f, "{nodes}n"),
            TimeControl::Clock(Clock { base, increment }) => {
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

impl TimeControl {
    /// This many times as much of it.
    pub fn times(self, factor: u32) -> TimeControl {
        match self {
            TimeControl::Time(time) => TimeControl::Time(time.saturating_mul(factor)),
            TimeControl::Nodes(nodes) => TimeControl::Nodes(nodes.saturating_mul(factor.into())),
            TimeControl::Clock(Clock { base, increment }) => TimeControl::Clock(Clock {
                base: base.saturating_mul(factor),
                increment: increment.saturating_mul(factor),
            }),
        }
    }

    /// The clock; without one, a clock that stands at zero.
    fn clock(self) -> Clock {
        match self {
            TimeControl::Clock(clock) => clock,
            TimeControl::Time(_) | TimeControl::Nodes(_) => Clock::default(),
        }
    }

    /// The JSON in the records of a match.
    pub fn record(self) -> Value {
        match self {
            TimeControl::Time(time) => json!({"time_ms": time.as_millis() as u64}),
            TimeControl::Nodes(nodes) => json!({"nodes": nodes}),
            TimeControl::Clock(Clock { base, increment }) => {
                json!({"base_ms": base.as_millis() as u64, "increment_ms": increment.as_millis() as u64})
            }
        }
    }
}

/// The allowance for the next move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowance {
    Time(Duration),
    Nodes(u64),
    Clock { left: BySide<Duration>, increment: BySide<Duration> },
}

impl Allowance {
    /// The longest time that the side may think; `None` if time is not limited.
    pub fn max_time(self, side: Side) -> Option<Duration> {
        match self {
            Allowance::Time(time) => Some(time),
            Allowance::Nodes(_) => None,
            Allowance::Clock { left, .. } => Some(left[side]),
        }
    }
}

/// What the two sides of a game still have. Only clocks run down.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    time_controls: BySide<TimeControl>,
    left: BySide<Duration>,
}

impl Clocks {
    pub fn new(time_controls: BySide<TimeControl>) -> Clocks {
        Clocks { time_controls, left: BySide::from_fn(|side| time_controls[side].clock().base) }
    }

    pub fn allowance(&self, side: Side) -> Allowance {
        match self.time_controls[side] {
            TimeControl::Time(time) => Allowance::Time(time),
            TimeControl::Nodes(nodes) => Allowance::Nodes(nodes),
            TimeControl::Clock(_) => {
                let increment = BySide::from_fn(|side| self.time_controls[side].clock().increment);
                Allowance::Clock { left: self.left, increment }
            }
        }
    }

    /// Subtracts the time of a move from its side's clock and adds the increment.
    pub fn spend(&mut self, side: Side, spent: Duration) {
        self.left[side] = self.left[side].saturating_sub(spent) + self.time_controls[side].clock().increment;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_parsed_and_run_down() {
        let clock: Clock = "10+0.1".parse().unwrap();
        assert_eq!((clock.base.as_millis(), clock.increment.as_millis()), (10_000, 100));
        assert_eq!("3".parse::<Clock>().unwrap().increment, Duration::ZERO);
        for wrong in ["", "0", "-1+1", "1+", "10+x", "1e999"] {
            assert!(wrong.parse::<Clock>().is_err(), "{wrong:?}");
        }
        let mut clocks = Clocks::new(BySide::from_fn(|_| TimeControl::Clock(clock)));
        clocks.spend(Side::First, Duration::from_secs(4));
        clocks.spend(Side::Second, Duration::from_secs(40));
        let most = |side| clocks.allowance(side).max_time(side).unwrap().as_millis();
        assert_eq!((most(Side::First), most(Side::Second)), (6_100, 100));
    }

    #[test]
    fn time_controls_are_read_as_they_are_written() {
        for text in ["100ms", "50000n", "10+0.1", "3+0"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for wrong in ["", "0ms", "n", "-5n", "10s"] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn only_clocks_run_down() {
        let controls =
            BySide { first: TimeControl::Time(Duration::from_secs(1)), second: TimeControl::Nodes(5) };
        let mut clocks = Clocks::new(controls);
        clocks.spend(Side::First, Duration::from_secs(4));
        assert_eq!(clocks.allowance(Side::First), Allowance::Time(Duration::from_secs(1)));
        assert_eq!(clocks.allowance(Side::Second).max_time(Side::Second), None);
    }

    #[test]
    fn a_side_can_have_several_times_as_much_as_the_other() {
        let clock = Clock { base: Duration::from_secs(10), increment: Duration::from_millis(100) };
        let once = TimeControl::Clock(clock);
        let clocks = Clocks::new(BySide { first: once, second: once.times(4) });
        assert_eq!(
            clocks.allowance(Side::First),
            Allowance::Clock {
                left: BySide { first: Duration::from_secs(10), second: Duration::from_secs(40) },
                increment: BySide { first: Duration::from_millis(100), second: Duration::from_millis(400) },
            }
        );
        assert_eq!(TimeControl::Nodes(50_000).times(4), TimeControl::Nodes(200_000));
        let time = TimeControl::Time(Duration::from_millis(100));
        assert_eq!(time.times(4), TimeControl::Time(Duration::from_millis(400)));
    }
}
