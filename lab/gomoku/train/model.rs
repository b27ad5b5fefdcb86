//! The network in floating point: its outputs for a position, and the gradient of the loss by backpropagation.

use super::examples::{Example, Group, View};
use duiyi::engine::gomoku::network::{
    self, ACTIVE_ONE, COUNTS, HEAD, INPUTS, L1, L2, LAYER_ONE, POLICY_ONE, POLICY_UNITS, ROW_ONE, SCALE,
    THREAT_PAIRS, UNITS, VALUE_UNITS, WEIGHT_ONE, WINDOWS, threat_pair,
};
use duiyi::engine::gomoku::shape::Shape;
use duiyi::engine::{Score, logistic};
use rand::RngExt;
use rand::rngs::SmallRng;

/// Sums over points are divided by this.
const SUM_ONE: f32 = network::SUM_ONE as f32;

/// The rows of windows are the first parameters. All sides of all rulesets share them.
pub const SHARED: usize = WINDOWS * UNITS;

/// Where each part begins in the parameters of a side, which see the board and judge it when this side is to move.
const SHAPE_ROWS: usize = 0;
const POLICY: usize = SHAPE_ROWS + Shape::COUNT * UNITS;
const POLICY_THREATS: usize = POLICY + 2 * POLICY_UNITS;
const L1_WEIGHTS: usize = POLICY_THREATS + THREAT_PAIRS;
const L1_BIASES: usize = L1_WEIGHTS + L1 * INPUTS;
const THREATS: usize = L1_BIASES + L1;
const L2_WEIGHTS: usize = THREATS + COUNTS * L1;
const L2_BIASES: usize = L2_WEIGHTS + L1 * L2;
const OUTPUT_WEIGHTS: usize = L2_BIASES + L2;
const SKIP_WEIGHTS: usize = OUTPUT_WEIGHTS + L2;
const OUTPUT_THREATS: usize = SKIP_WEIGHTS + INPUTS;
const EVAL_WEIGHT: usize = OUTPUT_THREATS + COUNTS;
const OUTPUT_BIAS: usize = EVAL_WEIGHT + 1;
pub const SIDE: usize = OUTPUT_BIAS + 1;
const _: () = assert!(SIDE == HEAD);

type Units = [f32; UNITS];

/// The losses of an example.
#[derive(Clone, Copy, Default, Debug)]
pub struct Loss {
    pub value: f64,
    pub values: f64,
    pub policy: f64,
    pub policies: f64,
    pub hits: f64,
}

impl Loss {
    pub fn add(&mut self, other: Loss) {
        self.value += other.value;
        self.values += other.values;
        self.policy += other.policy;
        self.policies += other.policies;
        self.hits += other.hits;
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The weight of the policy's loss.
    pub policy_share: f32,
    pub uses_windows: bool,
}

/// The parameters of both sides: those of the side to move, then those of the other.
pub struct Sides<'a> {
    pub shared: &'a [f32],
    pub sides: [&'a [f32]; 2],
}

/// The gradients of both sides' parameters, at these offsets of one vector.
pub struct Gradient<'a> {
    pub all: &'a mut [f32],
    pub at: [usize; 2],
}

fn unit_vector(shared: &[f32], side: &[f32], view: &View, settings: Settings) -> Units {
    let mut units = [0.0; UNITS];
    for &(shape, window) in view {
        add(&mut units, part_of(side, SHAPE_ROWS + usize::from(shape) * UNITS), 1.0);
        if settings.uses_windows {
            add(&mut units, part_of(shared, usize::from(window) * UNITS), 1.0);
        }
    }
    units
}

fn activate(units: &Units) -> Units {
    units.map(|unit| unit.clamp(0.0, 1.0).powi(2))
}

