//! Time management: how long to think about a move, by what the clock shows.
//! <https://www.chessprogramming.org/Time_Management>

use super::value::Value;
use crate::limits::Limits;
use std::time::Duration;

/// The default time that a move costs on the clock in addition to its search: delays of the network and of the
/// program that keeps the time.
pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(20);

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeLeft {
    /// For the rest of the game, or for the next `moves_to_go` moves. None if only single moves have a limit.
    pub game: Option<Duration>,
    /// Added after every move.
    pub increment: Duration,
    /// For this move, after the time of the game is used up.
    pub byoyomi: Duration,
    /// The most that this move may take.
    pub move_limit: Option<Duration>,
    /// None if the time of the game must last to its end.
    pub moves_to_go: Option<u64>,
    /// The moves that the side has made. The first ones of a game are played faster.
    pub moves_made: usize,
    /// What a move costs in addition to the search, on average.
    pub overhead: Duration,
    /// The time that must be left on the clock when the search of a move ends, against delays.
    pub reserve: Duration,
}

/// The time for a move. The search ends at `soft` if its best move is stable, and goes on to `hard` if it is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allotment {
    /// At most `hard`.
    pub soft: Duration,
    /// Zero if there is no time for a search.
    pub hard: Duration,
}

impl Allotment {
    /// Limits of time. Time that would be lost if it was not used is used even if the search is stable.
    pub fn limits(self) -> Limits {
        let soft_time = (self.soft < self.hard).then_some(self.soft);
        Limits { time: Some(self.hard), soft_time, ..Limits::default() }
    }
}

impl TimeLeft {
    /// The number of moves that the time must last for, early in the game and late.
    const MOVES_TO_GO: (u64, u64) = (40, 25);
    /// Without an increment that pays for it, the overhead of this many moves is kept in reserve.
    const MOVES_KEPT_BACK: u64 = 30;
    /// The most that an unstable search may take, in shares. A share is the time on the clock divided by the moves
    /// that it must last for.
    const MOST_SHARES: u32 = 4;
    /// The first moves of a game get from half a share to a whole one.
    const OPENING_MOVES: u32 = 10;
    /// In addition to `reserve`, one part in this many of the move's time is kept in reserve, up to a limit.
    const MARGIN_PART: u32 = 8;
    const MARGIN_MOST: Duration = Duration::from_millis(500);

    /// The time for the next move. If the other costs of a move are at most the overhead on average, and never more
    /// than the reserve, no clock runs out, even if every search takes its hard limit.
    pub fn allot(&self) -> Allotment {
        let Some(game) = self.game else {
            let most = self.move_limit.map_or(Duration::ZERO, |limit| self.usable(limit));
            return Allotment { soft: most, hard: most };
        };
        let most = self.usable(self.move_limit.unwrap_or(Duration::MAX).min(game + self.byoyomi));
        let moves = self.moves();
        let kept_back = self.overhead.saturating_sub(self.increment)
            * u32::try_from(moves.min(Self::MOVES_KEPT_BACK)).unwrap_or(u32::MAX);
        let spare = game.saturating_sub(kept_back);
        let moves = u32::try_from(moves).unwrap_or(u32::MAX);
        let earned = self.increment.saturating_sub(self.overhead) * 3 / 4;
        // Byo-yomi that is not used is lost.
        let byoyomi = self.usable(self.byoyomi);
        let share = (spare / moves + earned).max(byoyomi);
        let opening = u32::try_from(self.moves_made).unwrap_or(u32::MAX).min(Self::OPENING_MOVES);
        let soft = match self.moves_to_go {
            None => share * (Self::OPENING_MOVES + opening) / (2 * Self::OPENING_MOVES),
            Some(_) => share,
        };
        let limit = (spare / moves.min(3) + earned).max(byoyomi);
        let hard = (share * Self::MOST_SHARES).min(limit).min(most);
        Allotment { soft: soft.min(hard), hard }
    }

    fn moves(&self) -> u64 {
        let (early, late) = Self::MOVES_TO_GO;
        let expected = || early.saturating_sub(self.moves_made as u64 / 2).max(late);
        self.moves_to_go.map_or_else(expected, |moves| moves.max(1))
    }

    /// What a search may take of a limit that the move must not exceed.
    fn usable(&self, limit: Duration) -> Duration {
        let margin = (limit / Self::MARGIN_PART).min(Self::MARGIN_MOST);
        limit.saturating_sub(self.reserve).saturating_sub(margin)
    }
}

/// Watches the best move over the depths of a search, and says how much of the soft limit the search needs.
#[derive(Debug)]
pub struct Stability<M> {
    best: Option<(M, Value)>,
    /// The recent changes of the best move. Half as much per depth.
    changes: f64,
}

impl<M> Default for Stability<M> {
    fn default() -> Stability<M> {
        Stability { best: None, changes: 0.0 }
    }
}

