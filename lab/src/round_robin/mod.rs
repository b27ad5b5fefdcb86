//! A round robin: every engine meets every other one at every time control.

mod picture;
mod standings;
mod table;

use crate::adjudicate::Adjudication;
use crate::engine::Contestant;
use crate::openings;
use crate::play::{self, GameConditions};
use crate::portions::{PORTION, Portion, portions};
use crate::stats::GameResult;
use crate::threads::on_threads;
use crate::time_control::TimeControl;
use duiyi_rules::Ruleset;
use serde_json::{Value, json};
use standings::{Meeting, Standings};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

type Error = Box<dyn std::error::Error>;

/// Plays a round robin of several engines at several time controls, and prints a crosstable with Elo for each.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long, default_value = "xiangqi")]
    ruleset: Ruleset,
    /// An engine: its name and its description as for `match`, as in "hce=uci:pikafish". Two or more.
    #[arg(long = "engine", required = true)]
    engines: Vec<Entrant>,
    /// A time control: "100ms" or "50000n" for each move, or a clock as "10+0.1". One or more.
    #[arg(long = "time-control", default_values_t = [TimeControl::Time(std::time::Duration::from_millis(100))])]
    time_controls: Vec<TimeControl>,
    /// Games of two engines at a time control. Each opening is played twice.
    #[arg(long, default_value_t = 20)]
    games: usize,
    /// A file of openings, one each line, in place of our own: moves in coordinates, or stones as Gomocup writes them.
    #[arg(long)]
    openings: Option<PathBuf>,
    #[command(flatten)]
    adjudication: Adjudication,
    /// Games that are played at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Where to append one line of JSON per game. Games already there are counted and not played again.
    #[arg(long)]
    out: PathBuf,
    /// Where to write a picture of the Elo of all engines, as SVG.
    #[arg(long)]
    picture: Option<PathBuf>,
    /// Reports the games played so far and plays none.
    #[arg(long)]
    report: bool,
}

/// An engine of the round robin.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entrant {
    name: String,
    description: String,
}

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Entrant, String> {
        match text.split_once('=') {
            // A description may have an equals sign, too, but a name has no colon and no space.
            Some((name, description)) if !name.is_empty() && !name.contains([':', ' ']) => {
                Ok(Entrant { name: name.to_owned(), description: description.to_owned() })
            }
            _ => Err("expected NAME=DESCRIPTION, such as hce=uci:pikafish".to_owned()),
        }
    }
}

pub fn run(args: &Args) -> Result<(), Error> {
    let names: Vec<&str> = args.engines.iter().map(|engine| engine.name.as_str()).collect();
    if names.len() < 2 || (1..names.len()).any(|index| names[..index].contains(&names[index])) {
        return Err("expected at least two engines with different names".into());
    }
    let options = play::options(args.ruleset);
    let openings = match &args.openings {
        Some(path) => openings::read(&std::fs::read_to_string(path)?, &options)?,
        None => openings::of(args.ruleset),
    };
    let mut meetings = meetings(args);
    if args.out.exists() {
        already_played(&args.out, args, &mut meetings)?;
    }
    let table = Table {
        args,
        options,
        openings,
        portions: portions(meetings.iter().map(|_| args.games)),
        next_portion: AtomicUsize::new(0),
        played: Mutex::new(Played {
            meetings,
            out: OpenOptions::new().create(true).append(true).open(&args.out)?,
        }),
    };
    if !args.report {
        on_threads(args.concurrency, || table.play_portions())?;
    }
    let meetings = table.played.into_inner()?.meetings;
    let of = |time_control: usize| {
        let meetings = meetings.iter().filter(|meeting| meeting.time_control == time_control);
        (args.time_controls[time_control].to_string(), Standings::of(names.len(), meetings))
    };
    let all: Vec<(String, Standings)> = (0..args.time_controls.len()).map(of).collect();
    for (time_control, standings) in &all {
        println!("{time_control}\n\n{}", table::markdown(&names, standings));
    }
    if let Some(path) = &args.picture {
        std::fs::write(path, picture::svg(&names, &all))?;
    }
    Ok(())
}

/// Every pair of engines at every time control, without results.
fn meetings(args: &Args) -> Vec<Meeting> {
    let engines = args.engines.len();
    let pairs = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
    let pairs: Vec<[usize; 2]> = pairs.collect();
    let at = |time_control| {
        let results = vec![None; args.games];
        pairs.iter().map(move |&players| Meeting { players, time_control, results: results.clone() })
    };
    (0..args.time_controls.len()).flat_map(at).collect()
}