/// The examples' forward pass and, if `gradient` is given, the backward pass.
pub fn learn(
    sides: &Sides<'_>,
    example: &Example,
    settings: Settings,
    gradient: Option<&mut Gradient<'_>>,
) -> Loss {
    let own = sides.sides[0];
    let groups = &example.groups;
    let unit_vectors = |views: &[View; 2]| {
        [0, 1].map(|view: usize| unit_vector(sides.shared, sides.sides[view], &views[view], settings))
    };
    let units: Vec<[Units; 2]> = groups.iter().map(|group| unit_vectors(&group.views)).collect();
    let bare_units: Vec<[Units; 2]> = example.bare.iter().map(unit_vectors).collect();
    let bare_active: Vec<[Units; 2]> =
        bare_units.iter().map(|views| views.each_ref().map(activate)).collect();
    let mut bare_points = vec![0.0; bare_units.len()];
    for group in groups {
        bare_points[usize::from(group.bare)] -= f32::from(group.points);
    }
    let active: Vec<[Units; 2]> =
        units.iter().map(|views| [activate(&views[0]), activate(&views[1])]).collect();
    let mut loss = Loss::default();

    // Value.
    let mut inputs = [0.0; INPUTS];
    let mut input_gradient = [0.0; INPUTS];
    let mut value_parts = None;
    if let Some(target) = example.target {
        let counts = groups.iter().map(|group| f32::from(group.points)).chain(bare_points.iter().copied());
        for (points, active) in counts.zip(active.iter().chain(&bare_active)) {
            for view in 0..2 {
                let values: &[f32; VALUE_UNITS] = part_of(&active[view], POLICY_UNITS);
                add(part_of_mut(&mut inputs, view * VALUE_UNITS), values, points / SUM_ONE);
            }
        }
        let mut l1: [f32; L1] = *part_of(own, L1_BIASES);
        for &threat in &example.counts {
            add(&mut l1, part_of(own, THREATS + threat * L1), 1.0);
        }
        for (at, unit) in l1.iter_mut().enumerate() {
            *unit += dot::<INPUTS>(&inputs, part_of(own, L1_WEIGHTS + at * INPUTS));
        }
        let mut l2: [f32; L2] = *part_of(own, L2_BIASES);
        for (at, unit) in l1.iter().enumerate() {
            add(&mut l2, part_of(own, L2_WEIGHTS + at * L2), unit.clamp(0.0, 1.0));
        }
        let eval = example.eval / Score::WIN_RATE_SCALE as f32;
        let output = own[OUTPUT_BIAS]
            + own[EVAL_WEIGHT] * eval
            + dot::<INPUTS>(&inputs, part_of(own, SKIP_WEIGHTS))
            + dot::<L2>(&l2.map(|unit| unit.clamp(0.0, 1.0)), part_of(own, OUTPUT_WEIGHTS))
            + example.counts.iter().map(|&count| own[OUTPUT_THREATS + count]).sum::<f32>();
        let predicted = (logistic(f64::from(output)) as f32).clamp(1e-6, 1.0 - 1e-6);
        let cross_entropy = |of: f32| f64::from(-(target * of.ln() + (1.0 - target) * (1.0 - of).ln()));
        loss.value = cross_entropy(predicted) - cross_entropy(target.clamp(1e-6, 1.0 - 1e-6));
        loss.values = 1.0;
        value_parts = Some((l1, l2, eval, predicted - target));
    }

    // Policy.
    let mut slopes: Vec<f32> = Vec::new();
    if let Some(best) = example.best {
        let policy: &[f32; 2 * POLICY_UNITS] = part_of(own, POLICY);
        let (policy_own, policy_other) = policy.split_at(POLICY_UNITS);
        let logit = |(group, active): (&Group, &[Units; 2])| {
            dot_slices(policy_own, &active[0][..POLICY_UNITS])
                + dot_slices(policy_other, &active[1][..POLICY_UNITS])
                + own[POLICY_THREATS + threat_pair(group.threats[0], group.threats[1])]
        };
        let logits: Vec<f32> = groups.iter().zip(&active).map(logit).collect();
        let candidates = || groups.iter().zip(&logits).filter(|(group, _)| group.near > 0);
        let most = candidates().map(|(_, &logit)| logit).fold(f32::MIN, f32::max);
        slopes = groups
            .iter()
            .zip(&logits)
            .map(
                |(group, logit)| {
                    if group.near > 0 { f32::from(group.near) * (logit - most).exp() } else { 0.0 }
                },
            )
            .collect();
        let total: f32 = slopes.iter().sum();
        slopes.iter_mut().for_each(|slope| *slope /= total);
        let best = usize::from(best);
        // The chance of the one point that was played.
        loss.policy = f64::from(-(slopes[best] / f32::from(groups[best].near)).max(1e-9).ln());
        loss.policies = 1.0;
        loss.hits = if logits[best] >= most { 1.0 } else { 0.0 };
        slopes[best] -= 1.0;
        slopes.iter_mut().for_each(|slope| *slope *= settings.policy_share);
    }

    let Some(Gradient { all, at }) = gradient else { return loss };
    let own_at = at[0];
    if let Some((l1, l2, eval, slope)) = value_parts {
        let change = &mut all[own_at..own_at + SIDE];
        change[OUTPUT_BIAS] += slope;
        change[EVAL_WEIGHT] += slope * eval;
        for &threat in &example.counts {
            change[OUTPUT_THREATS + threat] += slope;
        }
        let mut l2_gradient = [0.0; L2];
        for (unit, &value) in l2.iter().enumerate() {
            change[OUTPUT_WEIGHTS + unit] += slope * value.clamp(0.0, 1.0);
            l2_gradient[unit] = if is_between(value) { slope * own[OUTPUT_WEIGHTS + unit] } else { 0.0 };
            change[L2_BIASES + unit] += l2_gradient[unit];
        }
        add::<INPUTS>(&mut input_gradient, part_of(own, SKIP_WEIGHTS), slope);
        add::<INPUTS>(part_of_mut(change, SKIP_WEIGHTS), &inputs, slope);
        for (unit, &value) in l1.iter().enumerate() {
            let onward = L2_WEIGHTS + unit * L2;
            add::<L2>(part_of_mut(change, onward), &l2_gradient, value.clamp(0.0, 1.0));
            if is_between(value) {
                let unit_slope = dot::<L2>(&l2_gradient, part_of(own, onward));
                change[L1_BIASES + unit] += unit_slope;
                for &threat in &example.counts {
                    change[THREATS + threat * L1 + unit] += unit_slope;
                }
                add::<INPUTS>(part_of_mut(change, L1_WEIGHTS + unit * INPUTS), &inputs, unit_slope);
                add::<INPUTS>(&mut input_gradient, part_of(own, L1_WEIGHTS + unit * INPUTS), unit_slope);
            }
        }
    }
    for (place, (group, views)) in groups.iter().zip(&units).enumerate() {
        let policy_slope = slopes.get(place).copied().unwrap_or(0.0);
        if policy_slope != 0.0 {
            let change = &mut all[own_at..own_at + SIDE];
            change[POLICY_THREATS + threat_pair(group.threats[0], group.threats[1])] += policy_slope;
        }
        for view in 0..2 {
            if policy_slope != 0.0 {
                let policies: &[f32; POLICY_UNITS] = part_of(&active[place][view], 0);
                add(part_of_mut(all, own_at + POLICY + view * POLICY_UNITS), policies, policy_slope);
            }
            let slopes = Slopes {
                policy: policy_slope,
                policy_weights: part_of(own, POLICY + view * POLICY_UNITS),
                points: f32::from(group.points),
                inputs: part_of(&input_gradient, view * VALUE_UNITS),
            };
            slopes.add_to_rows(all, at[view], &group.views[view], &views[view], settings);
        }
    }
    for ((seen, units), &points) in example.bare.iter().zip(&bare_units).zip(&bare_points) {
        for view in 0..2 {
            let slopes = Slopes {
                policy: 0.0,
                policy_weights: part_of(own, POLICY + view * POLICY_UNITS),
                points,
                inputs: part_of(&input_gradient, view * VALUE_UNITS),
            };
            slopes.add_to_rows(all, at[view], &seen[view], &units[view], settings);
        }
    }
    loss
}

