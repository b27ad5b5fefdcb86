//! Tunes the parameters of the Xiangqi search by games between two engines that differ in all of them at once:
//! simultaneous perturbation stochastic approximation (Spall, "Implementation of the simultaneous perturbation
//! algorithm for stochastic optimization", 1998). <https://www.chessprogramming.org/SPSA>

use crate::adjudicate::Adjudication;
use crate::engine::{Contestant, Player};
use crate::openings;
use crate::pace::Pace;
use crate::play::{self, Terms};
use crate::threads::on_threads;
use duiyi::engine::xiangqi::{Parameter, Parameters};
use duiyi::rules::Ruleset;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Mutex;
use std::{fmt, fs};

type Error = Box<dyn std::error::Error>;

/// Tunes parameters of the Xiangqi search by pairs of games.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The parameters to tune, separated by commas; all if none is named.
    #[arg(long, value_delimiter = ',')]
    parameters: Vec<String>,
    /// Nodes per move.
    #[arg(long, default_value_t = 8_000)]
    nodes: u64,
    /// Pairs of games, with both colors.
    #[arg(long, default_value_t = 5_000)]
    pairs: usize,
    /// Pairs that are played at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// The file of progress. A file that is there is continued.
    #[arg(long)]
    out: PathBuf,
    /// How far a won pair moves a parameter at the end, as a fraction of its step. With fewer pairs use more.
    #[arg(long, default_value_t = 0.002)]
    rate: f64,
    #[command(flatten)]
    adjudication: Adjudication,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The exponents by which steps and perturbations shrink, as Spall advises, and the fraction of all pairs during which
/// the steps hardly do (his stability constant A).
const STEP_EXPONENT: f64 = 0.602;
const PERTURBATION_EXPONENT: f64 = 0.101;
const STABILITY: f64 = 0.1;

/// How often the progress is saved and printed, in pairs.
const SAVE_EVERY: usize = 50;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Tuned {
    name: String,
    value: f64,
}

/// The progress after so many pairs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Progress {
    pairs: usize,
    tuned: Vec<Tuned>,
}

/// The gains of a pair: how much the parameters are perturbed, and how much its result moves them.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Gains {
    perturbation: f64,
    step: f64,
}

impl Gains {
    /// For pair number `pair` of `pairs`, in units of each parameter's step, which is its perturbation at the end.
    fn of(pair: usize, pairs: usize, rate: f64) -> Gains {
        let (pair, pairs) = (pair as f64, pairs as f64);
        let stability = STABILITY * pairs;
        let perturbation = (pairs / (pair + 1.0)).powf(PERTURBATION_EXPONENT);
        let step = rate * ((stability + pairs) / (stability + pair + 1.0)).powf(STEP_EXPONENT) / perturbation;
        Gains { perturbation, step }
    }
}

struct Tuner<'a> {
    args: &'a Args,
    terms: Terms,
    openings: Vec<Vec<String>>,
    parameters: Vec<&'static Parameter>,
    state: Mutex<State>,
}

struct State {
    progress: Progress,
    begun: usize,
    random: SmallRng,
}

/// One pair: the direction in which each parameter is perturbed, and the two engines that result.
struct Pair {
    directions: Vec<f64>,
    gains: Gains,
    opening: usize,
    searches: [Parameters; 2],
}

pub fn run(args: &Args) -> Result<(), Error> {
    let parameters = named(&args.parameters)?;
    let progress = match args.out.exists() {
        true => serde_json::from_str(&fs::read_to_string(&args.out)?)?,
        false => begin(&parameters),
    };
    if progress.tuned.iter().map(|tuned| tuned.name.as_str()).ne(parameters.iter().map(|p| p.name)) {
        return Err(format!("{} is of other parameters", args.out.display()).into());
    }
    let random = SmallRng::seed_from_u64(args.seed.wrapping_add(progress.pairs as u64));
    let tuner = Tuner {
        args,
        terms: Terms {
            options: play::options(Ruleset::Xiangqi),
            pace: Pace::Nodes(args.nodes),
            adjudication: args.adjudication,
        },
        openings: openings::of(Ruleset::Xiangqi),
        parameters,
        state: Mutex::new(State { begun: progress.pairs, progress, random }),
    };
    on_threads(args.concurrency, || tuner.play_pairs())
}

fn named(names: &[String]) -> Result<Vec<&'static Parameter>, Error> {
    if names.is_empty() {
        return Ok(Parameters::ALL.iter().collect());
    }
    let find = |name: &String| Parameters::ALL.iter().find(|parameter| parameter.name == name);
    names
        .iter()
        .map(|name| find(name).ok_or_else(|| format!("there is no parameter {name}").into()))
        .collect()
}

fn begin(parameters: &[&Parameter]) -> Progress {
    let defaults = Parameters::default();
    let value = |name| f64::from(defaults.get(name).expect("it is one of all parameters"));
    let tuned = parameters.iter().map(|p| Tuned { name: p.name.to_owned(), value: value(p.name) });
    Progress { pairs: 0, tuned: tuned.collect() }
}

