//! Positions of self-play as the network sees them.

use super::Goal;
use duiyi::engine::gomoku::board::Board;
use duiyi::engine::gomoku::network::{COUNTED, counts, window_index, windows_at};
use duiyi::engine::gomoku::point_shape::Threat;
use duiyi::engine::gomoku::points::{NEAR, Points};
use duiyi::engine::{Score, logistic};
use duiyi::rules::Side;
use duiyi::rules::gomoku::{Point, Position, Variant};

/// The shape and the window in each direction, in any order.
pub type View = [(u8, u16); 4];

/// Empty points of a position that look alike in all directions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Group {
    /// For the side to move and the other side: what they see in each direction.
    pub views: [View; 2],
    /// What they would see on a board without stones: an index of [`Example::bare`].
    pub bare: u8,
    /// What a stone of either side would threaten.
    pub threats: [Threat; 2],
    /// How many points there are, and how many of them are near stones.
    pub points: u8,
    pub near: u8,
}

#[derive(Clone, Debug)]
pub struct Example {
    pub turn: Side,
    pub variant: Variant,
    pub groups: Box<[Group]>,
    pub bare: Box<[[View; 2]]>,
    /// The embeddings of the numbers of threats.
    pub counts: [usize; 2 * COUNTED.len()],
    /// The value of the evaluation by weights, in units of a score.
    pub eval: f32,
    /// The expected result for the side to move, from 0 to 1; none where the search does not ask for an evaluation.
    pub target: Option<f32>,
    /// The group of the best move.
    pub best: Option<u16>,
}

/// Adds the positions of a game. `None` if the line is malformed.
pub fn read_game(line: &str, variant: Variant, goal: Goal, examples: &mut Vec<Example>) -> Option<()> {
    let mut words = line.split(' ');
    let result: f32 = words.next()?.parse::<f32>().ok()? / 2.0;
    let mut board = Board::new(&Position::empty(variant, 15));
    let mut near = Points::default();
    for word in words {
        let (point, score) = word.split_once(':')?;
        let best = Point::parse(point)?;
        let turn = board.turn();
        let is_forced = board.has(turn, Threat::Five)
            || board.has(turn.other(), Threat::Five)
            || board.has(turn, Threat::Winning);
        if !score.is_empty() && !is_forced {
            let score: f32 = score.parse().ok()?;
            let result = if turn == Side::First { result } else { 1.0 - result };
            let target = goal.result_share * result
                + (1.0 - goal.result_share) * logistic(f64::from(score) / Score::WIN_RATE_SCALE) as f32;
            examples.push(example(&board, near, best, board.is_quiet().then_some(target)));
        }
        near = near.union(NEAR[best.index()]);
        board.make_move(best);
    }
    Some(())
}

fn example(board: &Board, near: Points, best: Point, target: Option<f32>) -> Example {
    let turn = board.turn();
    let sides = [turn, turn.other()];
    let empty_board = Board::new(&Position::empty(board.variant(), board.size()));
    let mut bare = Vec::new();
    let mut looks = |point: Point| {
        let views = views_of(board, point, sides);
        let without_stones = views_of(&empty_board, point, sides);
        let at = bare.iter().position(|known| *known == without_stones).unwrap_or_else(|| {
            bare.push(without_stones);
            bare.len() - 1
        });
        let threats = sides.map(|side| board.threat_at(point, side));
        Group { views, bare: at as u8, threats, points: 0, near: 0 }
    };
    let mut points: Vec<(Group, Point)> =
        board.empty().into_iter().map(|point| (looks(point), point)).collect();
    points.sort_unstable_by_key(|&(group, _)| group);
    let mut groups: Vec<Group> = Vec::new();
    let mut best_group = None;
    for (look, point) in points {
        let is_new = groups.last().is_none_or(|group| (group.views, group.bare) != (look.views, look.bare));
        if is_new {
            groups.push(look);
        }
        let at = groups.len() - 1;
        groups[at].points += 1;
        groups[at].near += u8::from(near.contains(point));
        if point == best && near.contains(point) {
            best_group = Some(at as u16);
        }
    }
    Example {
        turn,
        variant: board.variant(),
        groups: groups.into(),
        bare: bare.into(),
        counts: counts(board),
        eval: board.evaluate() as f32,
        target,
        best: best_group,
    }
}

/// What both sides see from a point. The order of directions does not matter, but both views agree about it.
fn views_of(board: &Board, point: Point, sides: [Side; 2]) -> [View; 2] {
    let windows = windows_at(board, point);
    let views = sides.map(|side| {
        let shapes = board.shapes_at(point, side);
        [0, 1, 2, 3].map(|direction: usize| {
            (shapes[direction] as u8, window_index(windows[side as usize][direction] as u16) as u16)
        })
    });
    let mut order = [0, 1, 2, 3];
    order.sort_unstable_by_key(|&direction: &usize| [views[0][direction], views[1][direction]]);
    views.map(|view| order.map(|direction| view[direction]))
}