/// The slopes of the loss by the activations of a point.
struct Slopes<'a> {
    policy: f32,
    policy_weights: &'a [f32; POLICY_UNITS],
    points: f32,
    inputs: &'a [f32; VALUE_UNITS],
}

impl Slopes<'_> {
    fn add_to_rows(&self, all: &mut [f32], side: usize, view: &View, units: &Units, settings: Settings) {
        let mut point = [0.0; UNITS];
        for unit in 0..POLICY_UNITS {
            point[unit] = self.policy * self.policy_weights[unit];
        }
        for unit in 0..VALUE_UNITS {
            point[POLICY_UNITS + unit] = self.inputs[unit] * self.points / SUM_ONE;
        }
        for (slope, &unit) in point.iter_mut().zip(units) {
            *slope = if is_between(unit) { *slope * 2.0 * unit } else { 0.0 };
        }
        for &(shape, window) in view {
            add(part_of_mut(all, side + SHAPE_ROWS + usize::from(shape) * UNITS), &point, 1.0);
            if settings.uses_windows {
                add(part_of_mut(all, usize::from(window) * UNITS), &point, 1.0);
            }
        }
    }
}

fn is_between(unit: f32) -> bool {
    unit > 0.0 && unit < 1.0
}

fn part_of<const LENGTH: usize>(parameters: &[f32], at: usize) -> &[f32; LENGTH] {
    parameters[at..].first_chunk().expect("all parts of the network are in the vector")
}

