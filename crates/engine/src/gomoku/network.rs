//! The network of five in a row: a value of positions and a policy, a score of moves.
//!
//! Every empty point has a vector for each side: the sum of a row of weights for the window in each direction, squared after
//! clipping (SCReLU). Part of it scores a stone on the point (policy). The rest is summed over all points into the inputs of two
//! small layers, which correct the evaluation by weights. The rows of line patterns follow the idea of Rapfi's networks (Jin,
//! Duan and Hang 2025), in a form small enough for few games: a row is the sum of one for the side's own window, shared by all
//! rulesets, and one for the shape that it makes.
//!
//! Points count by what differs from the board without stones, so that a network trained on 15×15 fits all sizes. Caro has no
//! network.

mod accumulator;

pub use accumulator::Accumulator;

use super::board::Board;
use super::point_shape::Threat;
use super::shape::{REACH, Shape, place_value, shapes};
use super::weights::{WEIGHT_TABLES, weight_table};
use crate::Score;
use crate::value::Value;
use duiyi_rules::Side;
use duiyi_rules::gomoku::{Point, Variant};
use std::sync::LazyLock;
use wide::{i16x16, i32x8};

/// The numbers of a point's vector for one side: those of the policy, then those of the value.
pub const UNITS: usize = POLICY_UNITS + VALUE_UNITS;
/// The numbers that the policy reads.
pub const POLICY_UNITS: usize = 16;
/// The numbers that the value reads.
pub const VALUE_UNITS: usize = 16;
/// The inputs of L1: the sums for the side to move, then for the other side.
pub const INPUTS: usize = 2 * VALUE_UNITS;
/// The units of the two small layers.
pub const L1: usize = 32;
/// The units of the second small layer.
pub const L2: usize = 32;

/// The threats whose points are counted. Each count is an input of L1 and of the output, by an embedding.
pub const COUNTED: [Threat; 5] =
    [Threat::Three, Threat::DoubleThree, Threat::Four, Threat::FourThree, Threat::Suspect];
/// The greatest count; greater ones count as this.
pub const MAX_COUNT: usize = 3;
/// The inputs by counts: for both sides each counted threat with each count.
pub const COUNTS: usize = 2 * COUNTED.len() * (MAX_COUNT + 1);
/// The pairs of threats that a stone of either side would make on a point.
pub const THREAT_PAIRS: usize = Threat::COUNT * Threat::COUNT;

/// 1.0 in rows.
pub const ROW_ONE: i32 = 1_448;
/// 1.0 in the squared units of a point: the square divided by 2^12. Coarser steps would lose the many small ones.
const ACTIVE_ONE: i32 = (ROW_ONE * ROW_ONE + (1 << 11)) >> 12;
/// What the sum over all points is divided by.
pub const SUM_ONE: i32 = 16;
/// Inputs have three bits less than the sums of squared units.
const INPUT_SHIFT: u32 = 3;
/// 1.0 in inputs, units and biases of the small layers.
pub const LAYER_ONE: i32 = (ACTIVE_ONE * SUM_ONE) >> INPUT_SHIFT;
/// 1.0 in the weights of the layers.
pub const WEIGHT_ONE: i32 = 1 << WEIGHT_SHIFT;
const WEIGHT_SHIFT: u32 = 8;
/// 1.0 in a policy score, a logit.
pub const POLICY_ONE: i32 = 64;
/// The value of an output of 1.0.
pub const SCALE: i32 = Score::WIN_RATE_SCALE as i32;

/// The windows of a side that reach no farther than a five.
const NEAR_WINDOWS: usize = 3_usize.pow(2 * REACH as u32);
/// The number of different windows: a window and its mirror image count as one.
pub const WINDOWS: usize = (NEAR_WINDOWS + 3_usize.pow(REACH as u32)) / 2;

/// Written by `duiyi-lab gomoku-train`: 16-bit integers, little-endian. The rows of all windows, then for each table of weights
/// ([`weight_table`]) the fields of `Head` in their order.
pub static WEIGHTS: &[u8] = include_bytes!("network/weights.bin");
static NETWORKS: LazyLock<[SideNetwork; WEIGHT_TABLES]> =
    LazyLock::new(|| parse(WEIGHTS).expect("the embedded weights have the size of the networks"));

type Row = [i16; POLICY_UNITS];

