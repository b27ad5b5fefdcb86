//! Where each part of the network stands in the vector of all parameters, in the order in which the engine reads them.

use duiyi_engine::gomoku::network::{
    COUNTS, HEAD, INPUTS, L1, L2, LAYER_ONE, POLICY_ONE, POLICY_UNITS, ROW_ONE, THREAT_PAIRS, UNITS,
    WEIGHT_ONE, WINDOWS,
};
use duiyi_engine::gomoku::shape::Shape;
use duiyi_engine::gomoku::weights::{WEIGHT_TABLES, weight_table};
use duiyi_rules::Side;
use duiyi_rules::gomoku::Variant;
use rand::RngExt;
use rand::rngs::SmallRng;
use std::ops::Range;

/// The rows of windows are the first parameters. All sides of all rulesets share them.
pub const WINDOW_ROWS: usize = 0;
const HEADS: usize = WINDOWS * UNITS;
pub const PARAMETERS: usize = HEADS + WEIGHT_TABLES * HEAD;

/// Where each part of a side's parameters begins within them.
pub const SHAPE_ROWS: usize = 0;
pub const POLICY: usize = SHAPE_ROWS + Shape::COUNT * UNITS;
pub const POLICY_THREATS: usize = POLICY + 2 * POLICY_UNITS;
pub const L1_WEIGHTS: usize = POLICY_THREATS + THREAT_PAIRS;
pub const L1_BIASES: usize = L1_WEIGHTS + L1 * INPUTS;
pub const L1_COUNTS: usize = L1_BIASES + L1;
pub const L2_WEIGHTS: usize = L1_COUNTS + COUNTS * L1;
pub const L2_BIASES: usize = L2_WEIGHTS + L1 * L2;
pub const OUTPUT_WEIGHTS: usize = L2_BIASES + L2;
pub const SKIP_WEIGHTS: usize = OUTPUT_WEIGHTS + L2;
pub const OUTPUT_COUNTS: usize = SKIP_WEIGHTS + INPUTS;
pub const EVAL_WEIGHT: usize = OUTPUT_COUNTS + COUNTS;
pub const OUTPUT_BIAS: usize = EVAL_WEIGHT + 1;
const _: () = assert!(OUTPUT_BIAS + 1 == HEAD);

/// Where the parameters of the side to move and of the other side begin.
pub fn heads(variant: Variant, turn: Side) -> [usize; 2] {
    [turn, turn.other()].map(|side| HEADS + weight_table(variant, side) * HEAD)
}

/// Random parameters to start training from: an evaluation near that by weights.
pub fn random_parameters(random: &mut SmallRng) -> Vec<f32> {
    /// The first biases of L1 and L2, positive so that most units are active.
    const FIRST_BIAS: f32 = 0.2;
    let mut head = vec![0.0; HEAD];
    let mut fill = |range: Range<usize>, most: f32| {
        head[range].iter_mut().for_each(|number| *number = random.random_range(-1.0..=1.0) * most);
    };
    fill(SHAPE_ROWS..POLICY, 0.25);
    fill(POLICY..POLICY_THREATS, 0.1);
    fill(L1_WEIGHTS..L1_BIASES, 0.5 * (1.0 / INPUTS as f32).sqrt());
    fill(L1_COUNTS..L2_WEIGHTS, 0.05);
    fill(L2_WEIGHTS..L2_BIASES, (1.0 / L1 as f32).sqrt());
    fill(OUTPUT_WEIGHTS..SKIP_WEIGHTS, 0.3 * (1.0 / L2 as f32).sqrt());
    head[L1_BIASES..L1_COUNTS].fill(FIRST_BIAS);
    head[L2_BIASES..OUTPUT_WEIGHTS].fill(FIRST_BIAS);
    head[EVAL_WEIGHT] = 1.0;
    let mut parameters = vec![0.0; HEADS];
    (0..WEIGHT_TABLES).for_each(|_| parameters.extend(&head));
    parameters
}

/// How much more than others a parameter is decayed: rows of windows the most, because many windows are rare.
pub fn decay_factor(at: usize) -> f32 {
    match at.checked_sub(HEADS).map(|at| at % HEAD) {
        None => 4.0,
        Some(EVAL_WEIGHT) => 0.0,
        Some(_) => 1.0,
    }
}

/// The parameters in the engine's format.
pub fn quantized(parameters: &[f32]) -> Vec<u8> {
    let number = |(at, number): (usize, &f32)| {
        let (one, most) = scale_of(at);
        ((number * one).round().clamp(-most, most) as i16).to_le_bytes()
    };
    parameters.iter().enumerate().flat_map(number).collect()
}

/// The parameters of the network in the engine.
pub fn engine_parameters() -> Vec<f32> {
    let (weights, _) = duiyi_engine::gomoku::network::WEIGHTS.as_chunks::<2>();
    let number = |(at, &bytes): (usize, &[u8; 2])| f32::from(i16::from_le_bytes(bytes)) / scale_of(at).0;
    weights.iter().enumerate().map(number).collect()
}

/// The integer that stands for 1.0 in the engine's format of a parameter, and the largest one.
fn scale_of(at: usize) -> (f32, f32) {
    /// Sums of all inputs with such weights fit into 32 bits.
    const MAX_WEIGHT: f32 = 5_800.0;
    const MAX: f32 = i16::MAX as f32;
    match at.checked_sub(HEADS).map(|at| at % HEAD) {
        None | Some(..POLICY) => (ROW_ONE as f32, MAX),
        Some(POLICY..L1_WEIGHTS) => (POLICY_ONE as f32, MAX),
        Some(L1_WEIGHTS..L1_BIASES | L2_WEIGHTS..L2_BIASES | OUTPUT_WEIGHTS..OUTPUT_COUNTS | EVAL_WEIGHT) => {
            (WEIGHT_ONE as f32, MAX_WEIGHT)
        }
        Some(_) => (LAYER_ONE as f32, MAX),
    }
}
