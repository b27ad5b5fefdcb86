//! The neural evaluation, an efficiently updatable network (NNUE): <https://www.chessprogramming.org/NNUE>.
//!
//! The feature transformer maps pieces on points to an accumulator that every move updates incrementally. Its units, squared
//! after clipping (SCReLU), feed two small layers, L1 and L2, and one output; a skip connection leads from the first
//! activations straight to the output. To some of the units every evaluation adds what attacks what.
//!
//! The board is seen from four views: from either side, and from either side with left and right exchanged. All views share
//! the weights of the feature transformer and the activations of mirrored views are added, so a position and its mirror
//! image have the same value, and so has a position with its sides exchanged.

mod accumulator;
mod attacks;
mod features;

pub use accumulator::AccumulatorStack;
use attacks::AttackWeights;
pub use attacks::{ATTACK_FEATURES, Attacks, THREATS};
use features::LANES;
pub use features::{ATTACK_UNITS, FEATURES, feature};

use super::value::Value;
use std::sync::LazyLock;
use wide::{i16x16, i32x8};

/// The units of the feature transformer, for one view.
pub const FT_UNITS: usize = 128;
/// The numbers of a side's accumulator: the units of its view, then those of the mirrored one.
const ACCUMULATOR_SIZE: usize = 2 * FT_UNITS;
/// The inputs of L1: the activations of the side to move, then of the other side, each the sum over both views.
pub const L1_INPUTS: usize = 2 * FT_UNITS;
/// The units of the two small layers.
pub const L1: usize = 16;
/// The units of the second small layer.
pub const L2: usize = 32;
/// The small layers and the output have separate weights for each bucket, chosen by the number of pieces on the board.
pub const OUTPUT_BUCKETS: usize = 8;
const PIECES_PER_BUCKET: usize = 4;

/// 1.0 in the feature transformer.
pub const FT_ONE: i32 = 255;
/// 1.0 in the activations of the feature transformer, which fit into a byte.
pub const SCRELU_ONE: f32 = (FT_ONE * FT_ONE) as f32 / (1 << SCRELU_SHIFT) as f32;
const SCRELU_SHIFT: u32 = 8;
/// 1.0 in the units and biases of L1, L2 and the output.
pub const LAYER_ONE: i32 = 1_024;
/// 1.0 in the weights of L2 and the output.
pub const WEIGHT_ONE: i32 = 1 << WEIGHT_SHIFT;
const WEIGHT_SHIFT: u32 = 8;
/// The value, in hundredths of a soldier, of an output of 1.0, at which a side is expected to score 73 of 100 points.
pub const SCALE: f32 = 400.0;

/// Written by `duiyi-lab train`: 16-bit integers, little-endian, in the order of [`Network`]'s fields.
pub static WEIGHTS: &[u8] = include_bytes!("network/weights.bin");
static NETWORK: LazyLock<Box<Network>> =
    LazyLock::new(|| Network::parse(WEIGHTS).expect("the embedded weights have the size of a network"));

/// The quantized weights.
#[derive(Debug)]
#[repr(align(64))]
pub struct Network {
    ft_weights: [[i16; FT_UNITS]; FEATURES],
    ft_biases: [i16; FT_UNITS],
    layer_stacks: [LayerStack; OUTPUT_BUCKETS],
    attack_weights: AttackWeights,
}

/// The weights of one output bucket: L1, L2 and the output.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct LayerStack {
    l1_weights: [[i16; L1_INPUTS]; L1],
    /// From the inputs of L1 straight to the output.
    skip_weights: [i16; L1_INPUTS],
    l1_biases: [i16; L1],
    /// For two units of L1 at a time.
    l2_weights: [[[i16; 2]; L2]; L1 / 2],
    l2_biases: [i16; L2],
    output_weights: [i16; L2],
    output_bias: i16,
}