/// The weights of a side: how it sees points, and how it judges positions in which it is to move.
#[derive(Debug)]
pub struct SideNetwork {
    /// By window, in the side's own numbering.
    policy_rows: Box<[Row]>,
    value_rows: Box<[Row]>,
    head: Box<Head>,
}

#[derive(Debug)]
#[repr(align(64))]
struct Head {
    shape_rows: [[i16; UNITS]; Shape::COUNT],
    /// For the units of the side to move, then of the other side.
    policy: [Row; 2],
    policy_threats: [i16; THREAT_PAIRS],
    l1_weights: PairedWeights,
    l1_biases: [i16; L1],
    l1_counts: [[i16; L1]; COUNTS],
    l2_weights: PairedWeights,
    l2_biases: [i16; L2],
    output_weights: [i16; L2],
    /// From the inputs of L1 straight to the output.
    skip_weights: [i16; INPUTS],
    output_counts: [i16; COUNTS],
    /// Of the evaluation by weights.
    eval_weight: i16,
    output_bias: i16,
}

/// How many numbers a `Head` has.
pub const HEAD: usize = Shape::COUNT * UNITS
    + 2 * POLICY_UNITS
    + THREAT_PAIRS
    + L1 * INPUTS
    + L1
    + COUNTS * L1
    + L1 * L2
    + 2 * L2
    + INPUTS
    + COUNTS
    + 2;

/// The index of every window, below [`WINDOWS`].
static WINDOW_INDEXES: LazyLock<Box<[u16]>> = LazyLock::new(|| {
    let mut indexes = vec![0; NEAR_WINDOWS];
    let mut next = 0;
    for window in 0..NEAR_WINDOWS {
        let mirrored = mirrored(window as u16) as usize;
        indexes[window] = if mirrored < window { indexes[mirrored] } else { next };
        next += u16::from(mirrored >= window);
    }
    indexes.into()
});

fn mirrored(window: u16) -> u16 {
    let steps = (1..=REACH as i8).flat_map(|steps| [-steps, steps]);
    steps.map(|steps| window / place_value(steps) % 3 * place_value(-steps)).sum()
}

/// The index of a side's window, below [`WINDOWS`].
pub fn window_index(window: usize) -> usize {
    WINDOW_INDEXES[window % NEAR_WINDOWS].into()
}

/// How many points of the side to move and of the other side make each of [`COUNTED`], as indexes of embeddings.
#[inline]
pub fn counts(board: &Board) -> [usize; 2 * COUNTED.len()] {
    let sides = [board.turn(), board.turn().other()];
    std::array::from_fn(|kind| {
        let (side, threat) = (sides[kind / COUNTED.len()], COUNTED[kind % COUNTED.len()]);
        kind * (MAX_COUNT + 1) + board.points(side, threat).len().min(MAX_COUNT)
    })
}

/// The index of what a stone of the side to move and one of the other side would threaten on a point.
#[inline]
pub fn threat_pair(own: Threat, other: Threat) -> usize {
    own as usize * Threat::COUNT + other as usize
}

/// The networks of both sides. `None` for Caro.
pub fn networks(variant: Variant) -> Option<[&'static SideNetwork; 2]> {
    let has_one = matches!(variant, Variant::Freestyle | Variant::Standard | Variant::Renju);
    has_one.then(|| Side::ALL.map(|side| &NETWORKS[weight_table(variant, side)]))
}

fn parse(bytes: &[u8]) -> Option<[SideNetwork; WEIGHT_TABLES]> {
    let (numbers, rest) = bytes.as_chunks::<2>();
    if numbers.len() != WINDOWS * UNITS + WEIGHT_TABLES * HEAD || !rest.is_empty() {
        return None;
    }
    let mut numbers = numbers.iter().map(|&bytes| i16::from_le_bytes(bytes));
    let mut window_rows = vec![[0; UNITS]; WINDOWS];
    fill(window_rows.as_flattened_mut(), &mut numbers);
    // Where an overline wins: freestyle, and White in Renju.
    let overline_wins = [true, false, false, true];
    Some(
        overline_wins
            .map(|overline_wins| SideNetwork::new(&window_rows, Head::read(&mut numbers), overline_wins)),
    )
}

