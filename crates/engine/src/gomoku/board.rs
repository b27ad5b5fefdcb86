//! The board of the search. For every empty point and both sides it keeps the shapes that a stone there would make,
//! updated incrementally.
//!
//! A stone changes only the four lines through it, and on them only the empty points within its reach. For each
//! direction such a point keeps the index of its window in the table of shapes, and a stone adds a digit to the index.
//! `make_move` saves the changed cells, so that `unmake_move` only copies them back.

use super::caro;
use super::point_shape::{PointShape, PointShapes, SHAPE_CODES, ShapeCode, Threat, code_of, point_shapes};
use super::points::Points;
use super::shape::{OVERLINE_REACH, REACH, Shape};
use super::weights::{WEIGHT_ONE, Weights, weight_table};
use super::windows::{Windows, shapes_apart, stone_apart};
use crate::value::Value;
use duiyi_rules::gomoku::{Direction, MAX_SIZE, Point, Position, Variant};
use duiyi_rules::{Side, splitmix64};

/// The board has a margin of taken cells, so that no step needs a bounds check.
const STRIDE: usize = 32;
const ROWS: usize = MAX_SIZE as usize + 2 * OVERLINE_REACH;
const CELLS: usize = STRIDE * ROWS;
const _: () = assert!(ROWS <= STRIDE, "a rank and its margins fit");
const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

const _: () = assert!(matches!(
    (Direction::ALL[0].step(), Direction::ALL[1].step(), Direction::ALL[2].step(), Direction::ALL[3].step()),
    ((1, 0), (0, 1), (1, 1), (1, -1))
));

#[inline]
fn cell_of(point: Point) -> usize {
    (usize::from(point.rank()) + OVERLINE_REACH) * STRIDE + usize::from(point.file()) + OVERLINE_REACH
}

/// A point, and what a stone of either side would make there.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Cell {
    /// By direction, numbered as [`Windows`] says.
    windows: [u32; 4],
    codes: [ShapeCode; 2],
    move_scores: [i16; 2],
    threats: [Threat; 2],
    point: Point,
    /// The index of this cell.
    at: u16,
    /// Whether a stone is here or this is beyond the edge.
    is_taken: bool,
}

const EMPTY_CELL: Cell = Cell {
    windows: [0; 4],
    codes: [0; 2],
    threats: [Threat::None; 2],
    move_scores: [0; 2],
    point: Point::new(0, 0),
    at: 0,
    is_taken: true,
};

/// What to restore when a stone is taken back.
#[derive(Clone, Copy, Debug)]
struct Undo {
    /// Where the cells that the stone changed begin among the saved ones.
    first_cell: usize,
    evals: [[Value; 2]; 2],
}

/// The incremental state of one side.
#[derive(Clone, Debug)]
struct SideState {
    point_shapes: &'static PointShapes,
    points: [Points; Threat::COUNT],
    /// The sums over all empty points of [`PointShape::evals`].
    evals: [Value; 2],
    /// The bonus for the side to move.
    tempo: Value,
}

/// A position that keeps up to date what every empty point would make for both sides.
#[derive(Clone, Debug)]
pub struct Board {
    variant: Variant,
    size: u8,
    turn: Side,
    windows: Windows,
    cells: Box<[Cell; CELLS]>,
    sides: [SideState; 2],
    empty: Points,
    key: u64,
    stones: usize,
    /// For each stone made since the board was set up.
    undo_stack: Vec<Undo>,
    /// These stones: twice the index of the point, plus one for the second side.
    made: Vec<u16>,
    /// The cells that these stones changed, as they were before, in order.
    saved_cells: Vec<Cell>,
}

