//! Positions of self-play as the network sees them.

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
    /// What the side to move and the other side see.
    pub views: [View; 2],
    /// The index of what they would see without stones, in [`Example::bare`].
    pub bare: u8,
    /// What a stone of the side to move, and of the other side, would threaten.
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
    /// What both sides would see on the board without stones from the points of the groups.
    pub bare: Box<[[View; 2]]>,
    /// The embeddings of the numbers of threats.
    pub counts: [usize; 2 * COUNTED.len()],
    /// The evaluation by weights, in units of a score.
    pub eval: f32,
    /// The expected result for the side to move, from 0 to 1. `None` where the search does not ask for an evaluation.
    pub target: Option<f32>,
    /// The group of the best move, if that is near stones.
    pub best: Option<usize>,
}

impl Example {
    /// What both sides see from each group, then without stones.
    pub fn views(&self) -> impl Iterator<Item = &[View; 2]> {
        self.groups.iter().map(|group| &group.views).chain(&self.bare)
    }
}

/// Adds the positions of a game in which the move is not forced. `None` if the line is malformed. `result_share` is the weight of
/// the game's result in the target, from 0 to 1. The rest is the search's score.
pub fn read_game(line: &str, variant: Variant, result_share: f32, examples: &mut Vec<Example>) -> Option<()> {
    let mut words = line.split(' ');
    let result: f32 = words.next()?.parse::<f32>().ok()? / 2.0;
    let mut board = Board::new(&Position::empty(variant, 15));
    let bare_views = Side::ALL.map(|turn| -> Vec<[View; 2]> {
        let view = |index| Point::from_index(index).filter(|&point| board.is_empty(point));
        let view =
            |index| view(index).map_or([[(0, 0); 4]; 2], |point| views(&board, point, [turn, turn.other()]));
        (0..Point::COUNT).map(view).collect()
    });
    let mut near = Points::default();
    for word in words {
        let (point, score) = word.split_once(':')?;
        let best = Point::parse(point)?;
        let (turn, other) = (board.turn(), board.turn().other());
        let is_forced = board.has(turn, Threat::Five)
            || board.has(other, Threat::Five)
            || board.has(turn, Threat::Winning);
        if !score.is_empty() && !is_forced {
            let score: f32 = score.parse().ok()?;
            let result = if turn == Side::First { result } else { 1.0 - result };
            let score = logistic(f64::from(score) / Score::WIN_RATE_SCALE) as f32;
            let target = result_share * result + (1.0 - result_share) * score;
            let (groups, bare, best) = group(&board, &bare_views[turn as usize], near, best);
            examples.push(Example {
                turn,
                variant,
                groups,
                bare,
                counts: counts(&board),
                eval: board.evaluate() as f32,
                target: board.is_quiet().then_some(target),
                best,
            });
        }
        near = near.union(NEAR[best.index()]);
        board.make_move(best);
    }
    Some(())
}

type Groups = (Box<[Group]>, Box<[[View; 2]]>, Option<usize>);

/// The groups of the empty points, what they look like without stones, and the group of the best move. `bare_views` is what both
/// sides see from every point without stones.
fn group(board: &Board, bare_views: &[[View; 2]], near: Points, best: Point) -> Groups {
    let sides = [board.turn(), board.turn().other()];
    let mut bare: Vec<[View; 2]> = Vec::new();
    let mut look = |point: Point| {
        let bare_view = bare_views[point.index()];
        let at = bare.iter().position(|known| *known == bare_view).unwrap_or_else(|| {
            bare.push(bare_view);
            bare.len() - 1
        });
        let threats = sides.map(|side| board.threat_at(point, side));
        Group { views: views(board, point, sides), bare: at as u8, threats, points: 0, near: 0 }
    };
    let mut points: Vec<(Group, Point)> =
        board.empty().into_iter().map(|point| (look(point), point)).collect();
    points.sort_unstable_by_key(|&(group, _)| group);
    let mut groups: Vec<Group> = Vec::new();
    let mut best_group = None;
    for alike in points.chunk_by(|(a, _), (b, _)| a == b) {
        let near_points = alike.iter().filter(|&&(_, point)| near.contains(point));
        if near_points.clone().any(|&(_, point)| point == best) {
            best_group = Some(groups.len());
        }
        groups.push(Group { points: alike.len() as u8, near: near_points.count() as u8, ..alike[0].0 });
    }
    (groups.into(), bare.into(), best_group)
}

/// What both sides see from a point, with the directions in an order that mirrored positions share.
fn views(board: &Board, point: Point, sides: [Side; 2]) -> [View; 2] {
    let windows = windows_at(board, point);
    let views = sides.map(|side| {
        let shapes = board.shapes_at(point, side);
        [0, 1, 2, 3].map(|direction: usize| {
            (shapes[direction] as u8, window_index(windows[side as usize][direction]) as u16)
        })
    });
    let mut order = [0, 1, 2, 3];
    order.sort_unstable_by_key(|&direction: &usize| [views[0][direction], views[1][direction]]);
    views.map(|view| order.map(|direction| view[direction]))
}
