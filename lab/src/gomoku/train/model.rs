//! The network in floating point: its outputs for a position, and the gradient of the loss by backpropagation.

use super::examples::{Example, Group, View};
use super::layout::*;
use crate::vectors::{add_scaled, dot, part_of, part_of_mut};
use duiyi_engine::gomoku::network::{self, INPUTS, L1, L2, POLICY_UNITS, UNITS, VALUE_UNITS, threat_pair};
use duiyi_engine::{Score, logistic};

/// What the sum over all points is divided by.
const SUM_ONE: f32 = network::SUM_ONE as f32;

type Units = [f32; UNITS];

/// The losses of some examples.
#[derive(Clone, Copy, Default, Debug)]
pub struct Losses {
    /// The sum of the Kullback-Leibler divergences of the values from their targets, and their number.
    pub value: f64,
    pub values: f64,
    /// The sum of the cross entropies of the policies with the best moves, and their number.
    pub policy: f64,
    pub policies: f64,
    /// How often the policy's first move was the best one.
    pub hits: f64,
}

impl Losses {
    pub fn sum(of: impl IntoIterator<Item = Losses>) -> Losses {
        of.into_iter().fold(Losses::default(), |sum, losses| Losses {
            value: sum.value + losses.value,
            values: sum.values + losses.values,
            policy: sum.policy + losses.policy,
            policies: sum.policies + losses.policies,
            hits: sum.hits + losses.hits,
        })
    }
}

/// The vectors of the groups of an example, then of the points as they are without stones.
struct Points {
    /// Before clipping, for the side to move and the other side.
    units: Vec<[Units; 2]>,
    active: Vec<[Units; 2]>,
    /// How often each counts in the sums. Without stones a point counts negatively.
    counts: Vec<f32>,
}

impl Points {
    fn new(parameters: &[f32], example: &Example) -> Points {
        let heads = heads(example.variant, example.turn);
        let vectors = |views: &[View; 2]| -> [Units; 2] {
            std::array::from_fn(|view| unit_vector(parameters, heads[view], &views[view]))
        };
        let units: Vec<[Units; 2]> = example.views().map(vectors).collect();
        let active = units.iter().map(|views| views.each_ref().map(activate)).collect();
        let mut counts: Vec<f32> = example.groups.iter().map(|group| f32::from(group.points)).collect();
        counts.resize(units.len(), 0.0);
        for group in &example.groups {
            counts[example.groups.len() + usize::from(group.bare)] -= f32::from(group.points);
        }
        Points { units, active, counts }
    }

    /// The inputs of L1.
    fn inputs(&self) -> [f32; INPUTS] {
        let mut inputs = [0.0; INPUTS];
        for (active, count) in self.active.iter().zip(&self.counts) {
            for (view, active) in active.iter().enumerate() {
                let values: &[f32; VALUE_UNITS] = part_of(active, POLICY_UNITS);
                add_scaled(part_of_mut(&mut inputs, view * VALUE_UNITS), values, count / SUM_ONE);
            }
        }
        inputs
    }
}

fn unit_vector(parameters: &[f32], head: usize, view: &View) -> Units {
    let mut units = [0.0; UNITS];
    for row in rows(head, view) {
        add_scaled(&mut units, part_of(parameters, row), 1.0);
    }
    units
}

/// Where the rows begin that a side adds up.
fn rows(head: usize, view: &View) -> impl Iterator<Item = usize> + use<'_> {
    view.iter().flat_map(move |&(shape, window)| {
        [head + SHAPE_ROWS + usize::from(shape) * UNITS, WINDOW_ROWS + usize::from(window) * UNITS]
    })
}

fn activate(units: &Units) -> Units {
    units.map(|unit| clipped(unit).powi(2))
}

fn clipped(unit: f32) -> f32 {
    unit.clamp(0.0, 1.0)
}

fn is_between(unit: f32) -> bool {
    unit > 0.0 && unit < 1.0
}

/// The small layers for a position. The units are those before clipping.
struct Layers {
    inputs: [f32; INPUTS],
    l1: [f32; L1],
    l2: [f32; L2],
    /// The evaluation by weights, in units of the output.
    eval: f32,
    output: f32,
}

