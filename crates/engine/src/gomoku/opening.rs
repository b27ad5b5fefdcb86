//! Decisions in an opening. Where the other side will choose the color, the engine places stones after which neither
//! color is ahead, and it makes its own choices by the same values. In openings without exchanged colors the search
//! only keeps to the allowed points.

use super::Search;
use super::board::Board;
use super::points::Points;
use super::prove::Prover;
use super::search::Searcher;
use super::threat_space::ProofKind;
use crate::root::Root;
use crate::run::report_without_search;
use crate::value::{INFINITE, Value, mated_in};
use crate::{Budget, Limits, Scope, SearchReport, Sink, Source};
use duiyi_rules::Side;
use duiyi_rules::gomoku::{Area, Choice, Move, Phase, Point};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// How many points are searched to find one that leaves the position balanced.
const COMPARED: usize = 12;
/// The deepest search of a position that is one of several, in plies.
const DEPTH: u32 = 8;

impl Search<'_> {
    /// The points where the next stone is worth a search.
    pub fn candidates(&self) -> Points {
        match self.game.phase() {
            Phase::Put { area: Area::Beyond(steps), .. } => self.just_beyond(*steps),
            _ => Points::around(self.game.position()),
        }
    }

    /// The area of the stone after the next one.
    pub fn next_area(&self) -> Area {
        let (phase, stones) = (self.game.phase().clone(), self.game.position().stones());
        match self.game.rules().opening.next_phase(phase, Move::Stone(Point::new(0, 0)), stones + 1) {
            Phase::Put { area, .. } => area,
            _ => Area::Anywhere,
        }
    }

    /// The replies to the next stone that are worth a search, if the opening restricts them.
    pub fn replies(&self) -> Option<Points> {
        match self.next_area() {
            Area::Beyond(steps) => Some(self.just_beyond(steps)),
            Area::Anywhere | Area::Within(_) => None,
        }
    }

    /// The points that are one or two steps farther from the center than these.
    fn just_beyond(&self, steps: u8) -> Points {
        let size = self.game.position().size();
        let is_near = |point: &Point| (steps + 1..=steps + 2).contains(&point.distance_to_center(size));
        Point::all(size).filter(is_near).collect()
    }

    /// Makes the opening's next decision, one of `moves`, which are legal.
    pub fn open(&self, moves: &[Move], random: &mut SmallRng, sink: &mut Sink<'_>) -> SearchReport {
        let (mv, value) = match self.game.phase() {
            Phase::Choose { actor, announced, .. } => self.choose(moves, *actor, *announced),
            Phase::Put { .. } => self.place(moves, random),
            Phase::Offer { .. } => self.best_by(moves, |value| value),
            // White keeps the stone that is worst for Black.
            Phase::Pick { .. } | Phase::Play => self.best_by(moves, |value| -value),
        };
        report_without_search(mv, Source::Search, value, sink)
    }

    /// Chooses the color that is ahead, or the number of fifth moves that leaves the position most balanced.
    ///
    /// The engine never places two more stones in swap2: the better color is worth at least 0 to the side that takes it,
    /// and the choice after two more stones belongs to the other side, so it is worth at most 0.
    fn choose(&self, moves: &[Move], actor: Side, announced: Option<u8>) -> (Move, Value) {
        let is_offer = |mv: &Move| matches!(mv, Move::Choice(Choice::Offer(_)));
        if moves.iter().all(is_offer) {
            let values = self.fifth_move_values();
            let even = |mv: &Move| match mv {
                Move::Choice(Choice::Offer(count)) => nth(&values, *count).abs(),
                _ => INFINITE,
            };
            let mv = moves.iter().copied().min_by_key(even).unwrap_or(moves[0]);
            return (mv, 0);
        }
        let board = Board::new(self.game.position());
        let to_move = board.turn();
        let value = match announced {
            Some(count) => nth(&self.fifth_move_values(), count),
            None => self.value(board, &choice_budget(self.budget)),
        };
        let value = if to_move == actor { value } else { -value };
        let wanted = if value >= 0 { Choice::Stay } else { Choice::Swap };
        let mv = Move::Choice(wanted);
        (if moves.contains(&mv) { mv } else { moves[0] }, value.abs())
    }

    /// Places a stone after which neither color is ahead, since the other side will choose.
    fn place(&self, moves: &[Move], random: &mut SmallRng) -> (Move, Value) {
        let size = self.game.position().size();
        let mut points = stones(moves);
        points.shuffle(random);
        // The first stones go near the center: no search tells them apart.
        const WITHOUT_SEARCH: usize = 2;
        if self.game.position().stones() < WITHOUT_SEARCH {
            points.sort_by_key(|point| point.distance_to_center(size) / 3);
            return (points.first().map_or(moves[0], |&point| Move::Stone(point)), 0);
        }
        let near = Points::around(self.game.position());
        points.sort_by_key(|&point| !near.contains(point));
        points.truncate(COMPARED);
        self.best(&points, moves, |value| -value.abs())
    }

    /// The point whose value for the color that plays it, mapped by `preference`, is highest.
    fn best_by(&self, moves: &[Move], preference: impl Fn(Value) -> Value) -> (Move, Value) {
        let mut points = stones(moves);
        let board = Board::new(self.game.position());
        points.sort_by_cached_key(|&point| {
            Reverse(
                board.move_score_at(point, board.turn()) + board.move_score_at(point, board.turn().other()),
            )
        });
        points.truncate(COMPARED);
        self.best(&points, moves, preference)
    }

    fn best(&self, points: &[Point], moves: &[Move], preference: impl Fn(Value) -> Value) -> (Move, Value) {
        let share = points.len() as u32;
        let values = points.iter().map(|&point| (preference(self.value_after(point, share)), point));
        match values.max_by_key(|&(value, _)| value) {
            Some((value, point)) => (Move::Stone(point), value),
            None => (moves[0], 0),
        }
    }

    /// The values of the best fifth moves for Black, best first.
    fn fifth_move_values(&self) -> Vec<Value> {
        const MOST: usize = 10;
        let board = Board::new(self.game.position());
        let mut points: Vec<Point> =
            Points::around(self.game.position()).intersection(board.empty()).into_iter().collect();
        points.sort_by_cached_key(|&point| Reverse(board.move_score_at(point, board.turn())));
        points.truncate(2 * MOST);
        let share = points.len() as u32;
        let mut values: Vec<Value> = points.into_iter().map(|point| self.value_after(point, share)).collect();
        values.sort_by_key(|&value| Reverse(value));
        values
    }

    /// The value of the position after this stone for the color that played it.
    fn value_after(&self, point: Point, share: u32) -> Value {
        let mut board = Board::new(self.game.position());
        board.make_move(point);
        -self.value(board, &self.share(share))
    }

    /// An equal share of the budget for each of this many positions.
    fn share(&self, positions: u32) -> Budget {
        let Budget { started, limits, .. } = *self.budget;
        let total = limits.soft_time.or(limits.time).map(|time| time / (positions + 1));
        let limits = Limits {
            time: total,
            nodes: limits.nodes.map(|nodes| (nodes / u64::from(positions)).max(1)),
            depth: Some(limits.depth.unwrap_or(DEPTH).min(DEPTH)),
            soft_time: None,
            early: limits.early,
        };
        let deadline = self.budget.deadline();
        let now = self.budget.now();
        // A share must not end after the whole budget.
        let started = match (deadline, limits.time) {
            (Some(deadline), Some(time)) => now.min(deadline - time),
            _ => started,
        };
        Budget { started, limits, ..self.budget.clone() }
    }

    /// The value of the position for the side to move: of a win by threats, or else by search.
    fn value(&self, mut board: Board, budget: &Budget) -> Value {
        let empty = board.empty().into_iter().collect();
        let points = self.root_points(&mut board, empty);
        if let Some(win) = Prover::new(budget).win(&mut board, ProofKind::Vct, &points) {
            return -mated_in(win.lines[0].pv.len());
        }
        let moves: Vec<Move> = points.into_iter().map(Move::Stone).collect();
        let shared = super::search::Shared { budget, ..self.shared(Scope::FULL) };
        let mut root = Root::new(Searcher::new(&shared, board), &moves, 1, None);
        root.deepen(1, budget.limits.depth.unwrap_or(u32::MAX), |_| ControlFlow::Continue(()));
        match root.best_lines()[0].value {
            value if value == -INFINITE => 0,
            value => value,
        }
    }
}

