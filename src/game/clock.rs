//! The clock of a game: its time control, and the time that each side has left.

mod move_clocks;

pub use move_clocks::MoveClocks;

use crate::rules::{BySide, Side};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A point in game time, in milliseconds. Game time advances only while a server is up, so no side is charged for the time in
/// between. It has no relation to the time of day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameTime(pub i64);

impl GameTime {
    /// The milliseconds from `earlier` to this time. 0 if `earlier` is later, which it may be by the error between two
    /// servers.
    fn since(self, earlier: GameTime) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0)
    }

    fn after(self, milliseconds: u64) -> GameTime {
        GameTime(self.0.saturating_add(i64::try_from(milliseconds).unwrap_or(i64::MAX)))
    }
}

/// How much time the sides have, in milliseconds. At least one of `initial_ms` and `move_ms` is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// Time for all moves together (局时).
    pub initial_ms: Option<u64>,
    /// Added after each move (加秒). Only with `initial_ms`.
    pub increment_ms: Option<u64>,
    /// The most that one move may take (步时).
    pub move_ms: Option<u64>,
    /// Time for each move once the initial time is used up (读秒). Only with `initial_ms`.
    pub byoyomi_ms: Option<u64>,
    /// How long each side may take for its first move, which is not charged.
    pub first_move_ms: u64,
    /// In a game by correspondence: the days that one move may take. `move_ms` and `first_move_ms` say the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days_per_move: Option<u64>,
}

impl TimeControl {
    const DAY_MS: u64 = 86_400_000;

    /// A game by correspondence.
    pub fn by_correspondence(days_per_move: u64) -> TimeControl {
        let move_ms = days_per_move * TimeControl::DAY_MS;
        TimeControl {
            initial_ms: None,
            increment_ms: None,
            move_ms: Some(move_ms),
            byoyomi_ms: None,
            first_move_ms: move_ms,
            days_per_move: Some(days_per_move),
        }
    }

    /// Whether the players need not be there at the same time.
    pub fn is_correspondence(&self) -> bool {
        self.days_per_move.is_some()
    }
}

/// What is left to one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SideClock {
    /// The initial time, with increments. 0 in games without initial time.
    pub remaining_ms: u64,
    /// The byo-yomi of the move that the side is thinking about, or made last.
    pub byoyomi_ms: u64,
    /// What that move has taken so far.
    pub move_spent_ms: u64,
    /// A first move is not charged.
    pub has_moved: bool,
    /// What an arbiter has added to the time of the move that the side is thinking about, or makes next.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub added_ms: u64,
}

fn is_zero(milliseconds: &u64) -> bool {
    *milliseconds == 0
}

impl SideClock {
    fn new(control: &TimeControl) -> SideClock {
        SideClock {
            remaining_ms: control.initial_ms.unwrap_or(0),
            byoyomi_ms: control.byoyomi_ms.unwrap_or(0),
            move_spent_ms: 0,
            has_moved: false,
            added_ms: 0,
        }
    }

    /// Charges the side for time that it has spent on its move. Byo-yomi is used after the initial time.
    fn spend(&mut self, elapsed_ms: u64) {
        self.move_spent_ms = self.move_spent_ms.saturating_add(elapsed_ms);
        if self.has_moved {
            let from_remaining = elapsed_ms.min(self.remaining_ms);
            self.remaining_ms -= from_remaining;
            self.byoyomi_ms = self.byoyomi_ms.saturating_sub(elapsed_ms - from_remaining);
        }
    }

    /// Gives the side the time of a new move.
    fn begin_move(&mut self, control: &TimeControl) {
        self.byoyomi_ms = control.byoyomi_ms.unwrap_or(0);
        self.move_spent_ms = 0;
    }

    /// The most that its move may still take, in milliseconds.
    pub fn left_ms(&self, control: &TimeControl) -> u64 {
        if !self.has_moved {
            return self.of_move(control.first_move_ms);
        }
        let of_game = control.initial_ms.map(|_| self.remaining_ms.saturating_add(self.byoyomi_ms));
        let of_move = control.move_ms.map(|limit| self.of_move(limit));
        of_game.into_iter().chain(of_move).min().unwrap_or(0)
    }

    /// What is left of the time of its move, of which there are `limit` milliseconds.
    fn of_move(&self, limit: u64) -> u64 {
        limit.saturating_add(self.added_ms).saturating_sub(self.move_spent_ms)
    }

    /// Whether the side has used up its initial time and plays on byo-yomi.
    pub fn is_in_byoyomi(&self, control: &TimeControl) -> bool {
        control.byoyomi_ms.is_some() && self.remaining_ms == 0
    }

