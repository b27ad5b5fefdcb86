//! The accumulators of the positions of a line, each computed from the one before when it is needed (lazy updates).

use super::{
    ACCUMULATOR_SIZE, ATTACK_UNITS, Attacks, FT_UNITS, L1_INPUTS, LANES, Network, feature, output_bucket,
    screlu,
};
use crate::xiangqi::value::Value;
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Piece, Position, Square};
use wide::i16x16;

/// A move, as the features see it.
#[derive(Clone, Copy, Debug)]
struct Change {
    piece: Piece,
    from: Square,
    to: Square,
    captured: Option<Piece>,
}

#[derive(Clone, Debug)]
#[repr(align(64))]
struct Accumulator {
    /// The move that led here from the position below; none at the bottom.
    change: Option<Change>,
    is_computed: bool,
    /// By side: the units of its view, then those of the mirrored one.
    units: [[i16; ACCUMULATOR_SIZE]; 2],
}

const NOT_COMPUTED: Accumulator =
    Accumulator { change: None, is_computed: false, units: [[0; ACCUMULATOR_SIZE]; 2] };

/// One accumulator for each position of a line. Those above the top are kept to be reused.
#[derive(Clone, Debug)]
pub struct AccumulatorStack {
    network: &'static Network,
    accumulators: Vec<Accumulator>,
    top: usize,
}

impl AccumulatorStack {
    /// The stack of a position, which becomes its bottom.
    pub fn new(position: &Position) -> AccumulatorStack {
        let network = Network::get();
        let units = [Side::First, Side::Second].map(|viewer| refreshed(network, position, viewer));
        let accumulators = vec![Accumulator { change: None, is_computed: true, units }];
        AccumulatorStack { network, accumulators, top: 0 }
    }

    /// Adds the position after a move.
    #[inline]
    pub fn push(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        self.top += 1;
        if self.top == self.accumulators.len() {
            self.accumulators.push(NOT_COMPUTED);
        }
        let accumulator = &mut self.accumulators[self.top];
        accumulator.change = Some(Change { piece, from, to, captured });
        accumulator.is_computed = false;
    }

    /// Removes the last position.
    #[inline]
    pub fn pop(&mut self) {
        self.top -= 1;
    }

    /// The network's value of the last position, which must be `position`, for the side to move.
    pub fn evaluate(&mut self, position: &Position) -> Value {
        self.update();
        let turn = position.turn();
        let units = &self.accumulators[self.top].units;
        let attacks = Attacks::of(position);
        let mut inputs = [0; L1_INPUTS];
        for (side, inputs) in [turn, turn.other()].into_iter().zip(inputs.as_chunks_mut().0) {
            activate(self.network, &units[side as usize], &attacks, side, inputs);
        }
        self.network.output(&inputs, output_bucket(position.occupied().count() as usize))
    }

    /// Computes the accumulators from the last computed one to the top.
    pub fn update(&mut self) {
        let mut computed = self.top;
        while !self.accumulators[computed].is_computed {
            computed -= 1;
        }
        for at in computed..self.top {
            let [below, accumulator] = &mut self.accumulators[at..at + 2] else { return };
            let Some(change) = &accumulator.change else { return };
            for viewer in [Side::First, Side::Second] {
                let (before, after) =
                    (&below.units[viewer as usize], &mut accumulator.units[viewer as usize]);
                update(self.network, before, after, change, viewer);
            }
            accumulator.is_computed = true;
        }
    }
}

/// The weights of a piece on a point in both views of a side.
#[inline]
fn rows(network: &Network, viewer: Side, piece: Piece, square: Square) -> [&[i16; FT_UNITS]; 2] {
    [square, square.mirrored()].map(|square| &network.ft_weights[feature(viewer, piece, square)])
}

