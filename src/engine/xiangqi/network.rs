//! The neural evaluation: a layer over pieces on points, kept up to date move by move, and one number out of it.
//!
//! The board is seen four times: by either side, and by either side in a mirror that exchanges left and right. All four
//! views go through the same weights, so a position and its mirror image are worth the same, and so is a position with
//! its sides exchanged.

mod accumulator;

pub use accumulator::Accumulators;

use super::value::Value;
use crate::rules::Side;
use crate::rules::xiangqi::{Piece, Role, Square};
use std::sync::LazyLock;

/// What a view sees: own and other pieces by kind and point.
pub const FEATURES: usize = Piece::COUNT * Square::COUNT;
/// The hidden units of one view.
pub const HIDDEN: usize = 128;
/// What a side sees: its view, and the one in the mirror.
const WIDTH: usize = 2 * HIDDEN;
/// The output has weights of its own for every so many pieces on the board.
pub const BUCKETS: usize = 8;
const PIECES_PER_BUCKET: usize = 4;

/// One whole in the hidden layer and in the output's weights, whose product is one whole of the output.
pub const HIDDEN_ONE: i32 = 255;
pub const WEIGHT_ONE: i32 = 64;
/// The output at which a side is expected to win 73 of 100 points, in hundredths of a soldier.
pub const SCALE: f32 = 400.0;

/// Made by `duiyi-lab train`: numbers of 16 bits, the lower byte first, in the order of [`Network`]'s fields.
static WEIGHTS: &[u8] = include_bytes!("network/weights.bin");
static NETWORK: LazyLock<Box<Network>> =
    LazyLock::new(|| Network::parse(WEIGHTS).expect("the embedded weights have the size of a network"));

/// The numbers of the network, in the units above.
#[derive(Debug)]
#[repr(align(64))]
pub struct Network {
    features: [[i16; HIDDEN]; FEATURES],
    bias: [i16; HIDDEN],
    /// By bucket: for the side to move, and for the other.
    output: [[[i16; HIDDEN]; 2]; BUCKETS],
    output_bias: [i16; BUCKETS],
}

/// What a piece on a point is to the side that looks.
#[inline]
pub fn feature(viewer: Side, piece: Piece, square: Square) -> usize {
    let kind = (piece.side as usize ^ viewer as usize) * Role::COUNT + piece.role as usize;
    let square = if viewer == Side::First { square } else { square.flipped() };
    kind * Square::COUNT + square.index()
}

/// The bucket of the output for a board with so many pieces.
#[inline]
pub fn bucket(pieces: usize) -> usize {
    (pieces.saturating_sub(1) / PIECES_PER_BUCKET).min(BUCKETS - 1)
}

impl Network {
    /// The engine's own.
    pub fn get() -> &'static Network {
        &NETWORK
    }

    fn parse(bytes: &[u8]) -> Option<Box<Network>> {
        let (numbers, rest) = bytes.as_chunks::<2>();
        let expected = FEATURES * HIDDEN + HIDDEN + BUCKETS * (2 * HIDDEN + 1);
        if numbers.len() != expected || !rest.is_empty() {
            return None;
        }
        let mut network = Box::new(Network {
            features: [[0; HIDDEN]; FEATURES],
            bias: [0; HIDDEN],
            output: [[[0; HIDDEN]; 2]; BUCKETS],
            output_bias: [0; BUCKETS],
        });
        let Network { features, bias, output, output_bias } = &mut *network;
        let fields = features
            .as_flattened_mut()
            .iter_mut()
            .chain(bias)
            .chain(output.as_flattened_mut().as_flattened_mut())
            .chain(output_bias);
        fields.zip(numbers).for_each(|(field, &bytes)| *field = i16::from_le_bytes(bytes));
        Some(network)
    }

    /// What the side sees to whom `own` belongs, in hundredths of a soldier.
    #[inline]
    fn output(&self, own: &[i16; WIDTH], other: &[i16; WIDTH], bucket: usize) -> Value {
        let [own_weights, other_weights] = &self.output[bucket];
        let (own, other) = (own.as_chunks::<HIDDEN>().0, other.as_chunks::<HIDDEN>().0);
        let sum: i32 = own.iter().map(|view| activate(view, own_weights)).sum::<i32>()
            + other.iter().map(|view| activate(view, other_weights)).sum::<i32>();
        let output = sum / HIDDEN_ONE + i32::from(self.output_bias[bucket]);
        output * SCALE as i32 / (HIDDEN_ONE * WEIGHT_ONE)
    }
}

/// The square of every unit, cut to between nothing and one whole, times its weight.
#[inline]
fn activate(units: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let product = |(&unit, &weight): (&i16, &i16)| {
        let unit = unit.clamp(0, HIDDEN_ONE as i16);
        i32::from(unit.wrapping_mul(weight)) * i32::from(unit)
    };
    units.iter().zip(weights).map(product).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::xiangqi::{Position, START_FEN, Setup};
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    fn value(position: &Position) -> Value {
        Accumulators::new(position).evaluate(position)
    }

    /// The same position with every piece elsewhere, or of the other side.
    fn changed(position: &Position, place: fn(Square) -> Square, other_sides: bool) -> Position {
        let setup = position.to_setup();
        let side = |side: Side| if other_sides { side.other() } else { side };
        let mut changed = Setup { turn: side(setup.turn), ..Setup::empty() };
        for square in Square::all() {
            changed.board[place(square).index()] =
                setup.board[square.index()].map(|piece| Piece { side: side(piece.side), ..piece });
        }
        Position::try_from(&changed).unwrap()
    }

    #[test]
    fn mirrored_and_exchanged_positions_are_worth_the_same() {
        let mut random = SmallRng::seed_from_u64(5);
        let mut position: Position = START_FEN.parse().unwrap();
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
            let expected = value(&position);
            assert_eq!(value(&changed(&position, Square::mirrored, false)), expected, "{position}");
            assert_eq!(value(&changed(&position, Square::flipped, true)), expected, "{position}");
        }
    }

    /// The unit is about a hundredth of a soldier, so that margins and levels keep their meaning.
    #[test]
    fn more_material_is_worth_more() {
        let without = |letter: char, count: usize| {
            let (black, red) = START_FEN.split_at(START_FEN.find("/9/").unwrap());
            value(&format!("{}{red}", black.replacen(letter, "1", count)).parse().unwrap())
        };
        let level = value(&START_FEN.parse().unwrap());
        assert!(level.abs() < 150, "{level}");
        let (advisor, horse, rook) = (without('a', 1), without('n', 1), without('r', 1));
        assert!(level + 30 < advisor && advisor < horse && horse < rook, "{advisor} {horse} {rook}");
        assert!((200..900).contains(&horse) && (500..2_000).contains(&rook), "{horse} {rook}");
    }

    #[test]
    fn weights_of_another_size_are_refused() {
        assert!(Network::parse(WEIGHTS).is_some());
        assert!(Network::parse(&WEIGHTS[2..]).is_none());
    }
}