/// The Zobrist key of a stone. Larger boards add keys and change none, so that a search visits the same nodes.
#[inline]
fn stone_key(point: Point, side: Side) -> u64 {
    static KEYS: [[u64; Point::COUNT]; 2] = {
        let mut keys = [[0; Point::COUNT]; 2];
        let mut index = 0;
        while index < Point::COUNT {
            let number = key_number(index as u64);
            keys[0][index] = splitmix64(2 * number + 1);
            keys[1][index] = splitmix64(2 * number + 2);
            index += 1;
        }
        keys
    };
    KEYS[side as usize][point.index()]
}

/// The points of the first boards come first, rank by rank, then one number for the side to move, then all other points.
const fn key_number(index: u64) -> u64 {
    let (file, rank) = (index % MAX_SIZE as u64, index / MAX_SIZE as u64);
    if file < FIRST_SIZE && rank < FIRST_SIZE { rank * FIRST_SIZE + file } else { TURN_NUMBER + 1 + index }
}

const FIRST_SIZE: u64 = 19;
const TURN_NUMBER: u64 = FIRST_SIZE * FIRST_SIZE;
const SECOND_TO_MOVE: u64 = splitmix64(2 * TURN_NUMBER + 1);

impl Board {
    /// The board of a position.
    pub fn new(position: &Position) -> Board {
        let (variant, size) = (position.variant(), position.size());
        let state = |side: Side| SideState {
            point_shapes: point_shapes(variant, side),
            points: [Points::default(); Threat::COUNT],
            evals: [0; 2],
            tempo: Weights::of(weight_table(variant, side)).tempo(),
        };
        let mut board = Board {
            variant,
            size,
            turn: Side::First,
            windows: Windows::of(variant),
            cells: Box::new([EMPTY_CELL; CELLS]),
            sides: Side::ALL.map(state),
            empty: Points::default(),
            key: 0,
            stones: 0,
            undo_stack: Vec::new(),
            made: Vec::new(),
            saved_cells: Vec::new(),
        };
        for point in Point::all(size) {
            board.open(point);
        }
        for side in Side::ALL {
            for point in Point::all(size).filter(|&point| position.at(point) == Some(side)) {
                board.turn = side;
                board.make_move(point);
            }
        }
        board.undo_stack.clear();
        board.made.clear();
        board.saved_cells.clear();
        board.set_turn(position.turn());
        board
    }

    /// Adds an empty point to a board without stones, with the edges in its windows.
    fn open(&mut self, point: Point) {
        let mut cell = Cell { is_taken: false, point, at: cell_of(point) as u16, ..EMPTY_CELL };
        for (place, direction) in Direction::ALL.into_iter().enumerate() {
            for steps in (-(REACH as i8)..=REACH as i8).filter(|&steps| steps != 0) {
                if point.along(direction, steps, self.size).is_none() {
                    cell.windows[place] += self.windows.edge(steps);
                }
            }
        }
        self.cells[cell_of(point)] = cell;
        self.empty.insert(point);
        for side in Side::ALL {
            let code = code_of(self.shapes_at(point, side));
            let state = &mut self.sides[side as usize];
            let cell = &mut self.cells[cell_of(point)];
            let PointShape { threat, move_score, .. } = state.shape(code);
            cell.codes[side as usize] = code;
            cell.threats[side as usize] = threat;
            cell.move_scores[side as usize] = move_score;
            state.add_point(point, code);
        }
    }

    /// Its rules.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of lines.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Sets the side to move, as a null move does.
    pub fn set_turn(&mut self, turn: Side) {
        self.turn = turn;
    }

    /// The Zobrist key of the stones and the side to move.
    #[inline]
    pub fn key(&self) -> u64 {
        if self.turn == Side::First { self.key } else { self.key ^ SECOND_TO_MOVE }
    }

    /// The key after a stone of the side to move.
    #[inline]
    pub fn key_after(&self, point: Point) -> u64 {
        self.key() ^ stone_key(point, self.turn) ^ SECOND_TO_MOVE
    }

    /// The empty points.
    pub fn empty(&self) -> Points {
        self.empty
    }

