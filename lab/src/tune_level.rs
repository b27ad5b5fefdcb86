//! Tunes one setting of a level so that it scores as wanted against another player.

mod fit;

use crate::adjudicate::Adjudication;
use crate::engine::Contestant;
use crate::openings;
use crate::play::{self, GameConditions};
use crate::stats::{GameResult, Score};
use crate::threads::on_threads;
use crate::time_control::TimeControl;
use duiyi_rules::Ruleset;
use fit::{Curve, Trial};
use std::sync::Mutex;

type Error = Box<dyn std::error::Error>;

/// Finds the setting at which a level scores as wanted against an opponent.
///
/// Plays pairs of games, each with another value of the setting, near the value that promises the wanted score after
/// the games before. A logistic curve over the logarithm of the value is fitted to all games.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long, default_value = "xiangqi")]
    ruleset: Ruleset,
    /// The player to tune, as in a match, with {F} for F times the value: "level:8,noise={1},margin={3}".
    #[arg(long)]
    player: String,
    #[arg(long)]
    opponent: String,
    /// The range of the value: "10,300". The player must be the stronger the greater the value is, or with --falling the
    /// weaker.
    #[arg(long, value_parser = range)]
    range: [f64; 2],
    /// The player's strength falls with the value, as with noise.
    #[arg(long)]
    falling: bool,
    /// The wanted score, in percent.
    #[arg(long, default_value_t = 73.5)]
    score: f64,
    /// The most nodes a move.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    #[command(flatten)]
    adjudication: Adjudication,
    /// Games to play. Each opening is played twice.
    #[arg(long, default_value_t = 300)]
    games: usize,
    /// Games that are played at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
}

fn range(text: &str) -> Result<[f64; 2], String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| *number > 0.0);
    match text.split_once(',').map(|(low, high)| (number(low), number(high))) {
        Some((Some(low), Some(high))) if low < high => Ok([low, high]),
        _ => Err("expected two positive numbers, the lower first, such as 10,300".to_owned()),
    }
}

/// What the threads share.
struct Progress {
    next_pair: usize,
    trials: Vec<Trial>,
    games: Vec<Option<GameResult>>,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let conditions = GameConditions {
        options: play::options(args.ruleset),
        time_controls: [TimeControl::Nodes(args.nodes); 2],
        adjudication: args.adjudication,
    };
    let openings = openings::of(args.ruleset);
    let prior = Curve::prior(args.range.map(f64::ln), args.falling, args.score / 100.0);
    let progress = Mutex::new(Progress { next_pair: 0, trials: Vec::new(), games: Vec::new() });
    let locked = || progress.lock().expect("no thread panics");
    on_threads(args.concurrency, || {
        loop {
            let (pair, value) = {
                let mut progress = locked();
                let pair = progress.next_pair;
                if 2 * pair >= args.games {
                    return Ok(());
                }
                progress.next_pair += 1;
                (pair, next_value(args, &prior.fitted(&progress.trials), pair))
            };
            let player = substitute(&args.player, value)?;
            let start = |description: &str| Contestant::start(description, args.ruleset);
            let mut contestants = [start(&player)?, start(&args.opponent)?];
            let opening = &openings[pair % openings.len()];
            for first in 0..2 {
                let start = play::after_opening(opening, &conditions.options);
                let result = play::play(&mut contestants, first, start, &conditions).result_for(0);
                let mut progress = locked();
                progress.trials.push(Trial { log_value: value.ln(), points: result.points() as f64 / 2.0 });
                progress.games.push(Some(result));
            }
        }
    })?;
    let progress = locked();
    let curve = prior.fitted(&progress.trials);
    let (log_value, error) = curve.value_at(args.score / 100.0);
    let value = log_value.exp();
    println!(
        "{} {value:.4} (times or by {:.2})  {}  slope {:+.0} Elo a doubling",
        substitute(&args.player, value)?,
        error.exp(),
        Score::of(&progress.games),
        curve.elo_per_doubling(),
    );
    Ok(())
}

/// The value of the next pair: the most promising one, and by turns one below and one above it, which tell the slope.
fn next_value(args: &Args, curve: &Curve, pair: usize) -> f64 {
    const SPREAD: [f64; 4] = [0.8, 1.0, 1.25, 1.0];
    let [low, high] = args.range;
    (curve.value_at(args.score / 100.0).0.exp() * SPREAD[pair % SPREAD.len()]).clamp(low, high)
}

/// The description with each `{F}` replaced by F times the value, rounded.
fn substitute(template: &str, value: f64) -> Result<String, Error> {
    let mut parts = template.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (factor, rest) = part.split_once('}').ok_or("expected {F} in the player's description")?;
        let factor: f64 = factor.parse().map_err(|_| "expected a number in {F}")?;
        text.push_str(&format!("{:.0}{rest}", factor * value));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_is_put_into_the_description_with_its_factors() {
        assert_eq!(
            substitute("level:8,noise={1},margin={3.8}", 100.0).unwrap(),
            "level:8,noise=100,margin=380"
        );
        assert_eq!(substitute("level:8", 100.0).unwrap(), "level:8");
        assert!(substitute("level:8,noise={1", 1.0).is_err());
        assert!(substitute("level:8,noise={x}", 1.0).is_err());
    }

    #[test]
    fn the_range_is_checked() {
        assert_eq!(range("10, 300"), Ok([10.0, 300.0]));
        for wrong in ["10", "300,10", "0,5", "a,b", ""] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
