//! The hidden layer of the positions of a line, each worked out from the one before when it is asked for.

use super::{HIDDEN, Network, WIDTH, bucket, feature};
use crate::engine::xiangqi::value::Value;
use crate::rules::Side;
use crate::rules::xiangqi::{Piece, Position, Square};

/// Pieces that came and went by a move.
#[derive(Clone, Copy, Debug)]
struct Change {
    piece: Piece,
    from: Square,
    to: Square,
    captured: Option<Piece>,
}

#[derive(Clone, Debug)]
#[repr(align(64))]
struct Layer {
    /// What led here from the layer below; none at the bottom.
    change: Option<Change>,
    /// Whether the units are those of this position.
    is_ready: bool,
    /// The units as either side sees them: its view, then the one in the mirror.
    units: [[i16; WIDTH]; 2],
}

const UNREADY: Layer = Layer { change: None, is_ready: false, units: [[0; WIDTH]; 2] };

/// A stack of hidden layers. What is above the top is room to be used again.
#[derive(Clone, Debug)]
pub struct Accumulators {
    network: &'static Network,
    layers: Vec<Layer>,
    top: usize,
}

impl Accumulators {
    pub fn new(position: &Position) -> Accumulators {
        let network = Network::get();
        let units = [Side::First, Side::Second].map(|viewer| fresh_units(network, position, viewer));
        Accumulators { network, layers: vec![Layer { change: None, is_ready: true, units }], top: 0 }
    }

    /// A piece moved, and may have captured.
    #[inline]
    pub fn push(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        self.top += 1;
        if self.top == self.layers.len() {
            self.layers.push(UNREADY);
        }
        let layer = &mut self.layers[self.top];
        layer.change = Some(Change { piece, from, to, captured });
        layer.is_ready = false;
    }

    #[inline]
    pub fn pop(&mut self) {
        self.top -= 1;
    }

    /// What the network makes of the position on top, for the side to move.
    pub fn evaluate(&mut self, position: &Position) -> Value {
        self.make_ready();
        let turn = position.turn();
        let units = &self.layers[self.top].units;
        let pieces = position.occupied().count() as usize;
        self.network.output(&units[turn as usize], &units[turn.other() as usize], bucket(pieces))
    }

    fn make_ready(&mut self) {
        let mut ready = self.top;
        while !self.layers[ready].is_ready {
            ready -= 1;
        }
        for at in ready..self.top {
            let [below, layer] = &mut self.layers[at..at + 2] else { return };
            let Some(change) = &layer.change else { return };
            for viewer in [Side::First, Side::Second] {
                let (before, after) = (&below.units[viewer as usize], &mut layer.units[viewer as usize]);
                step(self.network, before, after, change, viewer);
            }
            layer.is_ready = true;
        }
    }
}

/// The weights of a piece on a point, as a side sees it and as it sees it in the mirror.
#[inline]
fn rows(network: &Network, viewer: Side, piece: Piece, square: Square) -> [&[i16; HIDDEN]; 2] {
    [square, square.mirrored()].map(|square| &network.features[feature(viewer, piece, square)])
}

#[inline]
fn step(network: &Network, before: &[i16; WIDTH], after: &mut [i16; WIDTH], change: &Change, viewer: Side) {
    let gone = rows(network, viewer, change.piece, change.from);
    let come = rows(network, viewer, change.piece, change.to);
    let taken = change.captured.map(|captured| rows(network, viewer, captured, change.to));
    let views = before.as_chunks::<HIDDEN>().0.iter().zip(after.as_chunks_mut::<HIDDEN>().0);
    for (view, (before, after)) in views.enumerate() {
        let moved = |unit: usize| before[unit] + come[view][unit] - gone[view][unit];
        match taken {
            None => (0..HIDDEN).for_each(|unit| after[unit] = moved(unit)),
            Some(taken) => (0..HIDDEN).for_each(|unit| after[unit] = moved(unit) - taken[view][unit]),
        }
    }
}

fn fresh_units(network: &Network, position: &Position, viewer: Side) -> [i16; WIDTH] {
    let mut units = [0; WIDTH];
    let [plain, mirrored] = units.as_chunks_mut::<HIDDEN>().0 else { return units };
    *plain = network.bias;
    *mirrored = network.bias;
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
    use crate::rules::xiangqi::{Move, START_FEN, Undo};
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    /// However a position was reached, and whenever the network was asked on the way, its value is that of the same
    /// position seen for the first time.
    #[test]
    fn what_is_kept_up_to_date_equals_what_is_computed_anew() {
        const STEPS: usize = 100_000;
        let mut random = SmallRng::seed_from_u64(11);
        let mut position: Position = START_FEN.parse().unwrap();
        let mut accumulators = Accumulators::new(&position);
        let mut line: Vec<(Move, Undo)> = Vec::new();
        for step in 0..STEPS {
            let moves = position.legal_moves();
            if moves.is_empty() || line.len() > 150 || random.random_ratio(1, 4) {
                let Some((mv, undo)) = line.pop() else { continue };
                position.undo_unchecked(mv, undo);
                accumulators.pop();
            } else {
                let mv = moves[random.random_range(0..moves.len())];
                let piece = position.piece_at(mv.from()).unwrap();
                let undo = position.play_unchecked(mv);
                accumulators.push(piece, mv.from(), mv.to(), undo.captured);
                line.push((mv, undo));
            }
            if random.random_ratio(1, 3) {
                let fresh = Accumulators::new(&position).evaluate(&position);
                assert_eq!(accumulators.evaluate(&position), fresh, "step {step}: {position}");
            }
        }
    }
}