const EMPTY_LAYER_STACK: LayerStack = LayerStack {
    l1_weights: [[0; L1_INPUTS]; L1],
    skip_weights: [0; L1_INPUTS],
    l1_biases: [0; L1],
    l2_weights: [[[0; 2]; L2]; L1 / 2],
    l2_biases: [0; L2],
    output_weights: [0; L2],
    output_bias: 0,
};

/// The number of weights and biases of a layer stack.
pub const LAYER_STACK: usize = (L1 + 1) * L1_INPUTS + L1 + L1 * L2 + 2 * L2 + 1;

/// The output bucket of a board with this many pieces.
#[inline]
pub fn output_bucket(pieces: usize) -> usize {
    (pieces.saturating_sub(1) / PIECES_PER_BUCKET).min(OUTPUT_BUCKETS - 1)
}

impl Network {
    /// The engine's network.
    pub fn get() -> &'static Network {
        &NETWORK
    }

    fn parse(bytes: &[u8]) -> Option<Box<Network>> {
        let (numbers, rest) = bytes.as_chunks::<2>();
        const BEFORE_ATTACKS: usize = (FEATURES + 1) * FT_UNITS + OUTPUT_BUCKETS * LAYER_STACK;
        if numbers.len() != BEFORE_ATTACKS + ATTACK_FEATURES * ATTACK_UNITS || !rest.is_empty() {
            return None;
        }
        let [mut numbers, mut of_attacks] = <[_; 2]>::from(numbers.split_at(BEFORE_ATTACKS))
            .map(|numbers| numbers.iter().map(|&bytes| i16::from_le_bytes(bytes)));
        let mut attack_rows = Box::new([[0; ATTACK_UNITS]; ATTACK_FEATURES]);
        fill(attack_rows.as_flattened_mut(), &mut of_attacks);
        let mut network = Box::new(Network {
            ft_weights: [[0; FT_UNITS]; FEATURES],
            ft_biases: [0; FT_UNITS],
            layer_stacks: [EMPTY_LAYER_STACK; OUTPUT_BUCKETS],
            attack_weights: AttackWeights::new(attack_rows),
        });
        let Network { ft_weights, ft_biases, layer_stacks, attack_weights: _ } = &mut *network;
        fill(ft_weights.as_flattened_mut(), &mut numbers);
        fill(ft_biases, &mut numbers);
        for stack in layer_stacks {
            fill(stack.l1_weights.as_flattened_mut(), &mut numbers);
            fill(&mut stack.skip_weights, &mut numbers);
            fill(&mut stack.l1_biases, &mut numbers);
            for unit in 0..L1 {
                for weights in &mut stack.l2_weights[unit / 2] {
                    fill(std::slice::from_mut(&mut weights[unit % 2]), &mut numbers);
                }
            }
            fill(&mut stack.l2_biases, &mut numbers);
            fill(&mut stack.output_weights, &mut numbers);
            fill(std::slice::from_mut(&mut stack.output_bias), &mut numbers);
        }
        Some(network)
    }

    /// The value, in hundredths of a soldier, for the side to move whose activations come first in `inputs`.
    #[expect(clippy::needless_range_loop, reason = "loops over numbers become vectors in every profile")]
    fn output(&self, inputs: &[i16; L1_INPUTS], bucket: usize) -> Value {
        let stack = &self.layer_stacks[bucket];
        let l2 = stack.l2(&stack.l1(inputs));
        let mut output = 0;
        for at in 0..L2 {
            output += l2[at] * i32::from(stack.output_weights[at]);
        }
        let [skip] = dots(inputs, std::array::from_ref(&stack.skip_weights));
        let skip = skip >> SCRELU_SHIFT;
        (skip + (output >> WEIGHT_SHIFT) + i32::from(stack.output_bias)) * SCALE as i32 / LAYER_ONE
    }
}

