//! Tunes the parameters of a search by SPSA, simultaneous perturbation stochastic approximation: games between
//! two engines that differ in all parameters at once (Spall, "Implementation of the simultaneous perturbation algorithm
//! for stochastic optimization", 1998). <https://www.chessprogramming.org/SPSA>

use crate::adjudicate::Adjudication;
use crate::engine::{Contestant, Player};
use crate::openings;
use crate::play::{self, GameConditions};
use crate::threads::on_threads;
use crate::time_control::TimeControl;
use duiyi_engine::{Parameter, Parameters};
use duiyi_rules::Ruleset;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{fmt, fs};

type Error = Box<dyn std::error::Error>;

/// Tunes parameters of the search of Xiangqi or of five in a row by pairs of games.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rulesets of one engine, separated by commas: the pairs take turns.
    #[arg(long, value_delimiter = ',', default_value = "xiangqi")]
    ruleset: Vec<Ruleset>,
    /// The parameters to tune, separated by commas. Default: all.
    #[arg(long, value_delimiter = ',')]
    parameters: Vec<String>,
    /// Nodes per move.
    #[arg(long, default_value_t = 8_000)]
    nodes: u64,
    /// Pairs of games. The engines swap colors for the second game of a pair.
    #[arg(long, default_value_t = 5_000)]
    pairs: usize,
    /// Pairs to play at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// The progress file. If it exists, the run resumes from it.
    #[arg(long)]
    out: PathBuf,
    /// The step of a parameter in the last pair for each game that one engine wins more than the other, as a fraction of
    /// the parameter's last perturbation. Use more with fewer pairs.
    #[arg(long, default_value_t = 0.002)]
    rate: f64,
    #[command(flatten)]
    adjudication: Adjudication,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Spall's alpha and gamma: the exponents by which the gains a and c shrink.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// Spall's stability constant A, as a fraction of all pairs: during these the gain a hardly shrinks.
const STABILITY: f64 = 0.1;

/// How often the progress is saved and printed, in pairs.
const SAVE_EVERY: usize = 50;

/// The settings of a run. A resumed run must have the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Settings {
    rulesets: Vec<Ruleset>,
    nodes: u64,
    pairs: usize,
    rate: f64,
    adjudication: Adjudication,
}

impl Settings {
    fn of(args: &Args) -> Settings {
        Settings {
            rulesets: args.ruleset.clone(),
            nodes: args.nodes,
            pairs: args.pairs,
            rate: args.rate,
            adjudication: args.adjudication,
        }
    }
}

/// A parameter that is tuned, and its current value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Tuned {
    name: String,
    /// Its perturbation in the last pair ([`Parameter::step`]).
    last_perturbation: i32,
    value: f64,
}

/// The contents of the progress file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Progress {
    settings: Settings,
    /// The number of pairs that have been played.
    pairs: usize,
    tuned: Vec<Tuned>,
}

/// The gains of a pair, in units of each parameter's last perturbation.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Gains {
    /// How far the parameters are perturbed: Spall's c.
    perturbation: f64,
    /// The step for each point of [`Tuner::update`]: Spall's a / 2c. Points are the difference of his two measurements.
    update: f64,
}

impl Gains {
    /// The gains of pair number `pair`, from 0, of `pairs`.
    fn of(pair: usize, pairs: usize, rate: f64) -> Gains {
        let (pair, pairs) = (pair as f64, pairs as f64);
        let stability = STABILITY * pairs;
        let perturbation = (pairs / (pair + 1.0)).powf(GAMMA);
        let update = rate * ((stability + pairs) / (stability + pair + 1.0)).powf(ALPHA) / perturbation;
        Gains { perturbation, update }
    }
}

struct Tuner<'a> {
    args: &'a Args,
    tables: Vec<Table>,
    parameters: Vec<&'static Parameter>,
    state: Mutex<State>,
}

/// What the games of a ruleset have in common.
struct Table {
    conditions: GameConditions,
    openings: Vec<Vec<String>>,
}

impl Table {
    fn of(ruleset: Ruleset, args: &Args) -> Table {
        let conditions = GameConditions {
            options: play::options(ruleset),
            time_controls: [TimeControl::Nodes(args.nodes); 2],
            adjudication: args.adjudication,
        };
        Table { conditions, openings: openings::of(ruleset) }
    }
}

struct State {
    progress: Progress,
    /// The number of pairs that have been started.
    started: usize,
    random: SmallRng,
}

