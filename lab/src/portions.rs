//! Many matches that advance together in small portions, on several threads, and go on where an interrupted run has stopped.

use crate::adjudicate::Adjudication;
use crate::engine::Contestant;
use crate::play;
use crate::stats::GameResult;
use crate::threads::on_threads;
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

type Error = Box<dyn std::error::Error>;

#[derive(Debug, clap::Args)]
pub struct MatchArgs {
    #[command(flatten)]
    pub adjudication: Adjudication,
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

/// Matches between two players each, named by their indices.
pub trait Matches: Sync {
    /// The number of games of each match.
    fn games(&self) -> Vec<usize>;
    /// The match to which a recorded game belongs, if it is one of these.
    fn match_of(&self, record: &Value) -> Option<usize>;
    /// Starts both players of a match.
    ///
    /// # Errors
    /// If one of them does not start.
    fn contestants(&self, of: usize) -> Result<[Contestant; 2], Error>;
    /// Plays a game. Returns its record and its result for the first player.
    fn play(&self, contestants: &mut [Contestant; 2], of: usize, number: usize) -> (Value, GameResult);
}

/// Plays what is missing of the matches, and returns the results of each.
///
/// # Errors
/// If a player does not start, or the file of games cannot be read or written.
pub fn play_all(args: &MatchArgs, matches: &impl Matches) -> Result<Vec<Results>, Error> {
    let games = matches.games();
    let mut results: Vec<Results> = games.iter().map(|&games| vec![None; games]).collect();
    if args.out.exists() {
        for line in BufReader::new(File::open(&args.out)?).lines() {
            let record: Value = serde_json::from_str(&line?)?;
            let (number, result) = play::recorded(&record)?;
            if let Some(of) = matches.match_of(&record)
                && let Some(game) = results[of].get_mut(number)
            {
                *game = Some(result);
            }
        }
    }
    if args.report {
        return Ok(results);
    }
    let out = OpenOptions::new().create(true).append(true).open(&args.out)?;
    let played = Mutex::new(Played { results, out });
    let portions = portions(&games);
    let next = AtomicUsize::new(0);
    on_threads(args.concurrency, || {
        while let Some(&portion) = portions.get(next.fetch_add(1, Ordering::Relaxed)) {
            play_portion(portion, matches, &played)?;
        }
        Ok(())
    })?;
    Ok(played.into_inner().expect("no thread panics").results)
}

struct Played {
    results: Vec<Results>,
    out: File,
}

fn play_portion(
    Portion { of, first_game }: Portion,
    matches: &impl Matches,
    played: &Mutex<Played>,
) -> Result<(), Error> {
    let open: Vec<usize> = {
        let results = &played.lock().expect("no thread panics").results[of];
        let end = results.len().min(first_game + PORTION);
        (first_game..end).filter(|&number| results[number].is_none()).collect()
    };
    if open.is_empty() {
        return Ok(());
    }
    let mut contestants = matches.contestants(of)?;
    for number in open {
        let (record, result) = matches.play(&mut contestants, of, number);
        let mut played = played.lock().expect("no thread panics");
        writeln!(played.out, "{record}")?;
        played.results[of][number] = Some(result);
    }
    Ok(())
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