impl LayerStack {
    /// The units of L1, clipped to 0 to 1.0.
    #[inline]
    fn l1(&self, inputs: &[i16; L1_INPUTS]) -> [i16; L1] {
        /// Units whose sums fit into registers together.
        const AT_ONCE: usize = 4;
        let rows: &[[_; AT_ONCE]] = self.l1_weights.as_chunks().0;
        let mut sums = [0; L1];
        for chunk in 0..L1 / AT_ONCE {
            sums[chunk * AT_ONCE..][..AT_ONCE].copy_from_slice(&dots(inputs, &rows[chunk]));
        }
        let mut units = [0; L1];
        for at in 0..L1 {
            let sum = i32::from(self.l1_biases[at]) + (sums[at] >> SCRELU_SHIFT);
            units[at] = sum.clamp(0, LAYER_ONE) as i16;
        }
        units
    }

    /// The units of L2, clipped to 0 to 1.0.
    #[inline]
    #[expect(clippy::needless_range_loop, reason = "loops over numbers become vectors in every profile")]
    fn l2(&self, l1: &[i16; L1]) -> [i32; L2] {
        const VECTORS: usize = 2 * L2 / LANES;
        let mut sums = [i32x8::ZERO; VECTORS];
        for pair in 0..L1 / 2 {
            let inputs: i16x16 = bytemuck::cast([[l1[2 * pair], l1[2 * pair + 1]]; LANES / 2]);
            let weights: &[[i16; LANES]] = self.l2_weights[pair].as_flattened().as_chunks().0;
            for at in 0..VECTORS {
                sums[at] += inputs.dot(i16x16::new(weights[at]));
            }
        }
        let mut units: [i32; L2] = bytemuck::cast(sums);
        for at in 0..L2 {
            units[at] = (i32::from(self.l2_biases[at]) + (units[at] >> WEIGHT_SHIFT)).clamp(0, LAYER_ONE);
        }
        units
    }
}

/// The squared clipped rectified linear unit: the square of the unit clipped to 0 to 1.0.
#[inline]
fn screlu(unit: i16) -> i16 {
    let unit = unit.clamp(0, FT_ONE as i16) as u16;
    ((unit * unit) >> SCRELU_SHIFT) as i16
}

/// The products of the inputs with several rows of weights at once, so that each input is read once.
#[inline]
fn dots<const ROWS: usize>(inputs: &[i16; L1_INPUTS], rows: &[[i16; L1_INPUTS]; ROWS]) -> [i32; ROWS] {
    let inputs: &[[_; LANES]] = inputs.as_chunks().0;
    let mut sums = [i32x8::ZERO; ROWS];
    for at in 0..L1_INPUTS / LANES {
        let inputs = i16x16::new(inputs[at]);
        for row in 0..ROWS {
            let weights: &[[_; LANES]] = rows[row].as_chunks().0;
            sums[row] += inputs.dot(i16x16::new(weights[at]));
        }
    }
    let mut totals = [0; ROWS];
    for row in 0..ROWS {
        totals[row] = sums[row].reduce_add();
    }
    totals
}

/// Fills a part of the network with the next numbers.
fn fill(part: &mut [i16], numbers: &mut impl Iterator<Item = i16>) {
    part.iter_mut().zip(numbers).for_each(|(number, read)| *number = read);
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::Side;
    use duiyi_rules::xiangqi::{Piece, Position, START_FEN, Setup, Square};
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    fn value(position: &Position) -> Value {
        AccumulatorStack::new(position).evaluate(position)
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
    fn mirrored_and_exchanged_positions_have_the_same_value() {
        let mut random = SmallRng::seed_from_u64(5);
        let mut position: Position = START_FEN.parse().unwrap();
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.make_move(moves[random.random_range(0..moves.len())]);
            let expected = value(&position);
            assert_eq!(value(&changed(&position, Square::mirrored, false)), expected, "{position}");
            assert_eq!(value(&changed(&position, Square::flipped, true)), expected, "{position}");
        }
    }

    /// The unit is about a hundredth of a soldier, so that the search's margins and the levels keep their meaning.
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