/// The whole budget, for a choice that needs the value of one position. The search may be as deep as the limits allow. Without a
/// limit of time or nodes it ends at [`DEPTH`].
fn choice_budget(budget: &Budget) -> Budget {
    let limits = budget.limits;
    let time = limits.soft_time.or(limits.time);
    let is_limited = time.is_some() || limits.nodes.is_some();
    let depth = limits.depth.or((!is_limited).then_some(DEPTH));
    Budget { limits: Limits { time, soft_time: None, depth, ..limits }, ..budget.clone() }
}

fn stones(moves: &[Move]) -> Vec<Point> {
    let stone = |mv: &Move| match mv {
        Move::Stone(point) => Some(*point),
        Move::Choice(_) => None,
    };
    moves.iter().filter_map(stone).collect()
}

/// The value for Black if the other side picks among this many of the best.
fn nth(values: &[Value], count: u8) -> Value {
    values.get(usize::from(count).saturating_sub(1)).or(values.last()).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StopFlag;
    use std::time::Duration;

    #[test]
    fn a_choice_of_color_has_the_whole_budget_and_any_depth() {
        let choice = |limits| choice_budget(&Budget::new(limits, StopFlag::default())).limits;
        let (soft, hard) = (Some(Duration::from_millis(300)), Some(Duration::from_secs(1)));
        let by_clock = choice(Limits { time: hard, soft_time: soft, ..Limits::default() });
        assert_eq!((by_clock.time, by_clock.depth), (soft, None));
        assert_eq!(choice(Limits { time: hard, ..Limits::default() }).time, hard);
        let by_nodes = choice(Limits { nodes: Some(1000), ..Limits::default() });
        assert_eq!((by_nodes.nodes, by_nodes.depth), (Some(1000), None));
        assert_eq!(choice(Limits { depth: Some(3), ..by_nodes }).depth, Some(3));
        assert_eq!(choice(Limits::default()).depth, Some(DEPTH));
    }
}
