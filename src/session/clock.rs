//! The clock of a game: its time control, and the time that each side has left.

use crate::rules::{BySide, Side};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A point in game time, in milliseconds. Game time advances only while a server is up, so no side is charged for the time in
/// between. It has no relation to the time of day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameTime(pub i64);

/// How much time the sides have, in milliseconds. At least one of `initial_ms` and `move_ms` is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// Time for all moves together (局时).
    pub initial_ms: Option<u64>,
    /// Added after each move (加秒).
    pub increment_ms: Option<u64>,
    /// The most that one move may take (步时).
    pub move_ms: Option<u64>,
    /// Time for each move once the initial time is used up (读秒).
    pub byoyomi_ms: Option<u64>,
    /// How long each side may take for its first move, which is not charged.
    pub first_move_ms: u64,
}

impl TimeControl {
    /// The time for a first move in games that do not set it, in milliseconds.
    pub const FIRST_MOVE_MS: u64 = 30_000;
}

/// The clock of a game. Its JSON is the stored form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    pub control: TimeControl,
    /// The initial time that each side has left as of `running.since`, in milliseconds. Without `initial_ms` it is 0.
    pub remaining_ms: BySide<u64>,
    /// Which sides have made their first move. A first move is not charged.
    pub has_moved: BySide<bool>,
    /// None while the game waits for a player, and once it is over.
    pub running: Option<Running>,
    /// The time of day at the last change, for display.
    pub at: Timestamp,
}

/// The side whose time runs, and since when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Running {
    pub side: Side,
    pub since: GameTime,
}

impl Clock {
    /// A clock that has not started.
    pub fn new(control: TimeControl) -> Clock {
        let initial = control.initial_ms.unwrap_or(0);
        Clock {
            control,
            remaining_ms: BySide { first: initial, second: initial },
            has_moved: BySide::default(),
            running: None,
            at: Timestamp::now(),
        }
    }

    /// The most that the next move of a side may take, in milliseconds.
    fn allowance_ms(&self, side: Side) -> u64 {
        let TimeControl { initial_ms, move_ms, byoyomi_ms, first_move_ms, .. } = self.control;
        if !self.has_moved[side] {
            return first_move_ms;
        }
        let bank = initial_ms.map(|_| self.remaining_ms[side] + byoyomi_ms.unwrap_or(0));
        bank.into_iter().chain(move_ms).min().unwrap_or(first_move_ms)
    }

    /// When the running time is used up.
    pub fn deadline(&self) -> Option<GameTime> {
        let Running { side, since } = self.running?;
        Some(GameTime(since.0 + self.allowance_ms(side) as i64))
    }

    /// Charges the running side up to `now`, which may be before `since` by the error between two servers.
    fn charge(&mut self, now: GameTime) {
        if let Some(Running { side, since }) = self.running
            && self.has_moved[side]
        {
            let elapsed = now.0.saturating_sub(since.0).max(0) as u64;
            self.remaining_ms[side] = self.remaining_ms[side].saturating_sub(elapsed);
        }
    }

    /// Ends the move of the running side, which gets its increment. Another call starts the time of the next one.
    pub fn press(&mut self, now: GameTime) {
        self.charge(now);
        if let Some(Running { side, .. }) = self.running {
            if self.has_moved[side] && self.control.initial_ms.is_some() {
                self.remaining_ms[side] += self.control.increment_ms.unwrap_or(0);
            }
            self.has_moved[side] = true;
        }
    }

    /// Starts the time of a side.
    pub fn run(&mut self, side: Side, now: GameTime) {
        self.running = Some(Running { side, since: now });
        self.at = Timestamp::now();
    }

    /// Charges the running side and stops.
    pub fn stop(&mut self, now: GameTime) {
        self.charge(now);
        self.running = None;
        self.at = Timestamp::now();
    }

    /// The same clock, after the players have exchanged their sides.
    pub fn swapped(self) -> Clock {
        let running = self.running.map(|running| Running { side: running.side.other(), ..running });
        Clock {
            remaining_ms: self.remaining_ms.swapped(),
            has_moved: self.has_moved.swapped(),
            running,
            ..self
        }
    }
}