    /// Whether there is no stone on the point.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        !self.cells[cell_of(point)].is_taken
    }

    /// The number of stones.
    pub fn stones(&self) -> usize {
        self.stones
    }

    /// The empty points where a stone of this side would make this threat.
    #[inline]
    pub fn points(&self, side: Side, threat: Threat) -> Points {
        self.sides[side as usize].points[threat as usize]
    }

    /// Whether a stone of this side would make this threat on some point.
    #[inline]
    pub fn has(&self, side: Side, threat: Threat) -> bool {
        !self.points(side, threat).is_empty()
    }

    /// What a stone of this side would threaten on the empty point, its directions taken together.
    #[inline]
    pub fn threat_at(&self, point: Point, side: Side) -> Threat {
        self.cells[cell_of(point)].threats[side as usize]
    }

    /// What a stone of this side on the empty point would make in each direction.
    pub fn shapes_at(&self, point: Point, side: Side) -> [Shape; 4] {
        self.cells[cell_of(point)].windows.map(|window| self.windows.shapes(window)[side as usize])
    }

    /// The stones made since the board was set up, in order: twice the index of the point, plus one for the second side.
    #[inline]
    pub fn made(&self) -> &[u16] {
        &self.made
    }

    /// These stones.
    #[cfg(feature = "lab")]
    pub fn stones_made(&self) -> impl Iterator<Item = (Point, Side)> {
        self.made.iter().filter_map(|&stone| {
            Some((Point::from_index(usize::from(stone / 2))?, Side::ALL[usize::from(stone % 2)]))
        })
    }

    /// The windows of the empty point by direction, numbered as `windows.rs` says.
    #[inline]
    pub fn windows_at(&self, point: Point) -> [u32; 4] {
        self.cells[cell_of(point)].windows
    }

    /// The move ordering score of a stone of this side on the empty point.
    #[inline]
    pub fn move_score_at(&self, point: Point, side: Side) -> Value {
        Value::from(self.cells[cell_of(point)].move_scores[side as usize])
    }

    /// The evaluation for the side to move.
    #[inline]
    pub fn evaluate(&self) -> Value {
        let (own, other) = (&self.sides[self.turn as usize], &self.sides[self.turn.other() as usize]);
        (own.evals[0] - other.evals[1] + own.tempo) / WEIGHT_ONE
    }

    /// The part of the evaluation that a side's own shapes make, the other side being to move.
    pub fn evaluate_alone(&self, side: Side) -> Value {
        self.sides[side as usize].evals[1] / WEIGHT_ONE
    }

    /// Whether no side can make five or a winning four with its next stone. The evaluation is meant for such
    /// positions.
    pub fn is_quiet(&self) -> bool {
        let threatens = |side: Side| self.has(side, Threat::Five) || self.has(side, Threat::Winning);
        !threatens(self.turn) && !threatens(self.turn.other())
    }

    /// The empty points each of which parries every `Threat::Winning` of `attacker`; all empty points if there is
    /// none.
    pub fn defenses(&self, attacker: Side) -> Points {
        let wins = self.points(attacker, Threat::Winning).into_iter();
        wins.map(|win| self.defenses_at(win, attacker, Threat::Winning))
            .fold(self.empty, Points::intersection)
    }

    /// The empty points each of which, taken by the other side, leaves `attacker` no five to make; all empty points if
    /// there is none.
    pub fn blocks(&self, attacker: Side) -> Points {
        let fives = self.points(attacker, Threat::Five);
        match self.windows {
            // Only a stone on the point itself.
            Windows::Apart { .. } if fives.len() == 1 => fives,
            Windows::Apart { .. } if !fives.is_empty() => Points::default(),
            _ => fives
                .into_iter()
                .map(|five| self.defenses_at(five, attacker, Threat::Five))
                .fold(self.empty, Points::intersection),
        }
    }

    /// The empty points that, taken by the other side, leave less than `threat` at `win`.
    fn defenses_at(&self, win: Point, attacker: Side, threat: Threat) -> Points {
        let state = &self.sides[attacker as usize];
        let center = cell_of(win);
        let cell = &self.cells[center];
        let code = cell.codes[attacker as usize];
        let mut points = Points::default();
        points.insert(win);
        for (place, &step) in STEPS.iter().enumerate() {
            let before = cell.windows[place];
            let shape = self.windows.shapes(before)[attacker as usize];
            if !shape.is_four() && shape != Shape::Five {
                continue;
            }
            let reach = self.windows.reach_of_other();
            for steps in (-reach..=reach).filter(|&steps| steps != 0) {
                let at = &self.cells[center.wrapping_add_signed(step * isize::from(steps))];
                if at.is_taken {
                    continue;
                }
                let after = before + self.windows.stone(attacker.other(), steps);
                let after = self.windows.shapes(after)[attacker as usize];
                if state.shape(changed(code, shape, after)).threat < threat {
                    points.insert(at.point);
                }
            }
        }
        points
    }

    /// Places a stone for the side to move on an empty point and passes the turn.
    pub fn make_move(&mut self, point: Point) {
        let side = self.turn;
        let center = cell_of(point);
        let cell = &mut self.cells[center];
        debug_assert!(!cell.is_taken);
        cell.is_taken = true;
        let evals = [self.sides[0].evals, self.sides[1].evals];
        self.undo_stack.push(Undo { first_cell: self.saved_cells.len(), evals });
        self.made.push(2 * point.index() as u16 + side as u16);
        for (state, &code) in self.sides.iter_mut().zip(&cell.codes) {
            state.remove_point(point, code);
        }
        self.empty.remove(point);
        self.key ^= stone_key(point, side);
        self.stones += 1;
        let Board { cells, sides, saved_cells, .. } = self;
        match self.windows {
            Windows::Apart { shapes, is_exact } => {
                let shapes = |window| shapes_apart(shapes, window);
                let is_exact = is_exact[side as usize];
                // Two calls, so that the compiler computes the digits.
                match side {
                    Side::First => for_each_within_reach(cells, center, is_exact, |cell, place, steps| {
                        saved_cells.push(*cell);
                        reshape(sides, cell, place, stone_apart(Side::First, steps), shapes);
                    }),
                    Side::Second => for_each_within_reach(cells, center, is_exact, |cell, place, steps| {
                        saved_cells.push(*cell);
                        reshape(sides, cell, place, stone_apart(Side::Second, steps), shapes);
                    }),
                }
            }
            Windows::Joint(shapes) => for_each_within_reach(cells, center, true, |cell, place, steps| {
                saved_cells.push(*cell);
                let stone = caro::stone(side, steps);
                reshape(sides, cell, place, stone, |window| shapes[window as usize]);
            }),
        }
        self.turn = side.other();
    }

    /// Takes back the last stone made, which is on `point`.
    ///
    /// # Panics
    /// If none was made since the board was set up.
    pub fn unmake_move(&mut self, point: Point) {
        let side = self.turn.other();
        let undo = self.undo_stack.pop().expect("a stone was made");
        self.made.pop();
        let Board { cells, sides, saved_cells, .. } = self;
        for &saved in &saved_cells[undo.first_cell..] {
            let cell = &mut cells[usize::from(saved.at)];
            move_between(sides, cell.point, cell.threats, saved.threats);
            *cell = saved;
        }
        saved_cells.truncate(undo.first_cell);
        let cell = &mut cells[cell_of(point)];
        debug_assert!(cell.is_taken);
        cell.is_taken = false;
        for ((state, threat), evals) in sides.iter_mut().zip(cell.threats).zip(undo.evals) {
            state.points[threat as usize].insert(point);
            state.evals = evals;
        }
        self.empty.insert(point);
        self.key ^= stone_key(point, side);
        self.stones -= 1;
        self.turn = side;
    }
}