fn part_of_mut<const LENGTH: usize>(parameters: &mut [f32], at: usize) -> &mut [f32; LENGTH] {
    parameters[at..].first_chunk_mut().expect("all parts of the network are in the vector")
}

fn add<const LENGTH: usize>(sums: &mut [f32; LENGTH], by: &[f32; LENGTH], scale: f32) {
    sums.iter_mut().zip(by).for_each(|(sum, by)| *sum += scale * by);
}

fn dot<const LENGTH: usize>(a: &[f32; LENGTH], b: &[f32; LENGTH]) -> f32 {
    dot_slices(a, b)
}

/// Sums in lanes, so that the compiler can vectorize what it may not reorder.
fn dot_slices(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        (0..LANES).for_each(|lane| sums[lane] += a[lane] * b[lane]);
    }
    sums.iter().sum()
}

/// Random parameters of a side to start training from.
pub fn random_side(random: &mut SmallRng) -> Vec<f32> {
    const FIRST_BIAS: f32 = 0.2;
    let mut side = vec![0.0; SIDE];
    let mut fill = |range: std::ops::Range<usize>, size: f32| {
        side[range].iter_mut().for_each(|number| *number = random.random_range(-1.0..=1.0) * size);
    };
    fill(SHAPE_ROWS..POLICY, 0.25);
    fill(POLICY..POLICY_THREATS, 0.1);
    fill(L1_WEIGHTS..L1_BIASES, (1.0 / INPUTS as f32).sqrt() * 0.5);
    fill(THREATS..L2_WEIGHTS, 0.05);
    fill(L2_WEIGHTS..L2_BIASES, (1.0 / L1 as f32).sqrt());
    fill(OUTPUT_WEIGHTS..SKIP_WEIGHTS, (1.0 / L2 as f32).sqrt() * 0.3);
    side[L1_BIASES..THREATS].fill(FIRST_BIAS);
    side[L2_BIASES..OUTPUT_WEIGHTS].fill(FIRST_BIAS);
    side[EVAL_WEIGHT] = 1.0;
    side
}

/// How much more than others a parameter is decayed.
pub fn decay_factor(at: usize) -> f32 {
    match at.checked_sub(SHARED).map(|at| at % SIDE) {
        None => 4.0,
        Some(EVAL_WEIGHT) => 0.0,
        Some(_) => 1.0,
    }
}

/// The parameters in the engine's format.
pub fn quantized(parameters: &[f32]) -> Vec<u8> {
    let number = |(at, number): (usize, &f32)| {
        let (scale, most) = scale_of(at);
        ((number * scale).round().clamp(-most, most) as i16).to_le_bytes()
    };
    parameters.iter().enumerate().flat_map(number).collect()
}

/// The integer that stands for 1.0 in the engine's format of a parameter, and the largest one that sums leave room for.
fn scale_of(at: usize) -> (f32, f32) {
    const MAX_WEIGHT: f32 = 5_800.0;
    const MAX: f32 = i16::MAX as f32;
    match at.checked_sub(SHARED).map(|at| at % SIDE) {
        None => (ROW_ONE as f32, MAX),
        Some(..POLICY) => (ROW_ONE as f32, MAX),
        Some(POLICY..POLICY_THREATS) => (POLICY_ONE as f32, MAX),
        Some(POLICY_THREATS..L1_WEIGHTS) => (POLICY_ONE as f32, MAX),
        Some(
            L1_WEIGHTS..L1_BIASES | L2_WEIGHTS..L2_BIASES | OUTPUT_WEIGHTS..OUTPUT_THREATS | EVAL_WEIGHT,
        ) => (WEIGHT_ONE as f32, MAX_WEIGHT),
        Some(_) => (LAYER_ONE as f32, MAX),
    }
}