impl Layers {
    fn new(head: &[f32], example: &Example, inputs: [f32; INPUTS]) -> Layers {
        let mut l1: [f32; L1] = *part_of(head, L1_BIASES);
        for count in example.counts {
            add_scaled(&mut l1, part_of(head, L1_COUNTS + count * L1), 1.0);
        }
        for (at, unit) in l1.iter_mut().enumerate() {
            *unit += dot::<INPUTS>(&inputs, part_of(head, L1_WEIGHTS + at * INPUTS));
        }
        let mut l2: [f32; L2] = *part_of(head, L2_BIASES);
        for (at, &unit) in l1.iter().enumerate() {
            add_scaled(&mut l2, part_of(head, L2_WEIGHTS + at * L2), clipped(unit));
        }
        let eval = example.eval / Score::WIN_RATE_SCALE as f32;
        let output = head[OUTPUT_BIAS]
            + head[EVAL_WEIGHT] * eval
            + dot::<INPUTS>(&inputs, part_of(head, SKIP_WEIGHTS))
            + dot::<L2>(&l2.map(clipped), part_of(head, OUTPUT_WEIGHTS))
            + example.counts.iter().map(|&count| head[OUTPUT_COUNTS + count]).sum::<f32>();
        Layers { inputs, l1, l2, eval, output }
    }

    /// Adds the gradient of the head's parameters, and returns that of the inputs. `slope` is the loss's by the output.
    fn backpropagate(
        &self,
        head: &[f32],
        example: &Example,
        slope: f32,
        gradient: &mut [f32],
    ) -> [f32; INPUTS] {
        gradient[OUTPUT_BIAS] += slope;
        gradient[EVAL_WEIGHT] += slope * self.eval;
        for count in example.counts {
            gradient[OUTPUT_COUNTS + count] += slope;
        }
        let mut l2_slopes = [0.0; L2];
        for (at, &unit) in self.l2.iter().enumerate() {
            gradient[OUTPUT_WEIGHTS + at] += slope * clipped(unit);
            l2_slopes[at] = if is_between(unit) { slope * head[OUTPUT_WEIGHTS + at] } else { 0.0 };
            gradient[L2_BIASES + at] += l2_slopes[at];
        }
        add_scaled::<INPUTS>(part_of_mut(gradient, SKIP_WEIGHTS), &self.inputs, slope);
        let mut input_slopes = [0.0; INPUTS];
        add_scaled(&mut input_slopes, part_of(head, SKIP_WEIGHTS), slope);
        for (at, &unit) in self.l1.iter().enumerate() {
            let onward = L2_WEIGHTS + at * L2;
            add_scaled::<L2>(part_of_mut(gradient, onward), &l2_slopes, clipped(unit));
            if !is_between(unit) {
                continue;
            }
            let unit_slope = dot::<L2>(&l2_slopes, part_of(head, onward));
            gradient[L1_BIASES + at] += unit_slope;
            for count in example.counts {
                gradient[L1_COUNTS + count * L1 + at] += unit_slope;
            }
            let weights = L1_WEIGHTS + at * INPUTS;
            add_scaled::<INPUTS>(part_of_mut(gradient, weights), &self.inputs, unit_slope);
            add_scaled(&mut input_slopes, part_of(head, weights), unit_slope);
        }
        input_slopes
    }
}

/// The policy's score of a stone on a point of this group, in logits.
fn logit(head: &[f32], group: &Group, active: &[Units; 2]) -> f32 {
    let view = |view: usize| -> f32 {
        dot::<POLICY_UNITS>(part_of(&active[view], 0), part_of(head, POLICY + view * POLICY_UNITS))
    };
    view(0) + view(1) + head[POLICY_THREATS + threat_pair(group.threats[0], group.threats[1])]
}

