//! The network in floating point: its output for a position, and the gradient of the loss by backpropagation.

use crate::sample::Packed;
use crate::vectors::{add_scaled, dot, part_of, part_of_mut};
use arrayvec::ArrayVec;
use duiyi_engine::logistic;
use duiyi_engine::xiangqi::network::{
    ATTACK_FEATURES, ATTACK_UNITS, Attacks, FEATURES, FT_ONE, FT_UNITS, L1, L1_INPUTS, L2, LAYER_ONE,
    LAYER_STACK, OUTPUT_BUCKETS, SCALE, SCRELU_ONE, THREATS, WEIGHT_ONE, WEIGHTS, feature, output_bucket,
};
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{MAX_PIECES, Piece, Square};
use rand::RngExt;
use rand::rngs::SmallRng;
use std::ops::Range;

/// Where each part of the network begins in the vector of all parameters, in the order in which they are written. The
/// weights of the feature transformer are first.
const FT_BIASES: usize = FEATURES * FT_UNITS;
const LAYER_STACKS: usize = FT_BIASES + FT_UNITS;
const ATTACK_ROWS: usize = LAYER_STACKS + OUTPUT_BUCKETS * LAYER_STACK;
/// The part of a threat's row that all points share, so that points where a piece is rarely attacked learn from the others. It
/// is added to the rows of the points when they are written.
const SHARED_ROWS: usize = ATTACK_ROWS + ATTACK_FEATURES * ATTACK_UNITS;
pub const PARAMETERS: usize = SHARED_ROWS + THREATS / Square::COUNT * ATTACK_UNITS;

/// Where each part of a layer stack begins within it. The weights of L1 are first.
const SKIP_WEIGHTS: usize = L1 * L1_INPUTS;
const L1_BIASES: usize = SKIP_WEIGHTS + L1_INPUTS;
const L2_WEIGHTS: usize = L1_BIASES + L1;
const L2_BIASES: usize = L2_WEIGHTS + L1 * L2;
const OUTPUT_WEIGHTS: usize = L2_BIASES + L2;
const OUTPUT_BIAS: usize = OUTPUT_WEIGHTS + L2;

/// The largest absolute values that can be written in 16 bits and whose sums fit into 32 with all pieces on the board.
const MAX_FT_PARAMETER: f32 = 900.0 / FT_ONE as f32;
const MAX_L1_WEIGHT: f32 = 4.0;
const MAX_STACK_PARAMETER: f32 = 30.0;

/// The views of a position: the side to move's and the other side's, then both with left and right exchanged.
const VIEWS: usize = 4;
const SIDES: usize = 2;

type Units = [f32; FT_UNITS];
type AttackUnits = [f32; ATTACK_UNITS];

/// The inputs of a position and the target of its training.
pub struct Example {
    /// By view, for each piece on the board: where its row of the feature transformer begins in the vector of parameters.
    rows: [ArrayVec<u32, { 2 * MAX_PIECES }>; VIEWS],
    /// The same for each input of attacks.
    attack_rows: [Vec<u32>; VIEWS],
    /// The output bucket, chosen by the number of pieces.
    bucket: usize,
    /// The expected result for the side to move, from 0 to 1.
    target: f32,
}

impl Example {
    /// `result_share` is the weight of the game's result in the target, from 0 to 1, if there is a result. The rest is the
    /// search's score.
    pub fn new(packed: &Packed, result_share: f32) -> Example {
        let turn = packed.turn();
        let attacks = Attacks::of(&packed.position());
        let views = [(turn, false), (turn.other(), false), (turn, true), (turn.other(), true)];
        let rows = views.map(|(viewer, is_mirrored)| rows(packed, viewer, is_mirrored));
        let attack_rows = views.map(|(viewer, is_mirrored)| attack_rows(&attacks, viewer, is_mirrored));
        let bucket = output_bucket(rows[0].len());
        let score = sigmoid(packed.score() as f32 / SCALE);
        let target = packed.result().map_or(score, |result| score + result_share * (result - score));
        Example { rows, attack_rows, bucket, target }
    }

