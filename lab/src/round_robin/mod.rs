//! A round robin: every engine meets every other one at every time control.

mod picture;
mod standings;
mod table;

use crate::portions::{self, MatchArgs, Pairing, Player};
use crate::time_control::TimeControl;
use standings::{Meeting, Standings};
use std::path::PathBuf;
use std::str::FromStr;

type Error = Box<dyn std::error::Error>;

/// Plays a round robin of several engines at several time controls, and prints a crosstable with Elo for each.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// An engine: its name and its description as for `match`, as in "hce=uci:pikafish". Two or more.
    #[arg(long = "engine", required = true)]
    engines: Vec<Player>,
    /// A time control: "100ms" or "50000n" for each move, or a clock as "10+0.1". One or more.
    #[arg(long = "time-control", default_values_t = [TimeControl::Time(std::time::Duration::from_millis(100))])]
    time_controls: Vec<TimeControl>,
    /// Games of two engines at a time control. Each opening is played twice.
    #[arg(long, default_value_t = 20)]
    games: usize,
    #[command(flatten)]
    matches: MatchArgs,
    /// Where to write a picture of the Elo of all engines, as SVG.
    #[arg(long)]
    picture: Option<PathBuf>,
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        match text.split_once('=') {
            // A description may have an equals sign, too, but a name has no colon and no space.
            Some((name, description)) if !name.is_empty() && !name.contains([':', ' ']) => {
                Ok(Player { name: name.to_owned(), description: description.to_owned() })
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
    let encounters = encounters(args);
    let pairings: Vec<Pairing> = encounters.iter().map(|encounter| encounter.pairing(args)).collect();
    let results = portions::play_all(&args.matches, &pairings)?;
    let meeting =
        |(&Encounter { players, time_control }, results)| Meeting { players, time_control, results };
    let meetings: Vec<Meeting> = encounters.iter().zip(results).map(meeting).collect();
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

/// Two engines at a time control, by their indices.
struct Encounter {
    players: [usize; 2],
    time_control: usize,
}

impl Encounter {
    fn pairing(&self, args: &Args) -> Pairing {
        Pairing {
            players: self.players.map(|player| args.engines[player].clone()),
            time_control: args.time_controls[self.time_control],
            games: args.games,
        }
    }
}

/// Every pair of engines at every time control.
fn encounters(args: &Args) -> Vec<Encounter> {
    let engines = args.engines.len();
    let pairs = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
    let pairs: Vec<[usize; 2]> = pairs.collect();
    let at = |time_control| pairs.iter().map(move |&players| Encounter { players, time_control });
    (0..args.time_controls.len()).flat_map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use serde_json::Value;
    use std::path::Path;

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
        assert!("uci:pikafish".parse::<Player>().is_err());
        assert_eq!("self:a=1".parse::<Player>().ok(), None);
        assert_eq!("ours=self:a=1".parse::<Player>().unwrap().description, "self:a=1");
    }
}