/// The chance of each group by the policy, among the points near stones.
fn chances(head: &[f32], groups: &[Group], points: &Points) -> Vec<f32> {
    let logits = groups.iter().zip(&points.active).map(|(group, active)| match group.near {
        0 => f32::NEG_INFINITY,
        near => logit(head, group, active) + f32::from(near).ln(),
    });
    let logits: Vec<f32> = logits.collect();
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
    let total: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// The losses of an example. Adds their gradient to `gradient`, if there is one.
pub fn learn(parameters: &[f32], example: &Example, gradient: Option<&mut [f32]>) -> Losses {
    let heads = heads(example.variant, example.turn);
    let head = &parameters[heads[0]..];
    let points = Points::new(parameters, example);
    let mut losses = Losses::default();
    let layers = example.target.map(|target| {
        let layers = Layers::new(head, example, points.inputs());
        let predicted = logistic(f64::from(layers.output)).clamp(1e-6, 1.0 - 1e-6);
        let target = f64::from(target).clamp(1e-6, 1.0 - 1e-6);
        let cross_entropy = |of: f64| -(target * of.ln() + (1.0 - target) * (1.0 - of).ln());
        losses.value = cross_entropy(predicted) - cross_entropy(target);
        losses.values = 1.0;
        (layers, (predicted - target) as f32)
    });
    let policy_slopes = example.best.map(|best| {
        let mut chances = chances(head, &example.groups, &points);
        let of_a_point = |place: usize| chances[place] / f32::from(example.groups[place].near.max(1));
        let chance = of_a_point(best);
        losses.policy = f64::from(-chance.max(1e-9).ln());
        losses.policies = 1.0;
        losses.hits = f64::from((0..chances.len()).all(|place| of_a_point(place) <= chance));
        chances[best] -= 1.0;
        chances
    });
    if let Some(gradient) = gradient {
        let input_slopes = layers.map_or([0.0; INPUTS], |(layers, slope)| {
            layers.backpropagate(head, example, slope, &mut gradient[heads[0]..])
        });
        backpropagate_points(head, example, &points, &input_slopes, policy_slopes.as_deref(), gradient);
    }
    losses
}

/// Adds the gradient of the policy's parameters and of the rows.
fn backpropagate_points(
    head: &[f32],
    example: &Example,
    points: &Points,
    input_slopes: &[f32; INPUTS],
    policy_slopes: Option<&[f32]>,
    gradient: &mut [f32],
) {
    let heads = heads(example.variant, example.turn);
    for (place, views) in example.views().enumerate() {
        let policy_slope = policy_slopes.and_then(|slopes| slopes.get(place).copied()).unwrap_or(0.0);
        if let (Some(group), true) = (example.groups.get(place), policy_slope != 0.0) {
            let pair = threat_pair(group.threats[0], group.threats[1]);
            gradient[heads[0] + POLICY_THREATS + pair] += policy_slope;
        }
        for (view, seen) in views.iter().enumerate() {
            let units = &points.units[place][view];
            let policy: &[f32; POLICY_UNITS] = part_of(head, POLICY + view * POLICY_UNITS);
            let inputs: &[f32; VALUE_UNITS] = part_of(input_slopes, view * VALUE_UNITS);
            let mut slopes = [0.0; UNITS];
            add_scaled(part_of_mut(&mut slopes, 0), policy, policy_slope);
            add_scaled(part_of_mut(&mut slopes, POLICY_UNITS), inputs, points.counts[place] / SUM_ONE);
            for (slope, &unit) in slopes.iter_mut().zip(units) {
                *slope *= if is_between(unit) { 2.0 * unit } else { 0.0 };
            }
            for row in rows(heads[view], seen) {
                add_scaled(part_of_mut(gradient, row), &slopes, 1.0);
            }
            let active: &[f32; POLICY_UNITS] = part_of(&points.active[place][view], 0);
            add_scaled(part_of_mut(gradient, heads[0] + POLICY + view * POLICY_UNITS), active, policy_slope);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples::examples;
    use super::*;
    use crate::gomoku::record::{Record, RecordedMove};
    use duiyi_engine::gomoku::board::Board;
    use duiyi_engine::gomoku::network::{Accumulator, POLICY_ONE, SCALE};
    use duiyi_rules::gomoku::{Position, Variant};
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    const GAME: &str = "2 h8: h9: i9: g7: j10:-20 k11:35 i8:12 g8:-40 g9:60 i7:-10 j9:55";

    fn quiet_examples(variant: Variant) -> Vec<Example> {
        let mut examples = examples(&GAME.parse().unwrap(), variant, 0.4);
        examples.retain(|example| example.target.is_some() && example.best.is_some());
        assert!(examples.len() > 2);
        examples
    }

    /// Backpropagation agrees with finite differences in the parameters with the steepest slopes of every part.
    #[test]
    fn gradients_agree_with_finite_differences() {
        const STEP: f32 = 1e-2;
        let parameters = random_parameters(&mut SmallRng::seed_from_u64(3));
        let example = &quiet_examples(Variant::Renju)[2];
        let mut gradient = vec![0.0; PARAMETERS];
        learn(&parameters, example, Some(&mut gradient));
        let loss = |parameters: &[f32]| {
            let losses = learn(parameters, example, None);
            (losses.value + losses.policy) as f32
        };
        let head = heads(example.variant, example.turn)[0];
        let parts = [
            SHAPE_ROWS,
            POLICY,
            POLICY_THREATS,
            L1_WEIGHTS,
            L1_BIASES,
            L1_COUNTS,
            L2_WEIGHTS,
            L2_BIASES,
            OUTPUT_WEIGHTS,
            SKIP_WEIGHTS,
            OUTPUT_COUNTS,
            EVAL_WEIGHT,
            OUTPUT_BIAS,
        ];
        let ends = parts.iter().skip(1).copied().chain([OUTPUT_BIAS + 1]);
        let parts = parts.iter().zip(ends).map(|(&from, to)| head + from..head + to);
        for part in parts.chain(std::iter::once(WINDOW_ROWS..UNITS * network::WINDOWS)) {
            let steepest = part
                .max_by(|&a, &b| gradient[a].abs().total_cmp(&gradient[b].abs()))
                .expect("no part is empty");
            let moved = |by: f32| {
                let mut parameters = parameters.clone();
                parameters[steepest] += by;
                loss(&parameters)
            };
            let slope = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            let expected = gradient[steepest];
            assert!(
                (slope - expected).abs() < 0.05 * expected.abs() + 1e-3,
                "{steepest}: {slope} {expected}"
            );
        }
    }

    /// The engine computes the same value and the same policy as the trained network, up to rounding.
    #[test]
    fn the_engine_evaluates_as_the_network_was_trained() {
        const ROUNDING: f32 = 16.0;
        let parameters = engine_parameters();
        for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju] {
            let mut board = Board::new(&Position::empty(variant, 15));
            let record: Record = GAME.parse().unwrap();
            let examples = examples(&record, variant, 0.4);
            let mut examples = examples.iter();
            for RecordedMove { point, score, .. } in record.moves {
                if score.is_some() && board.is_quiet() {
                    let example = examples.next().unwrap();
                    let (head, points) =
                        (&parameters[heads(variant, board.turn())[0]..], Points::new(&parameters, example));
                    let expected = SCALE as f32 * Layers::new(head, example, points.inputs()).output;
                    let mut accumulator = Accumulator::new(&board).unwrap();
                    let value = accumulator.evaluate(&board, board.evaluate()) as f32;
                    assert!(
                        (value - expected).abs() < ROUNDING,
                        "{variant:?} {point}: {value}, not {expected}"
                    );
                    let best = example.best.unwrap();
                    let expected = logit(head, &example.groups[best], &points.active[best]);
                    let score = accumulator.policy(&board, point) as f32 / POLICY_ONE as f32;
                    assert!((score - expected).abs() < 0.25, "{variant:?} {point}: {score}, not {expected}");
                }
                board.make_move(point);
            }
        }
    }

    #[test]
    fn training_lowers_the_loss() {
        let mut parameters = random_parameters(&mut SmallRng::seed_from_u64(4));
        let mut adam = crate::adam::Adam::new(PARAMETERS, 1e-8);
        let examples = quiet_examples(Variant::Freestyle);
        let losses = |parameters: &[f32]| {
            let losses = Losses::sum(examples.iter().map(|example| learn(parameters, example, None)));
            [losses.value, losses.policy]
        };
        let before = losses(&parameters);
        for _ in 0..100 {
            let mut gradient = vec![0.0; PARAMETERS];
            for example in &examples {
                learn(&parameters, example, Some(&mut gradient));
            }
            adam.step(&mut parameters, &gradient, |_| 3e-3);
        }
        let after = losses(&parameters);
        assert!(after[0] < before[0] / 2.0 && after[1] < before[1] / 2.0, "{before:?} {after:?}");
    }
}