    /// The parameters of the layer stack for this number of pieces.
    fn layer_stack(&self) -> Range<usize> {
        let at = LAYER_STACKS + self.bucket * LAYER_STACK;
        at..at + LAYER_STACK
    }
}

fn rows(packed: &Packed, viewer: Side, is_mirrored: bool) -> ArrayVec<u32, { 2 * MAX_PIECES }> {
    let row = |(piece, square): (Piece, Square)| {
        let square = if is_mirrored { square.mirrored() } else { square };
        (feature(viewer, piece, square) * FT_UNITS) as u32
    };
    packed.pieces().map(row).collect()
}

fn attack_rows(attacks: &Attacks, viewer: Side, is_mirrored: bool) -> Vec<u32> {
    let row = |feature: usize| {
        let shared = (feature < THREATS).then_some(SHARED_ROWS + feature / Square::COUNT * ATTACK_UNITS);
        std::iter::once(ATTACK_ROWS + feature * ATTACK_UNITS).chain(shared).map(|at| at as u32)
    };
    attacks.features(viewer, is_mirrored).into_iter().flat_map(row).collect()
}

fn sigmoid(x: f32) -> f32 {
    logistic(f64::from(x)) as f32
}

/// The units of all layers for a position, before clipping. `inputs` are those of L1: squared and summed over both mirrored
/// views.
struct Layers {
    views: [Units; VIEWS],
    inputs: [f32; L1_INPUTS],
    l1: [f32; L1],
    l2: [f32; L2],
    output: f32,
}

fn transform(parameters: &[f32], rows: &[u32], attack_rows: &[u32]) -> Units {
    let mut units: Units = part(parameters, FT_BIASES);
    for &row in attack_rows {
        let weights: &AttackUnits = part_of(parameters, row as usize);
        add_scaled(part_of_mut(&mut units, 0), weights, 1.0);
    }
    for &row in rows {
        add_scaled(&mut units, part_of(parameters, row as usize), 1.0);
    }
    units
}

fn layers(parameters: &[f32], example: &Example) -> Layers {
    let views = [0, 1, 2, 3]
        .map(|view: usize| transform(parameters, &example.rows[view], &example.attack_rows[view]));
    let mut inputs = [0.0; L1_INPUTS];
    for (view, units) in views.iter().enumerate() {
        let at = view % SIDES * FT_UNITS;
        for (input, unit) in inputs[at..at + FT_UNITS].iter_mut().zip(units) {
            let active = unit.clamp(0.0, 1.0);
            *input += active * active;
        }
    }
    let stack = &parameters[example.layer_stack()];
    let mut l1: [f32; L1] = part(stack, L1_BIASES);
    for (at, unit) in l1.iter_mut().enumerate() {
        *unit += dot(&inputs, part_of(stack, at * L1_INPUTS));
    }
    let mut l2: [f32; L2] = part(stack, L2_BIASES);
    for (at, unit) in l1.iter().enumerate() {
        let weights: &[f32; L2] = part_of(stack, L2_WEIGHTS + at * L2);
        l2.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += unit.clamp(0.0, 1.0) * weight);
    }
    let output_weights: &[f32; L2] = part_of(stack, OUTPUT_WEIGHTS);
    let output = stack[OUTPUT_BIAS]
        + dot(&inputs, part_of(stack, SKIP_WEIGHTS))
        + l2.iter().zip(output_weights).map(|(unit, weight)| unit.clamp(0.0, 1.0) * weight).sum::<f32>();
    Layers { views, inputs, l1, l2, output }
}

/// The squared error of the expected result.
pub fn loss(parameters: &[f32], example: &Example) -> f32 {
    (sigmoid(layers(parameters, example).output) - example.target).powi(2)
}