/// Calls `visit` for every empty point whose window contains `center`, once for each direction, with the steps from
/// the point to `center`. `is_far` says whether the windows reach beyond a five. Taken points are skipped: they get
/// their windows back when their stone is taken back.
#[inline(always)]
fn for_each_within_reach(
    cells: &mut [Cell; CELLS],
    center: usize,
    is_far: bool,
    mut visit: impl FnMut(&mut Cell, usize, i8),
) {
    if is_far {
        const FAR: isize = OVERLINE_REACH as isize;
        for (place, &step) in STEPS.iter().enumerate() {
            for steps in [-FAR, FAR] {
                let cell = &mut cells[center.wrapping_add_signed(steps * step)];
                if !cell.is_taken {
                    visit(cell, place, -steps as i8);
                }
            }
        }
    }
    for (place, &step) in STEPS.iter().enumerate() {
        for steps in 1..=REACH as isize {
            for sign in [-1, 1] {
                let cell = &mut cells[center.wrapping_add_signed(steps * sign * step)];
                if !cell.is_taken {
                    visit(cell, place, (-steps * sign) as i8);
                }
            }
        }
    }
}

/// The code after one of its shapes has changed.
#[inline]
fn changed(code: ShapeCode, before: Shape, after: Shape) -> ShapeCode {
    code + SHAPE_CODES[after as usize] - SHAPE_CODES[before as usize]
}