impl SideNetwork {
    fn new(window_rows: &[[i16; UNITS]], head: Box<Head>, overline_wins: bool) -> SideNetwork {
        let windows = if overline_wins { NEAR_WINDOWS } else { 4 * NEAR_WINDOWS };
        let shapes = shapes(overline_wins);
        let row = |window: usize, from: usize| -> Row {
            let window_row = &window_rows[window_index(window)];
            let shape_row = &head.shape_rows[shapes[window] as usize];
            std::array::from_fn(|unit| window_row[from + unit].saturating_add(shape_row[from + unit]))
        };
        SideNetwork {
            policy_rows: (0..windows).map(|window| row(window, 0)).collect(),
            value_rows: (0..windows).map(|window| row(window, POLICY_UNITS)).collect(),
            head,
        }
    }

    /// The squared units of a point with these windows.
    #[inline]
    fn active(rows: &[Row], windows: [usize; 4]) -> i16x16 {
        let [a, b, c, d] = windows.map(|window| i16x16::new(rows[window]));
        let units = a.saturating_add(b).saturating_add(c.saturating_add(d));
        let units: i16x16 = units.max(i16x16::ZERO).min(i16x16::splat(ROW_ONE as i16));
        let doubled = units + units;
        (doubled + doubled).mul_scale_round(doubled)
    }
}

impl Head {
    fn read(numbers: &mut impl Iterator<Item = i16>) -> Box<Head> {
        let mut head = Box::new(Head {
            shape_rows: [[0; UNITS]; Shape::COUNT],
            policy: [[0; POLICY_UNITS]; 2],
            policy_threats: [0; THREAT_PAIRS],
            l1_weights: [[[0; 2]; L1]; INPUT_PAIRS],
            l1_biases: [0; L1],
            l1_counts: [[0; L1]; COUNTS],
            l2_weights: [[[0; 2]; L2]; INPUT_PAIRS],
            l2_biases: [0; L2],
            output_weights: [0; L2],
            skip_weights: [0; INPUTS],
            output_counts: [0; COUNTS],
            eval_weight: 0,
            output_bias: 0,
        });
        let (mut l1_weights, mut l2_weights) = ([[0; INPUTS]; L1], [[0; L2]; L1]);
        fill(head.shape_rows.as_flattened_mut(), numbers);
        fill(head.policy.as_flattened_mut(), numbers);
        fill(&mut head.policy_threats, numbers);
        fill(l1_weights.as_flattened_mut(), numbers);
        fill(&mut head.l1_biases, numbers);
        fill(head.l1_counts.as_flattened_mut(), numbers);
        fill(l2_weights.as_flattened_mut(), numbers);
        fill(&mut head.l2_biases, numbers);
        fill(&mut head.output_weights, numbers);
        fill(&mut head.skip_weights, numbers);
        fill(&mut head.output_counts, numbers);
        fill(std::slice::from_mut(&mut head.eval_weight), numbers);
        fill(std::slice::from_mut(&mut head.output_bias), numbers);
        head.l1_weights = paired(|input, unit| l1_weights[unit][input]);
        head.l2_weights = paired(|input, unit| l2_weights[input][unit]);
        head
    }

    /// The value for the side to move. `eval` is the evaluation by weights.
    fn output(
        &self,
        inputs: &[[i16; VALUE_UNITS]; 2],
        counts: [usize; 2 * COUNTED.len()],
        eval: Value,
    ) -> Value {
        let inputs = inputs.as_flattened().try_into().expect("both sides have half of the inputs");
        let l2 = self.l2(&self.l1(inputs, counts));
        let output = i32::from(self.output_bias)
            + ((dot(&l2, &self.output_weights) + dot(inputs, &self.skip_weights)) >> WEIGHT_SHIFT)
            + counts.iter().map(|&count| i32::from(self.output_counts[count])).sum::<i32>();
        output * SCALE / LAYER_ONE + ((eval * i32::from(self.eval_weight)) >> WEIGHT_SHIFT)
    }

    /// The units of L1, clipped to 0 to 1.0.
    fn l1(&self, inputs: &[i16; INPUTS], counts: [usize; 2 * COUNTED.len()]) -> [i16; L1] {
        let mut biases = self.l1_biases.map(i32::from);
        for count in counts {
            biases
                .iter_mut()
                .zip(&self.l1_counts[count])
                .for_each(|(bias, &number)| *bias += i32::from(number));
        }
        layer(inputs, &self.l1_weights, biases)
    }