/// Adds the gradient of the example's loss to `gradient`, and returns the loss.
pub fn backpropagate(parameters: &[f32], example: &Example, gradient: &mut [f32]) -> f32 {
    let Layers { views, inputs, l1, l2, output } = layers(parameters, example);
    let stack = &parameters[example.layer_stack()];
    let change = &mut gradient[example.layer_stack()];
    let predicted = sigmoid(output);
    let error = predicted - example.target;
    let slope = 2.0 * error * predicted * (1.0 - predicted);

    change[OUTPUT_BIAS] += slope;
    let mut l2_gradient = [0.0; L2];
    for (at, &unit) in l2.iter().enumerate() {
        change[OUTPUT_WEIGHTS + at] += slope * unit.clamp(0.0, 1.0);
        l2_gradient[at] = if is_between(unit) { slope * stack[OUTPUT_WEIGHTS + at] } else { 0.0 };
        change[L2_BIASES + at] += l2_gradient[at];
    }
    let mut input_gradient: [f32; L1_INPUTS] = part(stack, SKIP_WEIGHTS);
    input_gradient.iter_mut().for_each(|weight| *weight *= slope);
    add_scaled(part_of_mut(change, SKIP_WEIGHTS), &inputs, slope);
    for (at, &unit) in l1.iter().enumerate() {
        let onward = L2_WEIGHTS + at * L2;
        add_scaled::<L2>(part_of_mut(change, onward), &l2_gradient, unit.clamp(0.0, 1.0));
        if is_between(unit) {
            let unit_slope = dot::<L2>(&l2_gradient, part_of(stack, onward));
            change[L1_BIASES + at] += unit_slope;
            add_scaled(part_of_mut(change, at * L1_INPUTS), &inputs, unit_slope);
            add_scaled(&mut input_gradient, part_of(stack, at * L1_INPUTS), unit_slope);
        }
    }
    for (view, units) in views.iter().enumerate() {
        let input_gradient: &Units = part_of(&input_gradient, view % SIDES * FT_UNITS);
        let mut slopes: Units = [0.0; FT_UNITS];
        for ((slope, unit), input_slope) in slopes.iter_mut().zip(units).zip(input_gradient) {
            *slope = if is_between(*unit) { input_slope * 2.0 * unit } else { 0.0 };
        }
        add_scaled(part_of_mut(gradient, FT_BIASES), &slopes, 1.0);
        let attack_slopes: &AttackUnits = part_of(&slopes, 0);
        for &row in &example.attack_rows[view] {
            add_scaled(part_of_mut(gradient, row as usize), attack_slopes, 1.0);
        }
        for &row in &example.rows[view] {
            add_scaled(part_of_mut(gradient, row as usize), &slopes, 1.0);
        }
    }
    error * error
}

fn is_between(unit: f32) -> bool {
    unit > 0.0 && unit < 1.0
}

fn part<const LENGTH: usize>(parameters: &[f32], at: usize) -> [f32; LENGTH] {
    *part_of(parameters, at)
}

/// The factor of the learning rate for a parameter: the weights of the feature transformer get gradients less often.
pub fn rate_factor(at: usize) -> f32 {
    if (FT_BIASES..ATTACK_ROWS).contains(&at) { 1.0 } else { 2.0 }
}

/// Clips the parameters to their largest absolute values.
pub fn clip(parameters: &mut [f32]) {
    let (parameters, _attacks) = parameters.split_at_mut(ATTACK_ROWS);
    let (transformer, stacks) = parameters.split_at_mut(LAYER_STACKS);
    transformer.iter_mut().for_each(|number| *number = number.clamp(-MAX_FT_PARAMETER, MAX_FT_PARAMETER));
    for stack in stacks.chunks_mut(LAYER_STACK) {
        let (weights, rest) = stack.split_at_mut(L1_BIASES);
        weights.iter_mut().for_each(|number| *number = number.clamp(-MAX_L1_WEIGHT, MAX_L1_WEIGHT));
        rest.iter_mut().for_each(|number| *number = number.clamp(-MAX_STACK_PARAMETER, MAX_STACK_PARAMETER));
    }
}

