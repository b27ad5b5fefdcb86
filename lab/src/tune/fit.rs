//! Texel tuning: fits the hand-made evaluation to results of games and search scores by logistic regression.
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>
//!
//! The evaluation is linear in material, piece-square values and most weights. The others are linearized at their
//! current values, so a few rounds are enough.

use crate::adam::Adam;
use duiyi_engine::logistic;
use duiyi_engine::xiangqi::hand_made::{Board, FULL_PHASE, Tapered, WEIGHTS, Weights, evaluate_with};
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Position, Role, Square};

/// A quiet position of a game with the search's score and the game's result, for Red.
#[derive(Clone, Debug)]
pub struct Sample {
    pub position: Position,
    /// In hundredths of a soldier.
    pub score: i32,
    /// 1 won, 0.5 drawn, 0 lost.
    pub result: f64,
}

/// The fraction of the target that is the result; the rest is the search's score.
const RESULT_SHARE: f64 = 0.5;
/// The score at which a side is expected to score 73 of 100 points. Fitting with another scale stretches all values.
const SCALE: f64 = 330.0;
/// The decay of weights and material, which count in most positions, relative to that of piece-square values.
const SHARED_DECAY: f64 = 0.05;
/// The learning rate, in hundredths of a soldier, and Adam's epsilon: the mean gradients of piece-square values are
/// tiny.
const RATE: f32 = 0.3;
const EPSILON: f32 = 1e-12;
const HALF_BOARD: usize = Square::RANKS as usize * 5;

/// The change of one number of the evaluation, named as in its source.
#[derive(Clone, Debug)]
pub struct Tuned {
    pub name: String,
    /// In the middle game and in the endgame, to be added to the current value.
    pub change: (f64, f64),
}

struct Row {
    value: f64,
    target: f64,
    /// The indices of parameters and their coefficients.
    terms: Vec<(u32, f32)>,
}

/// The changes to all numbers that make the evaluation predict the samples best, kept small by `decay`, and the loss
/// before and after.
pub fn fit(samples: &[Sample], epochs: usize, decay: f64) -> (Vec<Tuned>, f64, f64) {
    let weights = WEIGHTS.clone().tunable().count();
    let mut names: Vec<String> = WEIGHTS.clone().tunable().map(|(name, _)| name.to_owned()).collect();
    names.extend(
        Role::ALL
            .iter()
            .flat_map(|role| (0..HALF_BOARD).map(move |at| format!("{} {} {}", role.name(), at / 5, at % 5))),
    );
    names.extend(Role::ALL.iter().map(|role| format!("material {}", role.name())));
    let rows: Vec<Row> = samples.iter().map(|sample| row(sample, weights)).collect();
    let mut change = vec![0.0; 2 * names.len()];
    let mut adam = Adam::new(change.len(), EPSILON);
    let before = loss(&rows, &change);
    for _ in 0..epochs {
        let mut gradient: Vec<f64> = change
            .iter()
            .enumerate()
            .map(|(at, &change)| {
                let is_place = (2 * weights..2 * (weights + Role::COUNT * HALF_BOARD)).contains(&at);
                f64::from(change) * if is_place { decay } else { decay * SHARED_DECAY }
            })
            .collect();
        for row in &rows {
            let predicted = predict(row, &change);
            let error = (predicted - row.target) * predicted * (1.0 - predicted) / rows.len() as f64;
            for &(at, coefficient) in &row.terms {
                gradient[at as usize] += error * f64::from(coefficient);
            }
        }
        let gradient: Vec<f32> = gradient.into_iter().map(|slope| slope as f32).collect();
        adam.step(&mut change, &gradient, |_| RATE);
    }
    let after = loss(&rows, &change);
    let tuned = names
        .into_iter()
        .zip(change.chunks(2))
        .map(|(name, pair)| Tuned { name, change: (pair[0].into(), pair[1].into()) });
    (tuned.collect(), before, after)
}

fn predict(row: &Row, change: &[f32]) -> f64 {
    let terms = row.terms.iter().map(|&(at, coefficient)| change[at as usize] * coefficient);
    logistic((row.value + terms.map(f64::from).sum::<f64>()) / SCALE)
}

fn loss(rows: &[Row], change: &[f32]) -> f64 {
    rows.iter().map(|row| (predict(row, change) - row.target).powi(2)).sum::<f64>() / rows.len() as f64
}

fn row(sample: &Sample, weights: usize) -> Row {
    const STEP: i32 = 10;
    let board = Board::new(sample.position.clone());
    let sign = if board.turn() == Side::First { 1.0 } else { -1.0 };
    let value = |w: &Weights| sign * f64::from(evaluate_with(&board, w));
    let base = value(&WEIGHTS);
    let mut terms = Vec::new();
    for at in 0..weights {
        for part in 0..2 {
            let moved = |by: i32| {
                let mut w = WEIGHTS.clone();
                let Some((_, weight)) = w.tunable().nth(at) else { return base };
                *weight += if part == 0 { Tapered { mid: by, end: 0 } } else { Tapered { mid: 0, end: by } };
                value(&w)
            };
            let coefficient = (moved(STEP) - moved(-STEP)) / f64::from(2 * STEP);
            if coefficient != 0.0 {
                terms.push(((2 * at + part) as u32, coefficient as f32));
            }
        }
    }
    let phase = f64::from(board.phase().min(FULL_PHASE)) / f64::from(FULL_PHASE);
    for square in sample.position.occupied() {
        let Some(piece) = sample.position.piece_at(square) else { continue };
        let own = if piece.side == Side::First { 1.0 } else { -1.0 };
        let file = square.file().min(8 - square.file()) as usize;
        let at =
            weights + piece.role as usize * HALF_BOARD + square.relative_rank(piece.side) as usize * 5 + file;
        let material = weights + Role::COUNT * HALF_BOARD + piece.role as usize;
        for at in [at as u32, material as u32] {
            terms.push((2 * at, (own * phase) as f32));
            terms.push((2 * at + 1, (own * (1.0 - phase)) as f32));
        }
    }
    Row {
        value: base,
        target: RESULT_SHARE * sample.result
            + (1.0 - RESULT_SHARE) * logistic(f64::from(sample.score) / SCALE),
        terms,
    }
}
