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
use crate::engine::Score;
use crate::engine::value::Value;
use crate::rules::Side;
use crate::rules::gomoku::{Point, Variant};
use std::sync::LazyLock;
use wide::{i16x16, i32x8};

/// The numbers of a point's vector for one side: those of the policy, then those of the value.
pub const UNITS: usize = POLICY_UNITS + VALUE_UNITS;
pub const POLICY_UNITS: usize = 16;
pub const VALUE_UNITS: usize = 16;
/// The inputs of L1: the sums for the side to move, then for the other side.
pub const INPUTS: usize = 2 * VALUE_UNITS;
/// The units of the two small layers.
pub const L1: usize = 32;
pub const L2: usize = 32;

/// The threats whose points are counted. Each count is an input of L1 and of the output, by an embedding.
pub const COUNTED: [Threat; 5] =
    [Threat::Three, Threat::DoubleThree, Threat::Four, Threat::FourThree, Threat::Suspect];
/// The greatest count; greater ones count as this.
pub const MAX_COUNT: usize = 3;
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
    l1_weights: [[i16; INPUTS]; L1],
    l1_biases: [i16; L1],
    l1_counts: [[i16; L1]; COUNTS],
    l2_weights: [[i16; L2]; L1],
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
            l1_weights: [[0; INPUTS]; L1],
            l1_biases: [0; L1],
            l1_counts: [[0; L1]; COUNTS],
            l2_weights: [[0; L2]; L1],
            l2_biases: [0; L2],
            output_weights: [0; L2],
            skip_weights: [0; INPUTS],
            output_counts: [0; COUNTS],
            eval_weight: 0,
            output_bias: 0,
        });
        fill(head.shape_rows.as_flattened_mut(), numbers);
        fill(head.policy.as_flattened_mut(), numbers);
        fill(&mut head.policy_threats, numbers);
        fill(head.l1_weights.as_flattened_mut(), numbers);
        fill(&mut head.l1_biases, numbers);
        fill(head.l1_counts.as_flattened_mut(), numbers);
        fill(head.l2_weights.as_flattened_mut(), numbers);
        fill(&mut head.l2_biases, numbers);
        fill(&mut head.output_weights, numbers);
        fill(&mut head.skip_weights, numbers);
        fill(&mut head.output_counts, numbers);
        fill(std::slice::from_mut(&mut head.eval_weight), numbers);
        fill(std::slice::from_mut(&mut head.output_bias), numbers);
        head
    }

    /// The value for the side to move. `eval` is the evaluation by weights.
    fn output(
        &self,
        inputs: &[[i16; VALUE_UNITS]; 2],
        counts: [usize; 2 * COUNTED.len()],
        eval: Value,
    ) -> Value {
        let l1 = self.l1(inputs, counts);
        let l2 = self.l2(&l1);
        let weighted = |units: &[i32; L2]| -> i32 {
            units.iter().zip(&self.output_weights).map(|(unit, &weight)| unit * i32::from(weight)).sum()
        };
        let skip = dot(inputs, &self.skip_weights);
        let output = i32::from(self.output_bias)
            + ((weighted(&l2) + skip) >> WEIGHT_SHIFT)
            + counts.iter().map(|&count| i32::from(self.output_counts[count])).sum::<i32>();
        output * SCALE / LAYER_ONE + ((eval * i32::from(self.eval_weight)) >> WEIGHT_SHIFT)
    }

    /// The units of L1, clipped to 0 to 1.0.
    fn l1(&self, inputs: &[[i16; VALUE_UNITS]; 2], counts: [usize; 2 * COUNTED.len()]) -> [i32; L1] {
        let mut units = self.l1_biases.map(i32::from);
        for count in counts {
            units
                .iter_mut()
                .zip(&self.l1_counts[count])
                .for_each(|(unit, &weight)| *unit += i32::from(weight));
        }
        for (unit, weights) in units.iter_mut().zip(&self.l1_weights) {
            *unit = (*unit + (dot(inputs, weights) >> WEIGHT_SHIFT)).clamp(0, LAYER_ONE);
        }
        units
    }

    /// The units of L2, clipped to 0 to 1.0.
    fn l2(&self, l1: &[i32; L1]) -> [i32; L2] {
        let mut units = [0; L2];
        for (&input, weights) in l1.iter().zip(&self.l2_weights) {
            units.iter_mut().zip(weights).for_each(|(unit, &weight)| *unit += input * i32::from(weight));
        }
        units.iter_mut().zip(&self.l2_biases).for_each(|(unit, &bias)| {
            *unit = (i32::from(bias) + (*unit >> WEIGHT_SHIFT)).clamp(0, LAYER_ONE);
        });
        units
    }
}

/// The product of both sides' inputs with their weights.
#[inline]
fn dot(inputs: &[[i16; VALUE_UNITS]; 2], weights: &[i16; INPUTS]) -> i32 {
    let weights: &[[i16; VALUE_UNITS]] = weights.as_chunks().0;
    let products = |side: usize| -> i32x8 { i16x16::new(inputs[side]).dot(i16x16::new(weights[side])) };
    (products(0) + products(1)).reduce_add()
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