/// One pair: the direction in which each parameter is perturbed, and the two engines that result.
struct Pair {
    directions: Vec<f64>,
    gains: Gains,
    table: usize,
    opening: usize,
    searches: [Parameters; 2],
}

pub fn run(args: &Args) -> Result<(), Error> {
    let parameters = named(args.ruleset[0], &args.parameters)?;
    let first = Progress::first(&parameters, Settings::of(args));
    let progress = match args.out.exists() {
        true => resumed(&args.out, &first, &parameters)?,
        false => first,
    };
    let random = SmallRng::seed_from_u64(args.seed.wrapping_add(progress.pairs as u64));
    let tuner = Tuner {
        args,
        tables: args.ruleset.iter().map(|&ruleset| Table::of(ruleset, args)).collect(),
        parameters,
        state: Mutex::new(State { started: progress.pairs, progress, random }),
    };
    on_threads(args.concurrency, || tuner.play_pairs())
}

fn named(ruleset: Ruleset, names: &[String]) -> Result<Vec<&'static Parameter>, Error> {
    if names.is_empty() {
        return Ok(Parameters::all(ruleset).iter().collect());
    }
    let find = |name: &String| Parameters::all(ruleset).iter().find(|parameter| parameter.name == name);
    names
        .iter()
        .map(|name| find(name).ok_or_else(|| format!("there is no parameter {name}").into()))
        .collect()
}

/// Reads a progress file. `first` is the state before the first pair with the settings of this run.
///
/// # Errors
/// When the file cannot be read, or belongs to a run with other settings, parameters or ranges.
fn resumed(path: &Path, first: &Progress, parameters: &[&Parameter]) -> Result<Progress, Error> {
    let refusal = |reason: &dyn fmt::Display| format!("cannot resume from {}: {reason}", path.display());
    let text = fs::read_to_string(path).map_err(|error| refusal(&error))?;
    let progress: Progress = serde_json::from_str(&text).map_err(|error| refusal(&error))?;
    if progress.settings != first.settings {
        let (theirs, ours) = (&progress.settings, &first.settings);
        return Err(refusal(&format!("it has the settings {theirs:?}, and this run has {ours:?}")).into());
    }
    let identity = |tuned: &Tuned| (tuned.name.clone(), tuned.last_perturbation);
    if progress.tuned.iter().map(identity).ne(first.tuned.iter().map(identity)) {
        return Err(refusal(&"it is about other parameters, or other perturbations of them").into());
    }
    for (tuned, parameter) in progress.tuned.iter().zip(parameters) {
        if !(f64::from(parameter.least)..=f64::from(parameter.most)).contains(&tuned.value) {
            return Err(refusal(&format!("{} is out of range", tuned.name)).into());
        }
    }
    Ok(progress)
}

impl Progress {
    /// The state before the first pair: every parameter has its default.
    fn first(parameters: &[&Parameter], settings: Settings) -> Progress {
        let (ruleset, defaults) = (settings.rulesets[0], Parameters::default());
        let tuned = parameters.iter().map(|parameter| Tuned {
            name: parameter.name.to_owned(),
            last_perturbation: parameter.step,
            value: defaults.get(ruleset, parameter.name).expect("it is one of all parameters").into(),
        });
        Progress { settings, pairs: 0, tuned: tuned.collect() }
    }

    /// Replaces the file atomically, so that a crash leaves the old progress or the new.
    fn save(&self, path: &Path) -> Result<(), Error> {
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(".tmp");
        fs::write(&temporary, serde_json::to_string_pretty(self)?)?;
        fs::rename(&temporary, path)?;
        Ok(())
    }
}