    /// The units of L2, clipped to 0 to 1.0.
    fn l2(&self, l1: &[i16; L1]) -> [i16; L2] {
        layer(l1, &self.l2_weights, self.l2_biases.map(i32::from))
    }
}

/// Adds up the weighted inputs of a small layer and clips its units to 0 to 1.0.
#[inline]
fn layer(inputs: &[i16; INPUTS], weights: &PairedWeights, biases: [i32; L1]) -> [i16; L1] {
    let mut sums = [i32x8::ZERO; L1 / 8];
    for (pair, weights) in inputs.as_chunks::<2>().0.iter().zip(weights) {
        let pair = i16x16::new(std::array::from_fn(|at| pair[at % 2]));
        for (sums, weights) in sums.iter_mut().zip(weights.as_flattened().as_chunks::<16>().0) {
            *sums += pair.dot(i16x16::new(*weights));
        }
    }
    let mut units = [0; L1];
    for ((units, sums), biases) in units.chunks_exact_mut(8).zip(sums).zip(biases.chunks_exact(8)) {
        for ((unit, sum), bias) in units.iter_mut().zip(sums.to_array()).zip(biases) {
            *unit = (bias + (sum >> WEIGHT_SHIFT)).clamp(0, LAYER_ONE) as i16;
        }
    }
    units
}

/// The weights of a small layer, those of two inputs for each unit side by side, as the processor multiplies and adds them.
type PairedWeights = [[[i16; 2]; L1]; INPUT_PAIRS];
const INPUT_PAIRS: usize = INPUTS / 2;
const _: () = assert!(INPUTS == L1 && L1 == L2, "both small layers have the same form");

fn paired(weight: impl Fn(usize, usize) -> i16) -> PairedWeights {
    std::array::from_fn(|pair| {
        std::array::from_fn(|unit| [weight(2 * pair, unit), weight(2 * pair + 1, unit)])
    })
}

/// The product of inputs and their weights.
#[inline]
fn dot(inputs: &[i16; INPUTS], weights: &[i16; INPUTS]) -> i32 {
    let (inputs, weights) = (inputs.as_chunks::<16>().0, weights.as_chunks::<16>().0);
    let products = inputs.iter().zip(weights).map(|(a, b)| i16x16::new(*a).dot(i16x16::new(*b)));
    products.fold(i32x8::ZERO, |sum, product| sum + product).reduce_add()
}

/// The policy's score of a stone of the side to move on an empty point, in units of a logit divided by [`POLICY_ONE`].
#[inline]
fn policy(networks: [&'static SideNetwork; 2], board: &Board, point: Point) -> Value {
    let turn = board.turn();
    let head = &networks[turn as usize].head;
    let windows = windows_at(board, point);
    let side = |place: usize, side: Side| {
        let network = networks[side as usize];
        SideNetwork::active(&network.policy_rows, windows[side as usize]).dot(i16x16::new(head.policy[place]))
    };
    let units = (side(0, turn) + side(1, turn.other())).reduce_add();
    let pair = threat_pair(board.threat_at(point, turn), board.threat_at(point, turn.other()));
    units / ACTIVE_ONE + i32::from(head.policy_threats[pair])
}

/// By direction, the windows of a point as both sides number them.
#[inline]
pub fn windows_at(board: &Board, point: Point) -> [[usize; 4]; 2] {
    let windows = board.windows_at(point);
    [windows.map(|window| (window & 0xffff) as usize), windows.map(|window| (window >> 16) as usize)]
}

/// Fills a part of the network with the next numbers.
fn fill(part: &mut [i16], numbers: &mut impl Iterator<Item = i16>) {
    part.iter_mut().zip(numbers).for_each(|(number, read)| *number = read);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_another_size_are_refused() {
        assert!(parse(WEIGHTS).is_some());
        assert!(parse(&WEIGHTS[2..]).is_none());
    }

    #[test]
    fn a_window_and_its_mirror_image_share_an_index() {
        let indexes: std::collections::HashSet<usize> = (0..NEAR_WINDOWS).map(window_index).collect();
        assert_eq!(indexes.len(), WINDOWS);
        for window in 0..NEAR_WINDOWS {
            assert_eq!(window_index(window), window_index(mirrored(window as u16).into()));
        }
    }
}
