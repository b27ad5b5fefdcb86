//! Many changes of the search measured at once, see [`Args`].

mod rows;

use crate::adjudicate::Adjudication;
use crate::engine::Contestant;
use crate::openings::OpeningArgs;
use crate::play::{self, GameConditions};
use crate::stats::GameResult;
use crate::threads::on_threads;
use crate::time_control::TimeControl;
use duiyi_rules::Ruleset;
use rows::Rows;
use serde_json::Value;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

type Error = Box<dyn std::error::Error>;

/// Measures many changes of the search at once: in every pair of games one half of them plays against the other.
///
/// Prints what each change is worth. All of them have the same error, that of a match of one change with as many games. What two
/// changes are worth together need not be the sum: play the best ones together against none of them in a match.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long, default_value = "xiangqi")]
    ruleset: Ruleset,
    /// A file with a change on each line: its name and the parameters that it sets, such as
    /// "null-move null_move_base=4,null_move_depth_divisor=3".
    #[arg(long)]
    changes: PathBuf,
    /// Nodes per move.
    #[arg(long, default_value_t = 60_000)]
    nodes: u64,
    #[command(flatten)]
    adjudication: Adjudication,
    /// Games to play. Each opening is played twice.
    #[arg(long, default_value_t = 1_000)]
    games: usize,
    /// Games that are played at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Where to append one line of JSON per game. Games already there are counted and not played again.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    openings: OpeningArgs,
    /// The first opening to use.
    #[arg(long, default_value_t = 0)]
    first_opening: usize,
}

/// A change of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Change {
    name: String,
    parameters: String,
}

/// What the threads share.
struct Table<'a> {
    args: &'a Args,
    changes: Vec<Change>,
    rows: Rows,
    conditions: GameConditions,
    openings: Vec<Vec<String>>,
    next_pair: AtomicUsize,
    results: Mutex<Results>,
}

struct Results {
    games: Vec<Option<GameResult>>,
    out: File,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let changes = read_changes(&fs::read_to_string(&args.changes)?)?;
    for Change { parameters, .. } in &changes {
        Contestant::start(&format!("self:{parameters}"), args.ruleset)?;
    }
    let options = play::options(args.ruleset);
    let out = OpenOptions::new().create(true).append(true).open(&args.out)?;
    let table = Table {
        args,
        rows: Rows::of(changes.len()),
        changes,
        conditions: GameConditions {
            options,
            time_controls: [TimeControl::Nodes(args.nodes); 2],
            adjudication: args.adjudication,
        },
        openings: args.openings.read(args.ruleset, &options)?,
        next_pair: AtomicUsize::new(0),
        results: Mutex::new(Results { games: vec![None; args.games.next_multiple_of(2)], out }),
    };
    table.read_games(&args.out)?;
    on_threads(args.concurrency, || table.play_pairs())?;
    table.report();
    Ok(())
}

/// Reads the lines of a file of changes. Empty ones and those that begin with `#` are skipped.
///
/// # Errors
/// When a line has not two words, or two changes have the same name or set the same parameter, which both cannot.
fn read_changes(text: &str) -> Result<Vec<Change>, String> {
    let (mut names, mut set) = (HashSet::new(), HashSet::new());
    let mut changes = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[name, parameters] = &words[..] else {
            return Err(format!("expected a name and the parameters that the change sets, got {line:?}"));
        };
        for part in parameters.split(',') {
            let parameter = part.split_once('=').map_or(part, |(parameter, _)| parameter);
            if !set.insert(parameter) {
                return Err(format!("two changes set {parameter}"));
            }
        }
        if !names.insert(name) {
            return Err(format!("two changes are called {name}"));
        }
        changes.push(Change { name: name.to_owned(), parameters: parameters.to_owned() });
    }
    if changes.is_empty() {
        return Err("there are no changes".to_owned());
    }
    Ok(changes)
}

