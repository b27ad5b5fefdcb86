//! Many matches that advance together in small portions, on several threads, and go on where an interrupted run has stopped.

use crate::adjudicate::Adjudication;
use crate::engine::Contestant;
use crate::openings::OpeningArgs;
use crate::play::{self, GameConditions};
use crate::stats::GameResult;
use crate::threads::on_threads;
use crate::time_control::TimeControl;
use duiyi_rules::{Game, Ruleset};
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

type Error = Box<dyn std::error::Error>;

#[derive(Debug, clap::Args)]
pub struct MatchArgs {
    #[arg(long, default_value = "xiangqi")]
    pub ruleset: Ruleset,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    adjudication: Adjudication,
    /// Games that are played at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Where to append one line of JSON per game. Games already there are counted and not played again.
    #[arg(long)]
    out: PathBuf,
    /// Reports the games played so far and plays none.
    #[arg(long)]
    report: bool,
}

/// The results of a match for its first player, two games of each opening; games not played yet are none.
pub type Results = Vec<Option<GameResult>>;

/// A match of two players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    pub players: [Player; 2],
    pub time_control: TimeControl,
    pub games: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    pub name: String,
    /// How it is started, as for the command `match`.
    pub description: String,
}

impl Pairing {
    pub fn names(&self) -> [&str; 2] {
        self.players.each_ref().map(|player| player.name.as_str())
    }

    /// Whether a recorded game is one of this match.
    fn has(&self, record: &Value) -> bool {
        record["engines"] == json!(self.names()) && record["pace"] == self.time_control.record()
    }

    fn contestants(&self, ruleset: Ruleset) -> Result<[Contestant; 2], Error> {
        let [first, second] =
            self.players.each_ref().map(|player| Contestant::start(&player.description, ruleset));
        Ok([first?, second?])
    }
}

/// Plays what is missing of the matches, and returns the results of each.
///
/// # Errors
/// If a player does not start, the openings are wrong, or the file of games cannot be read or written.
pub fn play_all(args: &MatchArgs, pairings: &[Pairing]) -> Result<Vec<Results>, Error> {
    let mut results: Vec<Results> = pairings.iter().map(|pairing| vec![None; pairing.games]).collect();
    if args.out.exists() {
        for line in BufReader::new(File::open(&args.out)?).lines() {
            let record: Value = serde_json::from_str(&line?)?;
            let (number, result) = play::recorded(&record)?;
            if let Some(of) = pairings.iter().position(|pairing| pairing.has(&record))
                && let Some(game) = results[of].get_mut(number)
            {
                *game = Some(result);
            }
        }
    }
    if args.report {
        return Ok(results);
    }
    let options = play::options(args.ruleset);
    let openings = args.openings.read(args.ruleset, &options)?;
    let starts = openings.iter().map(|opening| play::after_opening(opening, &options)).collect();
    let out = OpenOptions::new().create(true).append(true).open(&args.out)?;
    let matches = Matches { args, pairings, starts, played: Mutex::new(Played { results, out }) };
    let games: Vec<usize> = pairings.iter().map(|pairing| pairing.games).collect();
    let portions = portions(&games);
    let next = AtomicUsize::new(0);
    on_threads(args.concurrency, || {
        while let Some(&portion) = portions.get(next.fetch_add(1, Ordering::Relaxed)) {
            matches.play(portion)?;
        }
        Ok(())
    })?;
    Ok(matches.played.into_inner().expect("no thread panics").results)
}

struct Matches<'a> {
    args: &'a MatchArgs,
    pairings: &'a [Pairing],
    /// The games after their openings.
    starts: Vec<Game>,
    played: Mutex<Played>,
}

struct Played {
    results: Vec<Results>,
    out: File,
}

impl Matches<'_> {
    fn play(&self, Portion { of, first_game }: Portion) -> Result<(), Error> {
        let open: Vec<usize> = {
            let results = &self.played.lock().expect("no thread panics").results[of];
            let end = results.len().min(first_game + PORTION);
            (first_game..end).filter(|&number| results[number].is_none()).collect()
        };
        if open.is_empty() {
            return Ok(());
        }
        let pairing = &self.pairings[of];
        let mut contestants = pairing.contestants(self.args.ruleset)?;
        for number in open {
            let (record, result) = self.play_game(pairing, &mut contestants, number);
            let mut played = self.played.lock().expect("no thread panics");
            writeln!(played.out, "{record}")?;
            played.results[of][number] = Some(result);
        }
        Ok(())
    }

    /// Returns the record of a game and its result for the first player.
    fn play_game(
        &self,
        pairing: &Pairing,
        contestants: &mut [Contestant; 2],
        number: usize,
    ) -> (Value, GameResult) {
        let start = self.starts[number / 2 % self.starts.len()].clone();
        let time_controls = [pairing.time_control; 2];
        let conditions =
            GameConditions { options: start.options(), time_controls, adjudication: self.args.adjudication };
        let game = play::play(contestants, number % 2, start, &conditions);
        let (names, result) = (pairing.names(), game.result_for(0));
        let mut record = game.record(number, names, time_controls);
        record["engines"] = json!(names);
        let [first, second] = names;
        eprintln!("{}: {first} – {second}: {} ({})", pairing.time_control, result.name(), game.reason);
        (record, result)
    }
}

/// Some games of a match, which one thread plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Portion {
    of: usize,
    first_game: usize,
}

/// Whole pairs of games, few enough that all matches advance together.
const PORTION: usize = 10;

/// The portions of matches with these numbers of games by turns, so that an interrupted run knows something of every match.
fn portions(games: &[usize]) -> Vec<Portion> {
    let most = games.iter().copied().max().unwrap_or(0);
    let round = |first_game: usize| {
        let open = games.iter().enumerate().filter(move |(_, games)| first_game < **games);
        open.map(move |(of, _)| Portion { of, first_game })
    };
    (0..most).step_by(PORTION).flat_map(round).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_matches_advance_together_and_no_game_is_left_out() {
        let plain: Vec<_> = portions(&[25, 10]).iter().map(|it| (it.of, it.first_game)).collect();
        assert_eq!(plain, [(0, 0), (1, 0), (0, 10), (0, 20)]);
    }
}
