//! The inputs of the value, updated by what the stones since the last evaluation changed.

use super::{ACTIVE_ONE, INPUT_SHIFT, SideNetwork, VALUE_UNITS, counts, networks, windows_at};
use crate::gomoku::board::Board;
use crate::gomoku::points::Points;
use crate::gomoku::shape::OVERLINE_REACH;
use crate::value::Value;
use duiyi_rules::gomoku::{Direction, MAX_SIZE, Point, Position};
use std::sync::LazyLock;
use wide::i16x16;

/// The squared units of a point for both sides.
type Active = [i16x16; 2];
/// Sums of squared units for both sides.
type Sums = [[i32; VALUE_UNITS]; 2];

/// The points whose windows a stone on each point is part of.
static REACHED: LazyLock<Box<[Points]>> = LazyLock::new(|| {
    let reached = |point: Point| {
        let reach = OVERLINE_REACH as i8;
        let steps = move |direction| {
            (-reach..=reach).filter_map(move |steps| point.along(direction, steps, MAX_SIZE))
        };
        Direction::ALL.into_iter().flat_map(steps).collect()
    };
    Point::all(MAX_SIZE).map(reached).collect()
});

/// The stones of one or more moves that were added together, and what they changed.
#[derive(Clone, Debug)]
struct Layer {
    /// The number of stones up to and including these.
    stones: usize,
    first_saved: usize,
    /// As they were before.
    sums: Sums,
}

/// The sums over all points, for the position of the last evaluation.
#[derive(Clone, Debug)]
pub struct Accumulator {
    networks: [&'static SideNetwork; 2],
    /// By point; for a taken point that of the board without stones, which the sums do not count.
    active: Box<[Active]>,
    bare: Box<[Active]>,
    sums: Sums,
    /// The stones that were made since the board was set up and added to the sums.
    stones: Vec<u16>,
    layers: Vec<Layer>,
    /// The points that the layers changed, as they were before, in order.
    saved: Vec<(Point, Active)>,
}

impl Accumulator {
    /// For a board without moves since it was set up. `None` if the variant has no network.
    pub fn new(board: &Board) -> Option<Accumulator> {
        let networks = networks(board.variant())?;
        let empty = Board::new(&Position::empty(board.variant(), board.size()));
        let mut bare = vec![[i16x16::ZERO; 2]; Point::COUNT];
        for point in Point::all(board.size()) {
            bare[point.index()] = active(networks, &empty, point);
        }
        let mut accumulator = Accumulator {
            networks,
            active: bare.clone().into(),
            bare: bare.into(),
            sums: [[0; VALUE_UNITS]; 2],
            stones: Vec::new(),
            layers: Vec::new(),
            saved: Vec::new(),
        };
        accumulator.update(board, board.empty());
        accumulator.saved.clear();
        Some(accumulator)
    }

    /// The value for the side to move. `eval` is its evaluation by weights.
    pub fn evaluate(&mut self, board: &Board, eval: Value) -> Value {
        self.follow(board);
        let turn = board.turn() as usize;
        let input = |sum: i32| (sum >> INPUT_SHIFT).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let inputs = [self.sums[turn], self.sums[1 - turn]].map(|sums| sums.map(input));
        self.networks[turn].head.output(&inputs, counts(board), eval)
    }

    /// The policy's score of a stone on an empty point.
    #[inline]
    pub fn policy(&self, board: &Board, point: Point) -> Value {
        super::policy(self.networks, board, point)
    }

    /// Takes back the stones that are no longer on the board and adds the new ones.
    fn follow(&mut self, board: &Board) {
        let on_board = board.made();
        let common = self.stones.iter().zip(on_board).take_while(|(own, on_board)| own == on_board).count();
        while let Some(layer) = self.layers.pop_if(|layer| layer.stones > common) {
            for (point, active) in self.saved.drain(layer.first_saved..) {
                self.active[point.index()] = active;
            }
            self.sums = layer.sums;
        }
        let known = self.layers.last().map_or(0, |layer| layer.stones);
        self.stones.truncate(known);
        if known == on_board.len() {
            return;
        }
        self.layers.push(Layer { stones: on_board.len(), first_saved: self.saved.len(), sums: self.sums });
        self.stones.extend_from_slice(&on_board[known..]);
        let reached = |stone: &u16| REACHED[usize::from(stone / 2)];
        let changed = on_board[known..].iter().map(reached).fold(Points::default(), Points::union);
        self.update(board, changed);
    }

    /// Computes these points and updates the sums.
    fn update(&mut self, board: &Board, points: Points) {
        let mut changes = Changes::default();
        for point in points {
            let old = self.active[point.index()];
            let new = if board.is_empty(point) {
                active(self.networks, board, point)
            } else {
                self.bare[point.index()]
            };
            if new == old {
                continue;
            }
            self.saved.push((point, old));
            self.active[point.index()] = new;
            changes.add(old, new, &mut self.sums);
        }
        changes.finish(&mut self.sums);
    }
}

/// The changes of some points, added up in 16 bits, which is quicker than to widen each.
#[derive(Default)]
struct Changes {
    of_sides: [i16x16; 2],
    points: i32,
}

impl Changes {
    /// So many points cannot overflow 16 bits: the unit of a point is from 0 to [`ACTIVE_ONE`].
    const MOST: i32 = i16::MAX as i32 / ACTIVE_ONE;

    fn add(&mut self, old: Active, new: Active, sums: &mut Sums) {
        for (changes, (new, old)) in self.of_sides.iter_mut().zip(new.into_iter().zip(old)) {
            *changes += new - old;
        }
        self.points += 1;
        if self.points == Changes::MOST {
            std::mem::take(self).finish(sums);
        }
    }

    fn finish(self, sums: &mut Sums) {
        for (sums, changes) in sums.iter_mut().zip(self.of_sides) {
            let changes = changes.to_array();
            sums.iter_mut().zip(changes).for_each(|(sum, change)| *sum += i32::from(change));
        }
    }
}

#[inline]
fn active(networks: [&'static SideNetwork; 2], board: &Board, point: Point) -> Active {
    let [first, second] = windows_at(board, point);
    [
        SideNetwork::active(&networks[0].value_rows, first),
        SideNetwork::active(&networks[1].value_rows, second),
    ]
}
