//! Trains the network of five in a row on games of self-play, by Adam, on the CPU.

mod examples;
mod model;

use crate::adam::Adam;
use duiyi::engine::gomoku::weights::{WEIGHT_TABLES, weight_table};
use duiyi::rules::Side;
use duiyi::rules::gomoku::Variant;
use examples::Example;
use model::{Gradient, Loss, SHARED, SIDE, Settings, Sides};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// Trains the network of Gomoku or Renju on games of `gomoku-selfplay`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of games, each as RULESET:PATH.
    #[arg(required = true)]
    games: Vec<String>,
    #[arg(long)]
    out: PathBuf,
    #[arg(long, default_value_t = 12)]
    epochs: usize,
    /// The learning rate at the start; it falls along half a cosine to a hundredth.
    #[arg(long, default_value_t = 1.5e-3)]
    rate: f32,
    #[arg(long, default_value_t = 0.02)]
    decay: f32,
    #[arg(long, default_value_t = 2_048)]
    batch: usize,
    /// The fraction of the target that is the game's result; the rest is the search's score.
    #[arg(long, default_value_t = 0.4)]
    result_share: f32,
    #[arg(long, default_value_t = 0.3)]
    policy_share: f32,
    #[arg(long)]
    windows: bool,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What a position is worth.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub result_share: f32,
}

/// One of this many games is held out for validation.
const HELD_OUT: usize = 20;

/// Where the parameters of the side to move and of the other side begin.
fn places(variant: Variant, turn: Side) -> [usize; 2] {
    [turn, turn.other()].map(|side| SHARED + weight_table(variant, side) * SIDE)
}

fn in_parts<T: Send, S: Send>(
    data: &[&Example],
    scratch: &mut [S],
    of: impl Fn(&[&Example], &mut S) -> T + Sync,
) -> Vec<T> {
    std::thread::scope(|scope| {
        let of = &of;
        let part = data.len().div_ceil(scratch.len()).max(1);
        let parts: Vec<_> = data
            .chunks(part)
            .zip(scratch)
            .map(|(part, scratch)| scope.spawn(move || of(part, scratch)))
            .collect();
        parts.into_iter().map(|part| part.join().expect("no thread of the training panics")).collect()
    })
}

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let goal = Goal { result_share: args.result_share };
    let (mut train, mut held) = (Vec::new(), Vec::new());
    for games in &args.games {
        let (ruleset, path) = games.split_once(':').ok_or("expected RULESET:PATH")?;
        let variant =
            Variant::of(duiyi::cli::parse_ruleset(ruleset)?).ok_or("expected a ruleset of five in a row")?;
        for (at, line) in fs::read_to_string(path)?.lines().enumerate() {
            let to = if at % HELD_OUT == 0 { &mut held } else { &mut train };
            // An interrupted self-play leaves half a game at the end of its file.
            if examples::read_game(line, variant, goal, to).is_none() {
                println!("skipped: {line}");
            }
        }
    }
    let groups: usize = train.iter().map(|example| example.groups.len()).sum();
    println!(
        "{} positions, {} held out, {} groups each",
        train.len(),
        held.len(),
        groups / train.len().max(1)
    );
    let mut train: Vec<&Example> = train.iter().collect();
    let held: Vec<&Example> = held.iter().collect();
    let mut random = SmallRng::seed_from_u64(args.seed);
    let mut parameters = vec![0.0; SHARED];
    let side = model::random_side(&mut random);
    (0..WEIGHT_TABLES).for_each(|_| parameters.extend(&side));
    let mut adam = Adam::new(parameters.len(), 1e-8);
    let mut gradients = vec![vec![0.0; parameters.len()]; args.threads];
    let settings = Settings { policy_share: args.policy_share, uses_windows: args.windows };
    let started = Instant::now();
    let sum = |losses: Vec<Loss>| {
        losses.into_iter().fold(Loss::default(), |mut sum, loss| {
            sum.add(loss);
            sum
        })
    };
    let learn_part = |parameters: &[f32], part: &[&Example], gradient: &mut Vec<f32>, learns: bool| {
        let mut sum = Loss::default();
        for example in part {
            let at = places(example.variant, example.turn);
            let sides =
                Sides { shared: &parameters[..SHARED], sides: at.map(|at| &parameters[at..at + SIDE]) };
            let mut gradient = Gradient { all: gradient, at };
            sum.add(model::learn(&sides, example, settings, learns.then_some(&mut gradient)));
        }
        sum
    };
    let print = |what: &str, loss: Loss| {
        println!(
            "{what}: value {:.5}, policy {:.5}, best move first {:.4} ({} s)",
            loss.value / loss.values,
            loss.policy / loss.policies,
            loss.hits / loss.policies,
            started.elapsed().as_secs()
        );
    };
    for epoch in 0..=args.epochs {
        if epoch > 0 {
            train.shuffle(&mut random);
            let mut losses = Loss::default();
            for (at, batch) in train.chunks(args.batch).enumerate() {
                let done =
                    (epoch as f32 - 1.0 + (at * args.batch) as f32 / train.len() as f32) / args.epochs as f32;
                let rate = args.rate * (0.01 + 0.99 * (1.0 + (done * std::f32::consts::PI).cos()) / 2.0);
                gradients.iter_mut().for_each(|gradient| gradient.fill(0.0));
                losses.add(sum(in_parts(batch, &mut gradients, |part, gradient| {
                    learn_part(&parameters, part, gradient, true)
                })));
                let (mean, others) = gradients.split_first_mut().expect("a thread");
                for gradient in others {
                    mean.iter_mut().zip(gradient).for_each(|(sum, slope)| *sum += *slope);
                }
                mean.iter_mut().for_each(|sum| *sum /= batch.len() as f32);
                for (at, number) in parameters.iter_mut().enumerate() {
                    *number *= 1.0 - rate * args.decay * model::decay_factor(at);
                }
                adam.step(&mut parameters, mean, |_| rate);
            }
            print(&format!("epoch {epoch}"), losses);
        }
        let mut none = vec![Vec::new(); args.threads];
        for variant in Variant::ALL {
            let of: Vec<&Example> =
                held.iter().copied().filter(|example| example.variant == variant).collect();
            if !of.is_empty() {
                print(
                    &format!("  {variant:?}"),
                    sum(in_parts(&of, &mut none, |part, none| learn_part(&parameters, part, none, false))),
                );
            }
        }
    }
    fs::write(&args.out, model::quantized(&parameters))?;
    Ok(())
}