/// The place of a parameter within its layer stack; none for the feature transformer and for attacks.
fn place_in_stack(at: usize) -> Option<usize> {
    (LAYER_STACKS..ATTACK_ROWS).contains(&at).then(|| (at - LAYER_STACKS) % LAYER_STACK)
}

/// Random parameters to start training from.
pub fn random_parameters(random: &mut SmallRng) -> Vec<f32> {
    /// The first biases of L1 and L2, positive so that most units are active.
    const FIRST_BIAS: f32 = 0.2;
    const PIECES: f32 = 24.0;
    let largest = |inputs: usize| (1.0 / inputs as f32).sqrt();
    let number = |at: usize| match place_in_stack(at) {
        None if at < FT_BIASES => random.random_range(-1.0..=1.0) * (1.0 / PIECES).sqrt() * 0.5,
        Some(..L1_BIASES) => random.random_range(-1.0..=1.0) * largest(L1_INPUTS),
        Some(L1_BIASES..L2_WEIGHTS | L2_BIASES..OUTPUT_WEIGHTS) => FIRST_BIAS,
        Some(L2_WEIGHTS..L2_BIASES) => random.random_range(-1.0..=1.0) * largest(L1),
        Some(OUTPUT_WEIGHTS..OUTPUT_BIAS) => random.random_range(-1.0..=1.0) * largest(L2),
        None | Some(_) => 0.0,
    };
    (0..PARAMETERS).map(number).collect()
}

/// The parameters of the network in the engine.
pub fn engine_parameters() -> Vec<f32> {
    let (weights, _) = WEIGHTS.as_chunks::<2>();
    let numbers = weights.iter().enumerate();
    let mut parameters: Vec<_> =
        numbers.map(|(at, &bytes)| f32::from(i16::from_le_bytes(bytes)) / scale_of(at)).collect();
    parameters.resize(PARAMETERS, 0.0);
    parameters
}

/// The parameters in the engine's format.
pub fn quantized(parameters: &[f32]) -> Vec<u8> {
    let (written, shared) = parameters.split_at(SHARED_ROWS);
    let shared_part = |at: usize| match at.checked_sub(ATTACK_ROWS) {
        Some(at) if at < THREATS * ATTACK_UNITS => {
            shared[at / (Square::COUNT * ATTACK_UNITS) * ATTACK_UNITS + at % ATTACK_UNITS]
        }
        _ => 0.0,
    };
    let number = |(at, number): (usize, &f32)| {
        let number = (number + shared_part(at)) * scale_of(at);
        (number.round() as i16).to_le_bytes()
    };
    written.iter().enumerate().flat_map(number).collect()
}

