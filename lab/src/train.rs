//! Trains the network of the Xiangqi evaluation on positions of self-play, by Adam, on the CPU.
//!
//! A position has few inputs, its pieces and what attacks what, so the feature transformer adds few rows of weights for each view.

mod model;

use crate::adam::Adam;
use crate::sample::{self, Packed};
use crate::threads::in_parts;
use model::{Example, PARAMETERS};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use std::path::PathBuf;
use std::time::Instant;

/// Trains the network on positions of self-play and writes its weights.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of self-play.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    #[arg(long, default_value = "crates/engine/src/xiangqi/network/weights.bin")]
    out: PathBuf,
    /// Start from the engine's weights instead of random ones.
    #[arg(long)]
    go_on: bool,
    #[arg(long, default_value_t = 10)]
    epochs: usize,
    /// How much of the target is the game's result; the rest is the search's score.
    #[arg(long, default_value_t = 0.0)]
    result_share: f32,
    /// The learning rate at the start; it falls along half a cosine to a hundredth.
    #[arg(long, default_value_t = 1.5e-3)]
    rate: f32,
    /// The weight decay of a step, as a fraction of the learning rate.
    #[arg(long, default_value_t = 0.9)]
    decay: f32,
    #[arg(long, default_value_t = 8_192)]
    batch: usize,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// One in this many stretches of positions is held out for validation.
const HELD_OUT: usize = 40;
const STRETCH: usize = 1_000;

/// The sum of the losses of a batch. The mean of its gradients is left in the first of `gradients`.
fn learn_batch(network: &[f32], batch: &[&Packed], gradients: &mut [Vec<f32>], result_share: f32) -> f64 {
    gradients.iter_mut().for_each(|gradient| gradient.fill(0.0));
    let losses = in_parts(batch, gradients, |part, gradient| {
        let learn = |packed: &&Packed| {
            f64::from(model::backpropagate(network, &Example::new(packed, result_share), gradient))
        };
        part.iter().map(learn).sum::<f64>()
    });
    let Some((mean, others)) = gradients.split_first_mut() else { return 0.0 };
    for gradient in others {
        mean.iter_mut().zip(gradient).for_each(|(sum, slope)| *sum += *slope);
    }
    mean.iter_mut().for_each(|sum| *sum /= batch.len() as f32);
    losses.into_iter().sum()
}

/// The mean loss of held-out positions against the search's scores.
fn mean_loss(network: &[f32], data: &[&Packed], threads: usize) -> f64 {
    let loss = |packed: &&Packed| f64::from(model::loss(network, &Example::new(packed, 0.0)));
    let parts = in_parts(data, &mut vec![(); threads], |part, ()| part.iter().map(loss).sum::<f64>());
    parts.into_iter().sum::<f64>() / data.len() as f64
}

/// The positions to train on, and those held out: in whole stretches, since neighbors are from one game.
fn split(all: &[Packed]) -> (Vec<&Packed>, Vec<&Packed>) {
    let part = |held: bool| {
        let stretches = all.chunks(STRETCH).enumerate();
        stretches.filter(|(at, _)| (at % HELD_OUT == 0) == held).flat_map(|(_, stretch)| stretch).collect()
    };
    (part(false), part(true))
}

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<_> = args.data.iter().map(|path| sample::read(path)).collect::<Result<_, _>>()?;
    let (data, held): (Vec<_>, Vec<_>) = files.iter().map(|file| split(file)).unzip();
    let mut data = data.concat();
    let mut random = SmallRng::seed_from_u64(args.seed);
    let mut parameters =
        if args.go_on { model::engine_parameters() } else { model::random_parameters(&mut random) };
    let mut adam = Adam::new(PARAMETERS, 1e-8);
    let mut gradients = vec![vec![0.0; PARAMETERS]; args.threads];
    let started = Instant::now();
    let validate = |parameters: &[f32]| {
        for (path, held) in args.data.iter().zip(&held) {
            let loss = mean_loss(parameters, held, args.threads);
            println!("  held out of {}: {loss:.6}", path.display());
        }
    };
    validate(&parameters);
    for epoch in 0..args.epochs {
        data.shuffle(&mut random);
        let mut sum = 0.0;
        for (at, batch) in data.chunks(args.batch).enumerate() {
            let done = (epoch as f32 + (at * args.batch) as f32 / data.len() as f32) / args.epochs as f32;
            let rate = args.rate * (0.01 + 0.99 * (1.0 + (done * std::f32::consts::PI).cos()) / 2.0);
            sum += learn_batch(&parameters, batch, &mut gradients, args.result_share);
            // The decay is decoupled from the gradient (Loshchilov and Hutter 2019, AdamW).
            parameters.iter_mut().for_each(|number| *number *= 1.0 - rate * args.decay);
            adam.step(&mut parameters, &gradients[0], |at| rate * model::rate_factor(at));
            model::clip(&mut parameters);
        }
        println!(
            "epoch {:>3}: loss {:.6}, {} s",
            epoch + 1,
            sum / data.len() as f64,
            started.elapsed().as_secs()
        );
        validate(&parameters);
        std::fs::write(&args.out, model::quantized(&parameters))?;
    }
    Ok(())
}