impl Tuner<'_> {
    fn play_pairs(&self) -> Result<(), Error> {
        while let Some(pair) = self.next_pair() {
            let player = |parameters| Contestant::Own(Box::new(Player::with_parameters(parameters)));
            let mut engines = pair.searches.map(player);
            let opening = &self.openings[pair.opening];
            let points: i32 = (0..2)
                .map(|first| play::play(&mut engines, first, opening, &self.terms).result_for(0) as i32 - 1)
                .sum();
            if let Some(progress) = self.update(&pair, f64::from(points)) {
                fs::write(&self.args.out, serde_json::to_string_pretty(&progress)?)?;
                println!("{progress}");
            }
        }
        Ok(())
    }

    fn next_pair(&self) -> Option<Pair> {
        let mut state = self.state.lock().expect("no thread panics");
        let State { progress, begun, random } = &mut *state;
        if *begun >= self.args.pairs {
            return None;
        }
        let gains = Gains::of(*begun, self.args.pairs, self.args.rate);
        *begun += 1;
        let directions: Vec<f64> =
            self.parameters.iter().map(|_| if random.random() { 1.0 } else { -1.0 }).collect();
        let searches = [1.0, -1.0].map(|sign| {
            let mut search = Parameters::default();
            for ((parameter, tuned), direction) in
                self.parameters.iter().zip(&progress.tuned).zip(&directions)
            {
                let change = sign * direction * gains.perturbation * f64::from(parameter.step);
                // Stochastic rounding, so that small perturbations have the right mean.
                let value = (tuned.value + change + random.random::<f64>()).floor() as i32;
                let value = value.clamp(parameter.least, parameter.most);
                search.set(parameter.name, value).expect("it is one of all parameters and within its range");
            }
            search
        });
        let opening = random.random_range(0..self.openings.len());
        Some(Pair { directions, gains, opening, searches })
    }

    /// Updates the parameters. `points` are those of the first engine in both games, from -2 to 2. Returns the progress
    /// if it is time to save it.
    fn update(&self, pair: &Pair, points: f64) -> Option<Progress> {
        let mut state = self.state.lock().expect("no thread panics");
        let progress = &mut state.progress;
        for ((parameter, tuned), direction) in
            self.parameters.iter().zip(&mut progress.tuned).zip(&pair.directions)
        {
            let moved = tuned.value + points * direction * pair.gains.step * f64::from(parameter.step);
            tuned.value = moved.clamp(parameter.least.into(), parameter.most.into());
        }
        progress.pairs += 1;
        let is_time = progress.pairs.is_multiple_of(SAVE_EVERY) || progress.pairs == self.args.pairs;
        is_time.then(|| progress.clone())
    }
}

impl fmt::Display for Progress {
    /// As a description of an engine that `match` accepts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = |tuned: &Tuned| format!("{}={:.0}", tuned.name, tuned.value);
        let values: Vec<String> = self.tuned.iter().map(value).collect();
        write!(f, "{} pairs: self:{}", self.pairs, values.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_grow_smaller_towards_those_of_the_end() {
        let gains: Vec<Gains> = (0..1_000).map(|pair| Gains::of(pair, 1_000, 0.002)).collect();
        assert!(gains.windows(2).all(|pair| pair[0].perturbation > pair[1].perturbation));
        assert!(gains[0].step > gains[999].step);
        let last = gains[999];
        assert!((last.perturbation - 1.0).abs() < 1e-9 && (last.step - 0.002).abs() < 1e-9, "{last:?}");
    }

    /// Finds a parameter whose value alone decides the games.
    #[test]
    fn what_wins_is_moved_towards() {
        let args = Args {
            parameters: vec!["rfp_margin".to_owned(), "lmp_base".to_owned()],
            nodes: 1,
            pairs: 4_000,
            concurrency: 1,
            out: PathBuf::new(),
            rate: 0.002,
            adjudication: Adjudication::default(),
            seed: 7,
        };
        let parameters = named(&args.parameters).unwrap();
        let tuner = Tuner {
            terms: Terms {
                options: play::options(Ruleset::Xiangqi),
                pace: Pace::Nodes(1),
                adjudication: args.adjudication,
            },
            openings: openings::of(Ruleset::Xiangqi),
            state: Mutex::new(State {
                progress: begin(&parameters),
                begun: 0,
                random: SmallRng::seed_from_u64(1),
            }),
            parameters,
            args: &args,
        };
        let best = 120.0;
        while let Some(pair) = tuner.next_pair() {
            let [plus, minus] = pair.searches.map(|search| (f64::from(search.rfp_margin) - best).abs());
            let points = if plus < minus { 2.0 } else { -2.0 };
            tuner.update(&pair, points);
        }
        let reached = tuner.state.lock().unwrap().progress.tuned[0].value;
        assert!((reached - best).abs() < 12.0, "{reached}");
    }
}