/// Reads the games of an interrupted round robin. Those of other engines or time controls are left out.
fn already_played(path: &Path, args: &Args, meetings: &mut [Meeting]) -> Result<(), Error> {
    for line in BufReader::new(File::open(path)?).lines() {
        let record: Value = serde_json::from_str(&line?)?;
        let (number, result) = play::recorded(&record)?;
        let is_of = |meeting: &&mut Meeting| {
            let names = meeting.players.map(|player| &args.engines[player].name);
            record["engines"] == json!(names)
                && record["pace"] == args.time_controls[meeting.time_control].record()
        };
        if let Some(meeting) = meetings.iter_mut().find(is_of)
            && let Some(game) = meeting.results.get_mut(number)
        {
            *game = Some(result);
        }
    }
    Ok(())
}

struct Played {
    meetings: Vec<Meeting>,
    out: File,
}

/// What the threads of a round robin share.
struct Table<'a> {
    args: &'a Args,
    options: duiyi_rules::Options,
    openings: Vec<Vec<String>>,
    portions: Vec<Portion>,
    next_portion: AtomicUsize,
    played: Mutex<Played>,
}

impl Table<'_> {
    fn play_portions(&self) -> Result<(), Error> {
        while let Some(&portion) = self.portions.get(self.next_portion.fetch_add(1, Ordering::Relaxed)) {
            let (players, time_control, games) = self.open_games(portion);
            if games.is_empty() {
                continue;
            }
            let start =
                |player: usize| Contestant::start(&self.args.engines[player].description, self.args.ruleset);
            let mut contestants = [start(players[0])?, start(players[1])?];
            let conditions = GameConditions {
                options: self.options,
                time_controls: [self.args.time_controls[time_control]; 2],
                adjudication: self.args.adjudication,
            };
            for number in games {
                self.play(&mut contestants, players, &conditions, (portion.of, number))?;
            }
        }
        Ok(())
    }

    /// The players and the time control of a portion, and its games that have not been played.
    fn open_games(&self, Portion { of, first_game }: Portion) -> ([usize; 2], usize, Vec<usize>) {
        let Meeting { players, time_control, results } =
            &self.played.lock().expect("no thread panics").meetings[of];
        let end = results.len().min(first_game + PORTION);
        (*players, *time_control, (first_game..end).filter(|&number| results[number].is_none()).collect())
    }

    fn play(
        &self,
        contestants: &mut [Contestant; 2],
        players: [usize; 2],
        conditions: &GameConditions,
        (meeting, number): (usize, usize),
    ) -> Result<(), Error> {
        let names = players.map(|player| self.args.engines[player].name.as_str());
        let opening = &self.openings[number / 2 % self.openings.len()];
        let start = play::after_opening(opening, &conditions.options);
        let game = play::play(contestants, number % 2, start, conditions);
        let mut record = game.record(number, names, conditions.time_controls);
        record["engines"] = json!(names);
        let result: GameResult = game.result_for(0);
        eprintln!(
            "{}: {} – {}: {} ({})",
            conditions.time_controls[0],
            names[0],
            names[1],
            result.name(),
            game.reason
        );
        let mut played = self.played.lock().expect("no thread panics");
        writeln!(played.out, "{record}")?;
        played.meetings[meeting].results[number] = Some(result);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: Args,
    }

    fn args(out: &Path, more: &[&str]) -> Args {
        let out = out.to_str().unwrap();
        let fixed =
            ["lab", "--ruleset", "gomoku", "--engine", "one=newcomer:1", "--engine", "two=newcomer:2"];
        let fixed = fixed.into_iter().chain(["--engine", "three=newcomer:3", "--games", "2", "--out", out]);
        let time_controls = ["--time-control", "100ms", "--time-control", "1000n"];
        Cli::parse_from(fixed.chain(time_controls).chain(more.iter().copied())).args
    }

    #[test]
    fn everybody_meets_everybody_at_each_time_control_and_a_second_run_plays_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (out, picture) = (folder.path().join("games.jsonl"), folder.path().join("elo.svg"));
        run(&args(&out, &["--picture", picture.to_str().unwrap()])).unwrap();
        let games = std::fs::read_to_string(&out).unwrap();
        assert_eq!(games.lines().count(), 3 * 2 * 2);
        assert!(std::fs::read_to_string(&picture).unwrap().starts_with("<svg "));
        run(&args(&out, &[])).unwrap();
        assert_eq!(std::fs::read_to_string(&out).unwrap(), games);
        // An interrupted run goes on: the game that is missing is played.
        let (first, rest) = games.split_once('\n').unwrap();
        std::fs::write(&out, rest).unwrap();
        run(&args(&out, &[])).unwrap();
        let again: Value =
            serde_json::from_str(std::fs::read_to_string(&out).unwrap().lines().last().unwrap()).unwrap();
        let before: Value = serde_json::from_str(first).unwrap();
        assert_eq!((&again["engines"], &again["number"]), (&before["engines"], &before["number"]));
    }

    #[test]
    fn an_engine_needs_a_name() {
        assert!("uci:pikafish".parse::<Entrant>().is_err());
        assert_eq!("self:a=1".parse::<Entrant>().ok(), None);
        assert_eq!("ours=self:a=1".parse::<Entrant>().unwrap().description, "self:a=1");
    }
}