#[inline]
fn update(
    network: &Network,
    before: &[i16; ACCUMULATOR_SIZE],
    after: &mut [i16; ACCUMULATOR_SIZE],
    change: &Change,
    viewer: Side,
) {
    let removed = rows(network, viewer, change.piece, change.from);
    let added = rows(network, viewer, change.piece, change.to);
    let captured = change.captured.map(|captured| rows(network, viewer, captured, change.to));
    let views = before.as_chunks::<FT_UNITS>().0.iter().zip(after.as_chunks_mut::<FT_UNITS>().0);
    for (view, (before, after)) in views.enumerate() {
        let after = after.as_chunks_mut().0;
        let moved = |at: usize| vector(before, at) + vector(added[view], at) - vector(removed[view], at);
        match captured {
            None => (0..VECTORS).for_each(|at| after[at] = moved(at).to_array()),
            Some(captured) => {
                (0..VECTORS).for_each(|at| after[at] = (moved(at) - vector(captured[view], at)).to_array());
            }
        }
    }
}

/// A side's inputs of L1: the activations of both its views, added.
#[inline]
fn activate(
    network: &Network,
    units: &[i16; ACCUMULATOR_SIZE],
    attacks: &Attacks,
    viewer: Side,
    inputs: &mut [i16; FT_UNITS],
) {
    let sums = network.attack_weights.sums(attacks, viewer);
    let [plain, mirrored] = units.as_chunks::<FT_UNITS>().0 else { return };
    for unit in 0..ATTACK_UNITS {
        inputs[unit] = screlu(plain[unit].saturating_add(sums[0][unit]))
            + screlu(mirrored[unit].saturating_add(sums[1][unit]));
    }
    for unit in ATTACK_UNITS..FT_UNITS {
        inputs[unit] = screlu(plain[unit]) + screlu(mirrored[unit]);
    }
}

/// The vectors of a view.
const VECTORS: usize = FT_UNITS / LANES;

/// Vectors and not loops over numbers, because the compiler does not see that a loop writes no number that it reads.
#[inline]
fn vector(units: &[i16; FT_UNITS], at: usize) -> i16x16 {
    i16x16::new(units.as_chunks().0[at])
}

/// A side's accumulator, computed from the whole position.
fn refreshed(network: &Network, position: &Position, viewer: Side) -> [i16; ACCUMULATOR_SIZE] {
    let mut units = [0; ACCUMULATOR_SIZE];
    let [plain, mirrored] = units.as_chunks_mut::<FT_UNITS>().0 else { return units };
    *plain = network.ft_biases;
    *mirrored = network.ft_biases;
    for square in position.occupied() {
        let Some(piece) = position.piece_at(square) else { continue };
        for (view, row) in [&mut *plain, &mut *mirrored].into_iter().zip(rows(network, viewer, piece, square))
        {
            view.iter_mut().zip(row).for_each(|(unit, weight)| *unit += weight);
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::xiangqi::{Move, START_FEN, Undo};
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    /// A position's value does not depend on how it was reached and at which positions on the way it was computed.
    #[test]
    fn updated_accumulators_equal_refreshed_ones() {
        const STEPS: usize = 100_000;
        let mut random = SmallRng::seed_from_u64(11);
        let mut position: Position = START_FEN.parse().unwrap();
        let mut accumulators = AccumulatorStack::new(&position);
        let mut line: Vec<(Move, Undo)> = Vec::new();
        for step in 0..STEPS {
            let moves = position.legal_moves();
            if moves.is_empty() || line.len() > 150 || random.random_ratio(1, 4) {
                let Some((mv, undo)) = line.pop() else { continue };
                position.unmake_move(mv, undo);
                accumulators.pop();
            } else {
                let mv = moves[random.random_range(0..moves.len())];
                let piece = position.piece_at(mv.from()).unwrap();
                let undo = position.make_move(mv);
                accumulators.push(piece, mv.from(), mv.to(), undo.captured);
                line.push((mv, undo));
            }
            if random.random_ratio(1, 3) {
                let fresh = AccumulatorStack::new(&position).evaluate(&position);
                assert_eq!(accumulators.evaluate(&position), fresh, "step {step}: {position}");
            }
        }
    }
}