/// Adds a stone to a cell's window and updates both sides.
#[inline(always)]
fn reshape(
    sides: &mut [SideState; 2],
    cell: &mut Cell,
    place: usize,
    stone: u32,
    shapes: impl Fn(u32) -> [Shape; 2],
) {
    let old = cell.windows[place];
    let new = old + stone;
    cell.windows[place] = new;
    let (before, after) = (shapes(old), shapes(new));
    if before == after {
        return;
    }
    let mut threats = cell.threats;
    for (side, state) in sides.iter_mut().enumerate() {
        let old_code = cell.codes[side];
        let code = changed(old_code, before[side], after[side]);
        let (old, new) = (state.shape(old_code), state.shape(code));
        cell.codes[side] = code;
        cell.move_scores[side] = new.move_score;
        threats[side] = new.threat;
        for (sum, (old, new)) in state.evals.iter_mut().zip(old.evals.into_iter().zip(new.evals)) {
            *sum += Value::from(new) - Value::from(old);
        }
    }
    move_between(sides, cell.point, cell.threats, threats);
    cell.threats = threats;
}

/// Moves a point between the point sets when its threats change.
#[inline(always)]
fn move_between(sides: &mut [SideState; 2], point: Point, old: [Threat; 2], new: [Threat; 2]) {
    if old == new {
        return;
    }
    for (state, (old, new)) in sides.iter_mut().zip(old.into_iter().zip(new)) {
        state.points[old as usize].remove(point);
        state.points[new as usize].insert(point);
    }
}

impl SideState {
    #[inline]
    fn shape(&self, code: ShapeCode) -> PointShape {
        self.point_shapes[usize::from(code)]
    }

    /// Adds an empty point with these shapes to the sets and sums.
    fn add_point(&mut self, point: Point, code: ShapeCode) {
        let PointShape { threat, evals, .. } = self.shape(code);
        self.points[threat as usize].insert(point);
        self.evals.iter_mut().zip(evals).for_each(|(sum, eval)| *sum += Value::from(eval));
    }

    /// Removes an empty point with these shapes from the sets and sums.
    fn remove_point(&mut self, point: Point, code: ShapeCode) {
        let PointShape { threat, evals, .. } = self.shape(code);
        self.points[threat as usize].remove(point);
        self.evals.iter_mut().zip(evals).for_each(|(sum, eval)| *sum -= Value::from(eval));
    }
}
