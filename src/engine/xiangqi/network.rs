//! The neural evaluation: a layer over pieces on points, kept up to date move by move, and small ones above it.
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
use wide::{i16x16, i32x8};

/// What a view sees: own and other pieces by kind and point.
pub const FEATURES: usize = Piece::COUNT * Square::COUNT;
/// The hidden units of one view.
pub const HIDDEN: usize = 128;
/// What a side sees: its view, and the one in the mirror.
const WIDTH: usize = 2 * HIDDEN;
/// What the small layers see: the squares of the units of the side to move, then of the other, both views added up.
pub const SQUARES: usize = 2 * HIDDEN;
/// The units of the two small layers.
pub const FIRST: usize = 16;
pub const SECOND: usize = 32;
/// The small layers have weights of their own for every so many pieces on the board.
pub const BUCKETS: usize = 8;
const PIECES_PER_BUCKET: usize = 4;

/// One whole in the hidden layer.
pub const HIDDEN_ONE: i32 = 255;
/// One whole of a hidden unit's square, which is kept in a byte's width.
pub const SQUARE_ONE: f32 = (HIDDEN_ONE * HIDDEN_ONE) as f32 / (1 << SQUARE_SHIFT) as f32;
const SQUARE_SHIFT: u32 = 8;
/// One whole in the small layers and in the output, and in the weights that lead to the second and to the output.
pub const SMALL_ONE: i32 = 1_024;
pub const WEIGHT_ONE: i32 = 1 << WEIGHT_SHIFT;
const WEIGHT_SHIFT: u32 = 8;
/// The output at which a side is expected to win 73 of 100 points, in hundredths of a soldier.
pub const SCALE: f32 = 400.0;

/// Made by `duiyi-lab train`: numbers of 16 bits, the lower byte first, in the order of [`Network`]'s fields.
pub static WEIGHTS: &[u8] = include_bytes!("network/weights.bin");
static NETWORK: LazyLock<Box<Network>> =
    LazyLock::new(|| Network::parse(WEIGHTS).expect("the embedded weights have the size of a network"));

/// The numbers of 16 bits that a vector holds.
const LANES: usize = 16;

/// The numbers of the network, in the units above.
#[derive(Debug)]
#[repr(align(64))]
pub struct Network {
    features: [[i16; HIDDEN]; FEATURES],
    bias: [i16; HIDDEN],
    heads: [Head; BUCKETS],
}

/// The small layers.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Head {
    first: [[i16; SQUARES]; FIRST],
    /// From the hidden units straight to the output.
    straight: [i16; SQUARES],
    first_bias: [i16; FIRST],
    /// Of two units of the first layer at a time.
    second: [[[i16; 2]; SECOND]; FIRST / 2],
    second_bias: [i16; SECOND],
    last: [i16; SECOND],
    last_bias: i16,
}

const EMPTY_HEAD: Head = Head {
    first: [[0; SQUARES]; FIRST],
    straight: [0; SQUARES],
    first_bias: [0; FIRST],
    second: [[[0; 2]; SECOND]; FIRST / 2],
    second_bias: [0; SECOND],
    last: [0; SECOND],
    last_bias: 0,
};

/// How many numbers the small layers of a bucket have.
pub const HEAD: usize = (FIRST + 1) * SQUARES + FIRST + FIRST * SECOND + 2 * SECOND + 1;

/// What a piece on a point is to the side that looks.
#[inline]
pub fn feature(viewer: Side, piece: Piece, square: Square) -> usize {
    let kind = (piece.side as usize ^ viewer as usize) * Role::COUNT + piece.role as usize;
    let square = if viewer == Side::First { square } else { square.flipped() };
    kind * Square::COUNT + square.index()
}