/// The integer that stands for 1.0 in the engine's format of a parameter.
fn scale_of(at: usize) -> f32 {
    let layer_one = LAYER_ONE as f32;
    match place_in_stack(at) {
        None => FT_ONE as f32,
        // The engine divides sums of inputs by the weights' one.
        Some(..L1_BIASES) => layer_one * WEIGHT_ONE as f32 / SCRELU_ONE,
        Some(L1_BIASES..L2_WEIGHTS | L2_BIASES..OUTPUT_WEIGHTS | OUTPUT_BIAS..) => layer_one,
        Some(_) => WEIGHT_ONE as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adam::Adam;
    use crate::sample::GameResult;
    use duiyi_engine::xiangqi::network::AccumulatorStack;
    use duiyi_rules::xiangqi::{Position, START_FEN};
    use rand::SeedableRng;

    fn example() -> Example {
        let fen = "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1";
        Example::new(&Packed::new(&fen.parse().unwrap(), 250, GameResult::Won(Side::First), 20), 0.5)
    }

    fn parameters(seed: u64) -> Vec<f32> {
        random_parameters(&mut SmallRng::seed_from_u64(seed))
    }

    #[test]
    fn the_target_lies_between_score_and_result() {
        assert!((example().target - sigmoid(250.0 / SCALE) / 2.0).abs() < 1e-6);
    }

    /// Backpropagation agrees with finite differences for every kind of parameter.
    #[test]
    fn gradients_agree_with_finite_differences() {
        const STEP: f32 = 1e-2;
        let (parameters, example) = (parameters(3), example());
        let mut gradient = vec![0.0; PARAMETERS];
        backpropagate(&parameters, &example, &mut gradient);
        let steepest = |range: Range<usize>| {
            range.max_by(|&a, &b| gradient[a].abs().total_cmp(&gradient[b].abs())).unwrap()
        };
        let stack = |from: usize, to: usize| {
            let at = example.layer_stack().start;
            at + from..at + to
        };
        for at in [
            steepest(0..FT_BIASES),
            steepest(ATTACK_ROWS..SHARED_ROWS),
            steepest(SHARED_ROWS..PARAMETERS),
            steepest(FT_BIASES..LAYER_STACKS),
            steepest(stack(0, SKIP_WEIGHTS)),
            steepest(stack(SKIP_WEIGHTS, L1_BIASES)),
            steepest(stack(L1_BIASES, L2_WEIGHTS)),
            steepest(stack(L2_WEIGHTS, L2_BIASES)),
            steepest(stack(L2_BIASES, OUTPUT_WEIGHTS)),
            steepest(stack(OUTPUT_WEIGHTS, OUTPUT_BIAS)),
            steepest(stack(OUTPUT_BIAS, LAYER_STACK)),
        ] {
            let moved = |by: f32| {
                let mut parameters = parameters.clone();
                parameters[at] += by;
                loss(&parameters, &example)
            };
            let slope = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            assert!(
                (slope - gradient[at]).abs() < 0.05 * gradient[at].abs(),
                "{at}: {slope} {}",
                gradient[at]
            );
        }
    }

    /// The engine computes the same value as the trained network, up to rounding.
    #[test]
    fn the_engine_evaluates_as_the_network_was_trained() {
        const ROUNDING: f32 = 8.0;
        let parameters = engine_parameters();
        for fen in [
            START_FEN,
            "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1",
            "2bak4/4a4/4b4/p3p3p/4c1n2/2B6/P3P3P/4C1N2/4A4/2BAK4 w - - 0 1",
            "4k4/4a4/9/9/9/4P4/9/4B4/4A4/2BAK1R2 b - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let example = Example::new(&Packed::new(&position, 0, GameResult::Unknown, 0), 0.0);
            let expected = SCALE * layers(&parameters, &example).output;
            let value = AccumulatorStack::new(&position).evaluate(&position) as f32;
            assert!((value - expected).abs() < ROUNDING, "{fen}: {value}, not {expected}");
        }
    }

    #[test]
    fn the_shared_part_of_threats_is_written_into_the_rows_of_all_points() {
        let mut parameters = engine_parameters();
        let number = |written: &[u8], row: usize| {
            let at = 2 * (ATTACK_ROWS + row * ATTACK_UNITS + 5);
            i32::from(i16::from_le_bytes([written[at], written[at + 1]]))
        };
        let rows = [0, 17, Square::COUNT - 1, Square::COUNT];
        let before = quantized(&parameters);
        assert_eq!(before, WEIGHTS);
        parameters[SHARED_ROWS + 5] = 2.0;
        let after = quantized(&parameters);
        let changes = rows.map(|row| number(&after, row) - number(&before, row));
        assert_eq!(changes, [2, 2, 2, 0].map(|units| units * FT_ONE));
    }

    #[test]
    fn training_lowers_the_loss() {
        let mut parameters = parameters(4);
        let mut adam = Adam::new(PARAMETERS, 1e-8);
        let before = loss(&parameters, &example());
        for _ in 0..50 {
            let mut gradient = vec![0.0; PARAMETERS];
            backpropagate(&parameters, &example(), &mut gradient);
            adam.step(&mut parameters, &gradient, |at| 1e-3 * rate_factor(at));
        }
        assert!(loss(&parameters, &example()) < before / 10.0);
    }
}