    /// The time to show for a side: its initial time or, if that is used up or the game has none, the time left for
    /// its move. For a side that is not to move, this is the time of its next move.
    pub fn shown_ms(&self, control: &TimeControl, is_to_move: bool) -> u64 {
        let mut shown = *self;
        if !is_to_move {
            shown.begin_move(control);
        }
        match control.initial_ms {
            Some(_) if shown.remaining_ms > 0 => shown.remaining_ms,
            Some(_) => shown.byoyomi_ms,
            None if shown.has_moved => shown.of_move(control.move_ms.unwrap_or(0)),
            None => control.move_ms.unwrap_or(0).saturating_add(shown.added_ms),
        }
    }
}

/// The clock of a game. Its JSON is the stored form.
///
/// Players keep their times when they exchange their sides. Taking moves back gives nobody time: the times stay, a move that
/// is played again earns no second increment, and a person continues with the byo-yomi and the move time of the move that was
/// taken back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    pub control: TimeControl,
    /// As of `running.since`.
    pub sides: BySide<SideClock>,
    /// None while the game waits for a player or for the request that lets an engine think, and once it is over.
    pub running: Option<Running>,
    /// The time of day at the last change, for display.
    pub at: Timestamp,
    /// The most plies that the game has had.
    pub furthest_ply: usize,
    /// What the mover of each ply had left.
    pub moves: MoveClocks,
}

/// The side whose time runs, and since when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Running {
    pub side: Side,
    pub since: GameTime,
}

impl Clock {
    /// A clock that has not started, of a game that begins with `plies` moves.
    pub fn new(control: TimeControl, plies: usize) -> Clock {
        let side = SideClock::new(&control);
        Clock {
            control,
            sides: BySide { first: side, second: side },
            running: None,
            at: Timestamp::now(),
            furthest_ply: plies,
            moves: MoveClocks::unknown(plies),
        }
    }

    /// When the running time is used up.
    pub fn deadline(&self) -> Option<GameTime> {
        let Running { side, since } = self.running?;
        Some(since.after(self.sides[side].left_ms(&self.control)))
    }

    /// What the running side may still take for its move as of `at`, in milliseconds.
    pub fn running_left_ms(&self) -> Option<u64> {
        self.running.map(|running| self.sides[running.side].left_ms(&self.control))
    }

    /// Whether both sides have made their first moves, after which time is charged.
    pub fn has_begun(&self) -> bool {
        self.sides.first.has_moved && self.sides.second.has_moved
    }

    /// What a side has left at `now`.
    pub fn side_at(&self, side: Side, now: GameTime) -> SideClock {
        let mut left = self.sides[side];
        if let Some(running) = self.running.filter(|running| running.side == side) {
            left.spend(now.since(running.since));
        }
        left
    }

    /// Charges the running side up to `now`. If `now` is before the last change, nothing is charged, and the clock shows what it showed.
    pub fn charge(&mut self, now: GameTime) {
        if let Some(Running { side, since }) = &mut self.running {
            if now < *since {
                return;
            }
            self.sides[*side].spend(now.since(*since));
            *since = now;
        }
        self.at = Timestamp::now();
    }

    /// Ends the move of the running side, `mover`, which makes the game `ply` plies long. The side gets its increment.
    pub fn press(&mut self, mover: Side, ply: usize, now: GameTime) {
        self.charge(now);
        let side = &mut self.sides[mover];
        if side.has_moved && ply > self.furthest_ply && self.control.initial_ms.is_some() {
            side.remaining_ms = side.remaining_ms.saturating_add(self.control.increment_ms.unwrap_or(0));
        }
        self.moves.push(Some(side.shown_ms(&self.control, true)));
        side.has_moved = true;
        side.added_ms = 0;
        self.furthest_ply = self.furthest_ply.max(ply);
    }

    /// Adds to the time of a side: to what it has for the game, if it has such, and to that of the move that it makes next.
    pub fn add_time(&mut self, side: Side, milliseconds: u64, now: GameTime) {
        self.charge(now);
        let left = &mut self.sides[side];
        if self.control.initial_ms.is_some() {
            left.remaining_ms = left.remaining_ms.saturating_add(milliseconds);
        }
        left.added_ms = left.added_ms.saturating_add(milliseconds);
    }

    /// Gives a side the byo-yomi and the move time of a new move.
    pub fn begin_move(&mut self, side: Side) {
        self.sides[side].begin_move(&self.control);
    }

    /// Forgets the moves after the first `plies`.
    pub fn take_back(&mut self, plies: usize, now: GameTime) {
        self.charge(now);
        self.moves.truncate(plies);
    }

    /// Starts the time of a side. What the other side has used must have been charged.
    pub fn run(&mut self, side: Side, now: GameTime) {
        let since = self.running.map_or(now, |running| running.since.max(now));
        self.running = Some(Running { side, since });
    }

    /// Lets the running time go on from `now`, which may be before the last change, without charging it.
    pub fn run_from(&mut self, now: GameTime) {
        if let Some(running) = &mut self.running {
            running.since = now;
        }
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
        Clock { sides: self.sides.swapped(), running, ..self }
    }
}
