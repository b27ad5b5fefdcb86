//! Trains the network of five in a row on games of self-play, by Adam, on the CPU.

mod examples;
mod layout;
mod model;

use crate::adam::Adam;
use crate::gomoku::record::Malformed;
use crate::threads::in_parts;
use duiyi_rules::gomoku::Variant;
use examples::Example;
use layout::PARAMETERS;
use model::Losses;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// Trains the network of Gomoku and Renju on games of `gomoku-selfplay` and writes its weights.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of games, each as RULESET:PATH. Train all rulesets together: they share most weights.
    #[arg(required = true)]
    pub games: Vec<String>,
    #[arg(long, default_value = "crates/engine/src/gomoku/network/weights.bin")]
    pub out: PathBuf,
    #[arg(long, default_value_t = 2)]
    pub threads: usize,
    #[command(flatten)]
    pub settings: Settings,
}

#[derive(Clone, Debug, clap::Args)]
pub struct Settings {
    /// Start from the engine's own weights instead of random ones.
    #[arg(long)]
    go_on: bool,
    #[arg(long, default_value_t = 8)]
    epochs: usize,
    /// The learning rate at the start; it falls along half a cosine to a hundredth.
    #[arg(long, default_value_t = 1.5e-3)]
    rate: f32,
    /// The weight decay of a step, as a fraction of the learning rate.
    #[arg(long, default_value_t = 0.2)]
    decay: f32,
    #[arg(long, default_value_t = 512)]
    batch: usize,
    /// How much of the target is the game's result; the rest is the search's score.
    #[arg(long, default_value_t = 0.4)]
    result_share: f32,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// One of this many games is held out for validation.
const HELD_OUT: usize = 20;

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let settings = &args.settings;
    let (mut train, held) = read(args)?;
    println!("{} positions, {} held out", train.len(), held.len());
    let mut random = SmallRng::seed_from_u64(settings.seed);
    let mut parameters =
        if settings.go_on { layout::engine_parameters() } else { layout::random_parameters(&mut random) };
    let mut adam = Adam::new(PARAMETERS, 1e-8);
    let mut gradients = vec![vec![0.0; PARAMETERS]; args.threads];
    let started = Instant::now();
    validate(&parameters, &held, args.threads);
    for epoch in 0..settings.epochs {
        train.shuffle(&mut random);
        let mut losses = Losses::default();
        for (at, batch) in train.chunks(settings.batch).enumerate() {
            let done =
                (epoch as f32 + (at * settings.batch) as f32 / train.len() as f32) / settings.epochs as f32;
            let rate = settings.rate * (0.01 + 0.99 * (1.0 + (done * std::f32::consts::PI).cos()) / 2.0);
            losses = Losses::sum([losses, learn_batch(&parameters, batch, &mut gradients)]);
            // The decay is decoupled from the gradient (Loshchilov and Hutter 2019, AdamW).
            for (at, number) in parameters.iter_mut().enumerate() {
                *number *= 1.0 - rate * settings.decay * layout::decay_factor(at);
            }
            adam.step(&mut parameters, &gradients[0], |_| rate);
        }
        print(&format!("epoch {}, {} s", epoch + 1, started.elapsed().as_secs()), losses);
        validate(&parameters, &held, args.threads);
        fs::write(&args.out, layout::quantized(&parameters))?;
    }
    Ok(())
}

/// The positions to train on, and those held out: of whole games, since neighbors are alike.
fn read(args: &Args) -> Result<(Vec<Example>, Vec<Example>), Box<dyn std::error::Error>> {
    let (mut train, mut held) = (Vec::new(), Vec::new());
    for games in &args.games {
        let (ruleset, path) = games.split_once(':').ok_or("expected RULESET:PATH")?;
        let variant = Variant::of(ruleset.parse()?)
            .filter(|&variant| variant != Variant::Caro)
            .ok_or("expected gomoku, gomoku_standard or renju")?;
        let text = fs::read_to_string(path)?;
        let lines: Vec<&str> = text.lines().collect();
        let of_game = |line: &&str| -> Result<Vec<Example>, Malformed> {
            Ok(examples::examples(&line.parse()?, variant, args.settings.result_share))
        };
        let of_games = |lines: &[&str], _: &mut ()| lines.iter().map(of_game).collect::<Result<Vec<_>, _>>();
        let parts = in_parts(&lines, &mut vec![(); args.threads], of_games);
        let games: Vec<Vec<Vec<Example>>> = parts.into_iter().collect::<Result<_, _>>()?;
        for (at, examples) in games.into_iter().flatten().enumerate() {
            let to = if at % HELD_OUT == 0 { &mut held } else { &mut train };
            to.extend(examples);
        }
    }
    Ok((train, held))
}

/// The losses of a batch. The mean of their gradients is left in the first of `gradients`.
fn learn_batch(parameters: &[f32], batch: &[Example], gradients: &mut [Vec<f32>]) -> Losses {
    gradients.iter_mut().for_each(|gradient| gradient.fill(0.0));
    let losses = in_parts(batch, gradients, |part, gradient| {
        Losses::sum(part.iter().map(|example| model::learn(parameters, example, Some(gradient))))
    });
    if let Some((mean, others)) = gradients.split_first_mut() {
        for gradient in others {
            mean.iter_mut().zip(gradient).for_each(|(sum, slope)| *sum += *slope);
        }
        mean.iter_mut().for_each(|sum| *sum /= batch.len() as f32);
    }
    Losses::sum(losses)
}

/// Prints the losses of held-out positions.
fn validate(parameters: &[f32], held: &[Example], threads: usize) {
    for variant in Variant::ALL {
        let losses = in_parts(held, &mut vec![(); threads], |part, ()| {
            let of_variant = part.iter().filter(|example| example.variant == variant);
            Losses::sum(of_variant.map(|example| model::learn(parameters, example, None)))
        });
        print(&format!("  held out, {variant:?}"), Losses::sum(losses));
    }
}

fn print(what: &str, losses: Losses) {
    if losses.values > 0.0 && losses.policies > 0.0 {
        let [value, policy, hits] =
            [losses.value / losses.values, losses.policy / losses.policies, losses.hits / losses.policies];
        println!("{what}: value {value:.5}, policy {policy:.4}, best move first {:.2} %", 100.0 * hits);
    }
}
