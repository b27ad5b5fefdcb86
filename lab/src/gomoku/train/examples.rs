//! Positions of self-play as the network sees them.

use crate::gomoku::record::{Below, Record, RecordedMove};
use duiyi_engine::gomoku::board::Board;
use duiyi_engine::gomoku::network::{COUNTED, counts, window_index, windows_at};
use duiyi_engine::gomoku::point_shape::Threat;
use duiyi_engine::gomoku::points::{NEAR, Points};
use duiyi_engine::{Score, logistic};
use duiyi_rules::Side;
use duiyi_rules::gomoku::{Point, Position, Variant};
use std::rc::Rc;

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

/// The positions of a game in which the move is not forced: its own, and those of the search tree. `result_share` is the weight of the
/// game's result in the target of its own positions, from 0 to 1. The rest is the search's score.
pub fn examples(record: &Record, variant: Variant, result_share: f32) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut reader = Reader::new(variant);
    for RecordedMove { point, score, below } in &record.moves {
        if let Some(Below { path, best, score }) = below {
            let mut below = reader.clone();
            path.iter().for_each(|&point| below.place(point));
            examples.extend(below.example(*best, win_rate(*score)));
        }
        if let Some(score) = score {
            let result = record.result(reader.board.turn());
            let target = result_share * result + (1.0 - result_share) * win_rate(*score);
            examples.extend(reader.example(*point, target));
        }
        reader.place(*point);
    }
    examples
}

/// The expected result, from 0 to 1, that a score in hundredths stands for.
fn win_rate(score: i32) -> f32 {
    logistic(f64::from(score) / Score::WIN_RATE_SCALE) as f32
}

/// A position, and what is needed to make an example of it.
#[derive(Clone)]
struct Reader {
    board: Board,
    /// The points near the stones.
    near: Points,
    /// What both sides see from every point of the board without stones, by the side to move.
    bare_views: Rc<[Vec<[View; 2]>; 2]>,
}

impl Reader {
    fn new(variant: Variant) -> Reader {
        let board = Board::new(&Position::empty(variant, 15));
        let bare_views = Side::ALL.map(|turn| -> Vec<[View; 2]> {
            let view = |index| Point::from_index(index).filter(|&point| board.is_empty(point));
            let view = |index| {
                view(index).map_or([[(0, 0); 4]; 2], |point| views(&board, point, [turn, turn.other()]))
            };
            (0..Point::COUNT).map(view).collect()
        });
        Reader { board, near: Points::default(), bare_views: Rc::new(bare_views) }
    }

    fn place(&mut self, point: Point) {
        self.near = self.near.union(NEAR[point.index()]);
        self.board.make_move(point);
    }

    /// None if the move is forced.
    fn example(&self, best: Point, target: f32) -> Option<Example> {
        let board = &self.board;
        let (turn, other) = (board.turn(), board.turn().other());
        let is_forced = board.has(turn, Threat::Five)
            || board.has(other, Threat::Five)
            || board.has(turn, Threat::Winning);
        if is_forced {
            return None;
        }
        let (groups, bare, best) = group(board, &self.bare_views[turn as usize], self.near, best);
        Some(Example {
            turn,
            variant: board.variant(),
            groups,
            bare,
            counts: counts(board),
            eval: board.evaluate() as f32,
            target: board.is_quiet().then_some(target),
            best,
        })
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_of_the_tree_makes_the_same_example_as_one_of_a_game() {
        let of = |line: &str| examples(&line.parse().unwrap(), Variant::Renju, 0.0);
        let (game, tree) = (of("2 h8: h9: i9: g7: j10:-20"), of("0 h8: h9:|h9,i9,g7,j10:-20"));
        let parts = |example: &Example| {
            (
                example.turn,
                example.groups.clone(),
                example.bare.clone(),
                example.counts,
                example.target,
                example.best,
            )
        };
        assert_eq!(tree.iter().map(parts).collect::<Vec<_>>(), game.iter().map(parts).collect::<Vec<_>>());
        assert_eq!(game.len(), 1);
    }
}