impl Table<'_> {
    /// The two engines of a pair.
    fn engines(&self, pair: usize) -> [String; 2] {
        let row = self.rows.of_pair(pair);
        [true, false].map(|with| {
            let own = self.changes.iter().zip(row).filter(|&(_, &has)| has == with);
            let parameters: Vec<&str> = own.map(|(change, _)| change.parameters.as_str()).collect();
            format!("self:{}", parameters.join(","))
        })
    }

    /// Reads the games of an interrupted run.
    ///
    /// # Errors
    /// When the file cannot be read, or holds games of other changes.
    fn read_games(&self, path: &Path) -> Result<(), Error> {
        let mut results = self.results.lock().expect("no thread panics");
        for line in fs::read_to_string(path)?.lines() {
            let record: Value = serde_json::from_str(line)?;
            let (number, result) = play::recorded(&record)?;
            let names = self.engines(number / 2);
            if [&record["first"], &record["second"]]
                != [names[number % 2].as_str(), names[1 - number % 2].as_str()]
            {
                return Err(format!("{} has games of other changes", path.display()).into());
            }
            if let Some(game) = results.games.get_mut(number) {
                *game = Some(result);
            }
        }
        Ok(())
    }

    fn play_pairs(&self) -> Result<(), Error> {
        loop {
            let pair = self.next_pair.fetch_add(1, Ordering::Relaxed);
            let numbers = [2 * pair, 2 * pair + 1];
            if numbers[1] >= self.args.games.next_multiple_of(2) {
                return Ok(());
            }
            let names = self.engines(pair);
            let start = |name: &String| Contestant::start(name, self.args.ruleset);
            let mut engines = [start(&names[0])?, start(&names[1])?];
            for number in numbers {
                if self.results.lock().expect("no thread panics").games[number].is_none() {
                    self.play(&mut engines, names.each_ref().map(String::as_str), number)?;
                }
            }
        }
    }

    fn play(&self, engines: &mut [Contestant; 2], names: [&str; 2], number: usize) -> Result<(), Error> {
        let opening = &self.openings[(self.args.first_opening + number / 2) % self.openings.len()];
        let start = play::after_opening(opening, &self.conditions.options);
        let game = play::play(engines, number % 2, start, &self.conditions);
        let mut results = self.results.lock().expect("no thread panics");
        writeln!(results.out, "{}", game.record(number, names, self.conditions.time_controls))?;
        results.games[number] = Some(game.result_for(0));
        Ok(())
    }

    /// Prints the changes with what they are worth, the best first, as rows of Markdown.
    fn report(&self) {
        let results = self.results.lock().expect("no thread panics");
        let played = results.games.iter().flatten().count();
        let Some((effects, error)) = self.rows.effects(&results.games) else {
            println!("{played} games: too few, each of {} rows needs four", self.rows.number());
            return;
        };
        println!("{played} games, ± {error:.0}\n\n| change | sets | Elo |\n| --- | --- | --- |");
        let mut worth: Vec<(&Change, f64)> = self.changes.iter().zip(effects).collect();
        worth.sort_by(|(_, first), (_, second)| second.total_cmp(first));
        for (Change { name, parameters }, elo) in worth {
            println!("| {name} | `{parameters}` | {elo:+.0} |");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_changes_is_read_or_refused_with_a_reason() {
        let changes = read_changes(
            "# a comment\n\nnull-move null_move_base=4,null_move_depth_divisor=3\nlate lmp_base=5\n",
        )
        .unwrap();
        assert_eq!(changes.len(), 2);
        assert_eq!((changes[1].name.as_str(), changes[1].parameters.as_str()), ("late", "lmp_base=5"));
        let refused = |text, reason: &str| {
            let error = read_changes(text).unwrap_err();
            assert!(error.contains(reason), "{error}");
        };
        refused("", "there are no changes");
        refused("lmp_base=5", "expected a name");
        refused("a lmp_base=5\nb lmp_base=6", "two changes set lmp_base");
        refused("a lmp_base=5\na iir_min_depth=6", "two changes are called a");
    }

    fn args(folder: &Path, games: usize) -> Args {
        let changes = folder.join("changes.txt");
        fs::write(&changes, "late lmp_base=5\nnull null_move_base=4\n").unwrap();
        Args {
            ruleset: Ruleset::Xiangqi,
            changes,
            nodes: 40,
            adjudication: Adjudication::default(),
            games,
            concurrency: 2,
            out: folder.join("games.jsonl"),
            openings: OpeningArgs::default(),
            first_opening: 0,
        }
    }

    #[test]
    fn an_interrupted_design_goes_on_and_another_one_does_not_take_its_games() {
        let folder = tempfile::tempdir().unwrap();
        run(&args(folder.path(), 5)).unwrap();
        let lines = |text: String| text.lines().count();
        let first = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
        assert_eq!(lines(first.clone()), 6, "every opening is played twice");
        run(&args(folder.path(), 8)).unwrap();
        let second = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
        assert!(second.starts_with(&first) && lines(second) == 8);
        let other = args(folder.path(), 8);
        fs::write(&other.changes, "late lmp_base=6\nnull null_move_base=4\n").unwrap();
        assert!(run(&other).unwrap_err().to_string().contains("games of other changes"));
    }
}