impl Tuner<'_> {
    fn play_pairs(&self) -> Result<(), Error> {
        while let Some(pair) = self.next_pair() {
            let player = |parameters| Contestant::Own(Box::new(Player::with_parameters(parameters)));
            let mut engines = pair.searches.map(player);
            let Table { conditions, openings } = &self.tables[pair.table];
            let start = play::after_opening(&openings[pair.opening], &conditions.options);
            let points: i32 = (0..2)
                .map(|first| {
                    play::play(&mut engines, first, start.clone(), conditions).result_for(0) as i32 - 1
                })
                .sum();
            // Save under the lock: otherwise a slower thread could overwrite newer progress.
            let mut state = self.state.lock().expect("no thread panics");
            self.update(&mut state.progress, &pair, f64::from(points));
            let Progress { pairs, .. } = state.progress;
            if pairs.is_multiple_of(SAVE_EVERY) || pairs == self.args.pairs {
                state.progress.save(&self.args.out)?;
                println!("{}", state.progress);
            }
        }
        Ok(())
    }

    fn next_pair(&self) -> Option<Pair> {
        let mut state = self.state.lock().expect("no thread panics");
        let State { progress, started, random } = &mut *state;
        if *started >= self.args.pairs {
            return None;
        }
        let gains = Gains::of(*started, self.args.pairs, self.args.rate);
        let table = *started % self.tables.len();
        *started += 1;
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
                search
                    .set(self.args.ruleset[0], parameter.name, value)
                    .expect("it is one of all parameters and within its range");
            }
            search
        });
        let opening = random.random_range(0..self.tables[table].openings.len());
        Some(Pair { directions, gains, table, opening, searches })
    }

    /// Moves the parameters by the result of a pair. `points` is the number of games that the first engine won minus
    /// those it lost, from -2 to 2.
    fn update(&self, progress: &mut Progress, pair: &Pair, points: f64) {
        for ((parameter, tuned), direction) in
            self.parameters.iter().zip(&mut progress.tuned).zip(&pair.directions)
        {
            let moved = tuned.value + points * direction * pair.gains.update * f64::from(parameter.step);
            tuned.value = moved.clamp(parameter.least.into(), parameter.most.into());
        }
        progress.pairs += 1;
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
    fn gains_shrink_to_those_of_the_last_pair() {
        let gains: Vec<Gains> = (0..1_000).map(|pair| Gains::of(pair, 1_000, 0.002)).collect();
        assert!(gains.windows(2).all(|pair| pair[0].perturbation > pair[1].perturbation));
        assert!(gains[0].update > gains[999].update);
        let last = gains[999];
        assert!((last.perturbation - 1.0).abs() < 1e-9 && (last.update - 0.002).abs() < 1e-9, "{last:?}");
    }

    fn args(out: PathBuf) -> Args {
        Args {
            ruleset: vec![Ruleset::Xiangqi],
            parameters: vec!["rfp_margin".to_owned(), "lmp_base".to_owned()],
            nodes: 1,
            pairs: 4_000,
            concurrency: 1,
            out,
            rate: 0.002,
            adjudication: Adjudication::default(),
            seed: 7,
        }
    }

    #[test]
    fn only_a_run_with_the_same_settings_is_resumed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("spsa.json");
        let args = args(path.clone());
        let parameters = named(args.ruleset[0], &args.parameters).unwrap();
        let first = Progress::first(&parameters, Settings::of(&args));
        let resume = |saved: &Progress| {
            saved.save(&path).unwrap();
            resumed(&path, &first, &parameters)
        };

        let played = Progress { pairs: 50, ..first.clone() };
        assert_eq!(resume(&played).unwrap(), played);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "no temporary file is left");

        let settings = Settings { nodes: 2, ..first.settings.clone() };
        assert!(resume(&Progress { settings, ..first.clone() }).is_err());
        let with = |tuned: Tuned| Progress { tuned: vec![tuned, first.tuned[1].clone()], ..first.clone() };
        for tuned in [
            Tuned { name: "iir_min_depth".to_owned(), ..first.tuned[0].clone() },
            Tuned { last_perturbation: 1, ..first.tuned[0].clone() },
            Tuned { value: -1.0, ..first.tuned[0].clone() },
        ] {
            assert!(resume(&with(tuned.clone())).is_err(), "{tuned:?}");
        }
    }

    /// One parameter alone decides the games.
    #[test]
    fn a_parameter_moves_towards_the_values_that_win() {
        let args = args(PathBuf::new());
        let parameters = named(args.ruleset[0], &args.parameters).unwrap();
        let tuner = Tuner {
            tables: vec![Table::of(Ruleset::Xiangqi, &args)],
            state: Mutex::new(State {
                progress: Progress::first(&parameters, Settings::of(&args)),
                started: 0,
                random: SmallRng::seed_from_u64(1),
            }),
            parameters,
            args: &args,
        };
        let best = 120.0;
        while let Some(pair) = tuner.next_pair() {
            let [plus, minus] =
                pair.searches.map(|search| (f64::from(search.xiangqi.rfp_margin) - best).abs());
            let points = if plus < minus { 2.0 } else { -2.0 };
            tuner.update(&mut tuner.state.lock().unwrap().progress, &pair, points);
        }
        let reached = tuner.state.lock().unwrap().progress.tuned[0].value;
        assert!((reached - best).abs() < 12.0, "{reached}");
    }
}