/// The bucket of the small layers for a board with so many pieces.
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
        let expected = FEATURES * HIDDEN + HIDDEN + BUCKETS * HEAD;
        if numbers.len() != expected || !rest.is_empty() {
            return None;
        }
        let mut numbers = numbers.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let mut network = Box::new(Network {
            features: [[0; HIDDEN]; FEATURES],
            bias: [0; HIDDEN],
            heads: [EMPTY_HEAD; BUCKETS],
        });
        let Network { features, bias, heads } = &mut *network;
        fill(features.as_flattened_mut(), &mut numbers);
        fill(bias, &mut numbers);
        for head in heads {
            let Head { first, straight, first_bias, second, second_bias, last, last_bias } = head;
            fill(first.as_flattened_mut(), &mut numbers);
            fill(straight, &mut numbers);
            fill(first_bias, &mut numbers);
            for unit in 0..FIRST {
                for weights in &mut second[unit / 2] {
                    fill(std::slice::from_mut(&mut weights[unit % 2]), &mut numbers);
                }
            }
            fill(second_bias, &mut numbers);
            fill(last, &mut numbers);
            fill(std::slice::from_mut(last_bias), &mut numbers);
        }
        Some(network)
    }

    /// What the side sees to whom `own` belongs, in hundredths of a soldier.
    #[expect(clippy::needless_range_loop, reason = "loops over numbers become vectors in every profile")]
    fn output(&self, own: &[i16; WIDTH], other: &[i16; WIDTH], bucket: usize) -> Value {
        let head = &self.heads[bucket];
        let squares = squares(own, other);
        let second = head.second(&head.first(&squares));
        let mut last = 0;
        for at in 0..SECOND {
            last += second[at] * i32::from(head.last[at]);
        }
        let [straight] = dots(&squares, std::array::from_ref(&head.straight));
        let straight = straight >> SQUARE_SHIFT;
        (straight + (last >> WEIGHT_SHIFT) + i32::from(head.last_bias)) * SCALE as i32 / SMALL_ONE
    }
}

impl Head {
    #[inline]
    fn first(&self, squares: &[i16; SQUARES]) -> [i16; FIRST] {
        /// As many as have their sums in registers.
        const AT_ONCE: usize = 4;
        let rows: &[[_; AT_ONCE]] = self.first.as_chunks().0;
        let mut sums = [0; FIRST];
        for chunk in 0..FIRST / AT_ONCE {
            sums[chunk * AT_ONCE..][..AT_ONCE].copy_from_slice(&dots(squares, &rows[chunk]));
        }
        let mut units = [0; FIRST];
        for at in 0..FIRST {
            let sum = i32::from(self.first_bias[at]) + (sums[at] >> SQUARE_SHIFT);
            units[at] = sum.clamp(0, SMALL_ONE) as i16;
        }
        units
    }

    #[inline]
    #[expect(clippy::needless_range_loop, reason = "loops over numbers become vectors in every profile")]
    fn second(&self, first: &[i16; FIRST]) -> [i32; SECOND] {
        const VECTORS: usize = 2 * SECOND / LANES;
        let mut sums = [i32x8::ZERO; VECTORS];
        for pair in 0..FIRST / 2 {
            let inputs: i16x16 = bytemuck::cast([[first[2 * pair], first[2 * pair + 1]]; LANES / 2]);
            let weights: &[[i16; LANES]] = self.second[pair].as_flattened().as_chunks().0;
            for at in 0..VECTORS {
                sums[at] += inputs.dot(i16x16::new(weights[at]));
            }
        }
        let mut units: [i32; SECOND] = bytemuck::cast(sums);
        for at in 0..SECOND {
            units[at] = (i32::from(self.second_bias[at]) + (units[at] >> WEIGHT_SHIFT)).clamp(0, SMALL_ONE);
        }
        units
    }
}

/// The squares of the units, of both views of a side together.
#[inline]
fn squares(own: &[i16; WIDTH], other: &[i16; WIDTH]) -> [i16; SQUARES] {
    let mut squares = [0; SQUARES];
    for unit in 0..HIDDEN {
        squares[unit] = square(own[unit]) + square(own[HIDDEN + unit]);
        squares[HIDDEN + unit] = square(other[unit]) + square(other[HIDDEN + unit]);
    }
    squares
}

/// The square of a unit, cut to between nothing and one whole.
#[inline]
fn square(unit: i16) -> i16 {
    let unit = unit.clamp(0, HIDDEN_ONE as i16) as u16;
    ((unit * unit) >> SQUARE_SHIFT) as i16
}

/// The products of the squares with several rows of weights, which share what is read of the squares.
#[inline]
fn dots<const ROWS: usize>(squares: &[i16; SQUARES], rows: &[[i16; SQUARES]; ROWS]) -> [i32; ROWS] {
    let squares: &[[_; LANES]] = squares.as_chunks().0;
    let mut sums = [i32x8::ZERO; ROWS];
    for at in 0..SQUARES / LANES {
        let squares = i16x16::new(squares[at]);
        for row in 0..ROWS {
            let weights: &[[_; LANES]] = rows[row].as_chunks().0;
            sums[row] += squares.dot(i16x16::new(weights[at]));
        }
    }
    let mut totals = [0; ROWS];
    for row in 0..ROWS {
        totals[row] = sums[row].reduce_add();
    }
    totals
}

/// Numbers in the order in which they are written.
fn fill(part: &mut [i16], numbers: &mut impl Iterator<Item = i16>) {
    part.iter_mut().zip(numbers).for_each(|(number, read)| *number = read);
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