impl<M: PartialEq> Stability<M> {
    /// Records the result of a depth, for which the best move took the share `node_share` of all nodes. Returns the
    /// part of the soft limit after which the search should end. It is more than 1 if the best move has changed or
    /// got worse.
    pub fn share_after(&mut self, best: M, value: Value, node_share: f64) -> f64 {
        /// A loss of this much, in centipawns, gets the most additional time.
        const GREAT_LOSS: f64 = 80.0;
        let (has_changed, loss) = match &self.best {
            Some((before, last)) => (*before != best, f64::from(last - value)),
            None => (false, 0.0),
        };
        self.changes = self.changes / 2.0 + f64::from(u8::from(has_changed));
        self.best = Some((best, value));
        let by_changes = 0.75 + 0.75 * self.changes;
        let by_loss = 1.0 + (loss / GREAT_LOSS).clamp(0.0, 1.0);
        // Other moves that take many nodes are nearly as good.
        let by_nodes = 1.5 - 0.75 * node_share.clamp(0.0, 1.0);
        by_changes * by_loss * by_nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn game(left: u64, increment: u64) -> TimeLeft {
        TimeLeft {
            game: Some(ms(left)),
            increment: ms(increment),
            overhead: ms(20),
            reserve: ms(20),
            moves_made: 30,
            ..TimeLeft::default()
        }
    }

    #[test]
    fn a_clock_is_shared_out() {
        let allot = |left, increment, moves_to_go| {
            let Allotment { soft, hard } = TimeLeft { moves_to_go, ..game(left, increment) }.allot();
            (soft, hard)
        };
        assert_eq!(allot(50_500, 0, None), (ms(2000), ms(8000)));
        assert_eq!(allot(60_200, 0, Some(10)), (ms(6000), ms(20_000)));
        assert_eq!(allot(25_000, 1020, None), (ms(1750), ms(7000)));
        assert_eq!(allot(800, 0, Some(1)), (ms(680), ms(680)));
        assert_eq!(allot(10, 0, None), (ms(0), ms(0)));
    }

    #[test]
    fn the_first_moves_of_a_game_are_played_faster() {
        let soft = |moves_made| TimeLeft { moves_made, ..game(600_000, 0) }.allot().soft;
        assert!(soft(0) < soft(4) && soft(4) < soft(12), "{:?} {:?} {:?}", soft(0), soft(4), soft(12));
    }

    #[test]
    fn a_limit_of_single_moves_is_used_but_for_the_reserve() {
        let move_limit = Some(ms(400));
        let single = TimeLeft { move_limit, reserve: ms(50), ..TimeLeft::default() };
        assert_eq!(single.allot(), Allotment { soft: ms(300), hard: ms(300) });
        let capped = TimeLeft { move_limit, reserve: ms(50), ..game(600_000, 0) };
        assert_eq!(capped.allot().hard, ms(300));
        assert_eq!(TimeLeft { move_limit: Some(ms(40)), ..single }.allot().hard, ms(0));
    }

    #[test]
    fn byoyomi_is_used_to_the_end() {
        let byoyomi = TimeLeft { byoyomi: ms(8000), ..game(0, 0) };
        assert_eq!(byoyomi.allot(), Allotment { soft: ms(7480), hard: ms(7480) });
        let before = TimeLeft { byoyomi: ms(8000), ..game(1_000_500, 0) };
        assert_eq!(before.allot().soft, ms(40_000));
    }

    /// Plays long games in which every search takes its hard limit and every move costs additional time.
    #[test]
    fn no_clock_runs_out() {
        for (start, increment, period) in
            [(1000, 0, None), (1000, 10, None), (1000, 0, Some(40)), (100, 50, None), (5000, 0, Some(1))]
        {
            // A program cannot save time that it is not given: without an increment the overhead is a tenth of that.
            let cost = if increment == 0 && period.is_none() { ms(2) } else { ms(10) };
            let mut left = ms(start);
            for ply in 0..250u64 {
                let moves_to_go = period.map(|period| period - ply % period);
                let clock = TimeLeft { game: Some(left), moves_to_go, ..game(0, increment) };
                let spent = clock.allot().hard + cost;
                assert!(spent < left, "{start}+{increment}, move {ply}: {spent:?} of {left:?}");
                left = left - spent + ms(increment);
                if moves_to_go == Some(1) {
                    left += ms(start);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn a_move_never_gets_more_than_is_left(
            left in prop::option::of(0u64..10_000_000),
            increment in 0u64..100_000,
            byoyomi in 0u64..100_000,
            move_limit in prop::option::of(0u64..1_000_000),
            moves_to_go in prop::option::of(0u64..100),
            moves_made in 0usize..400,
            reserve in 0u64..200,
        ) {
            let clock = TimeLeft {
                game: left.map(ms),
                increment: ms(increment),
                byoyomi: ms(byoyomi),
                move_limit: move_limit.map(ms),
                moves_to_go,
                moves_made,
                overhead: ms(10),
                reserve: ms(reserve),
            };
            let Allotment { soft, hard } = clock.allot();
            let of_game = left.map(|left| left + byoyomi);
            let most = ms(of_game.into_iter().chain(move_limit).min().unwrap_or(0));
            prop_assert!(soft <= hard && hard <= most.saturating_sub(clock.reserve));
        }
    }

    #[test]
    fn a_search_takes_longer_where_the_best_move_changes_or_gets_worse() {
        let mut stable = Stability::default();
        let mut changing = Stability::default();
        let mut falling = Stability::default();
        for depth in 0..10 {
            let calm = stable.share_after('a', 30, 0.9);
            let torn = changing.share_after(if depth % 2 == 0 { 'a' } else { 'b' }, 30, 0.9);
            let worse = falling.share_after('a', 30 - 60 * depth, 0.9);
            if depth > 1 {
                assert!(calm < 0.75 && torn > 1.2 && worse > calm * 1.5, "{calm} {torn} {worse}");
            }
        }
        let contested = Stability::default().share_after('a', 30, 0.2);
        assert!(contested > Stability::default().share_after('a', 30, 0.9));
    }
}
