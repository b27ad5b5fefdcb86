//! Fits the hand-made evaluation of Xiangqi to positions of self-play and writes its numbers into the sources.

mod fit;

use crate::sample::{self, Packed};
use duiyi_rules::Side;
use duiyi_rules::xiangqi::Role;
use fit::{Sample, Tuned, fit};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// Fits the hand-made evaluation of Xiangqi and writes its numbers into the sources.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of self-play.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// How many positions to fit to, chosen at random.
    #[arg(long, default_value_t = 200_000)]
    positions: usize,
    #[arg(long, default_value_t = 300)]
    epochs: usize,
    /// The weight decay of the changes.
    #[arg(long, default_value_t = 1e-9)]
    decay: f64,
    #[arg(long, default_value = "crates/engine/src/xiangqi/evaluate/weights.rs")]
    weights: PathBuf,
    #[arg(long, default_value = "crates/engine/src/xiangqi/psqt/places.rs")]
    places: PathBuf,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let mut packed = Vec::new();
    for path in &args.data {
        packed.extend(sample::read(path)?);
    }
    packed.shuffle(&mut SmallRng::seed_from_u64(args.seed));
    let samples: Vec<Sample> = packed.iter().take(args.positions).filter_map(unpacked).collect();
    println!("{} positions", samples.len());
    let (tuned, before, after) = fit(&samples, args.epochs, args.decay);
    println!("loss {before:.6} before, {after:.6} after");
    let changes = Changes::new(&tuned);
    let weights = changes.weights(&fs::read_to_string(&args.weights)?);
    let places = changes.places(&fs::read_to_string(&args.places)?);
    fs::write(&args.weights, weights)?;
    fs::write(&args.places, places)?;
    println!("written: {} and {}", args.weights.display(), args.places.display());
    Ok(())
}

/// Unpacks a sample of a game, with score and result for Red.
fn unpacked(packed: &Packed) -> Option<Sample> {
    let is_red = packed.turn() == Side::First;
    let result = packed.result()?;
    Some(Sample {
        position: packed.position(),
        score: if is_red { packed.score() } else { -packed.score() },
        result: f64::from(if is_red { result } else { 1.0 - result }),
    })
}

/// What to add to each number, in the middle game and in the endgame.
struct Changes<'a>(HashMap<&'a str, [f64; 2]>);

impl Changes<'_> {
    fn new(tuned: &[Tuned]) -> Changes<'_> {
        Changes(tuned.iter().map(|tuned| (tuned.name.as_str(), [tuned.change.0, tuned.change.1])).collect())
    }

    fn changed(&self, name: &str, part: usize, value: i32) -> i32 {
        let change = self.0.get(name).map_or(0.0, |change| change[part]);
        (f64::from(value) + change).round() as i32
    }

    /// Changes every `s(mid, end)` of a line. `name` returns the name of the number at a place in the line.
    fn pairs(&self, line: &str, name: impl Fn(usize) -> String) -> String {
        let mut text = String::new();
        for (place, part) in line.split("s(").enumerate() {
            let pair = part.split_once(')').and_then(|(pair, rest)| {
                let (mid, end) = pair.split_once(", ")?;
                Some((mid.parse().ok()?, end.parse().ok()?, rest))
            });
            let name = place.checked_sub(1).map(&name);
            let _always_writable = match (pair, name) {
                (Some((mid, end, rest)), Some(name)) => {
                    let (mid, end) = (self.changed(&name, 0, mid), self.changed(&name, 1, end));
                    write!(text, "s({mid}, {end}){rest}")
                }
                (None, Some(_)) => write!(text, "s({part}"),
                (_, None) => write!(text, "{part}"),
            };
        }
        text
    }

    /// Changes the source of the weights, with lines such as `rook_mobility: s(2, 1);`.
    fn weights(&self, source: &str) -> String {
        let line = |line: &str| match line.trim().split_once(": s(") {
            Some((name, _)) => self.pairs(line, |_| name.to_owned()) + "\n",
            None => format!("{line}\n"),
        };
        source.lines().map(line).collect()
    }

    /// Changes the source of material and piece-square values: a list of pairs, and tables such as `ROOK_MID` of ten
    /// ranks.
    fn places(&self, source: &str) -> String {
        let mut text = String::new();
        let mut table = None;
        let mut material = 0;
        for line in source.lines() {
            let header = line.strip_prefix("const ").and_then(|rest| rest.split_once(": HalfBoard"));
            if let Some((name, _)) = header {
                table = name
                    .rsplit_once('_')
                    .map(|(role, part)| (role.to_lowercase(), usize::from(part == "END"), 0));
            }
            let numbers: Option<Vec<i32>> = line
                .trim()
                .strip_prefix('[')
                .and_then(|row| row.strip_suffix("],"))
                .and_then(|row| row.split(", ").map(|number| number.parse().ok()).collect());
            if let (Some((role, part, rank)), Some(numbers)) = (&mut table, numbers) {
                let changed = |(file, number)| {
                    self.changed(&format!("{role} {rank} {file}"), *part, number).to_string()
                };
                let row: Vec<String> = numbers.into_iter().enumerate().map(changed).collect();
                let _always_writable = writeln!(text, "    [{}],", row.join(", "));
                *rank += 1;
            } else if line.contains("s(") {
                let name =
                    |place: usize| format!("material {}", Role::ALL[(material + place) % Role::COUNT].name());
                text += &self.pairs(line, name);
                text.push('\n');
                material += line.matches("s(").count();
            } else {
                text += line;
                text.push('\n');
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuned(name: &str, change: (f64, f64)) -> Tuned {
        Tuned { name: name.to_owned(), change }
    }

    #[test]
    fn only_the_numbers_named_change() {
        let source = include_str!("../../crates/engine/src/xiangqi/evaluate/weights.rs");
        let all = [tuned("rook_mobility", (3.4, -2.0)), tuned("nothing", (9.0, 9.0))];
        let changed = Changes::new(&all).weights(source);
        let differing: Vec<_> = source.lines().zip(changed.lines()).filter(|(old, new)| old != new).collect();
        let [(old, new)] = differing[..] else { panic!("{differing:?}") };
        let numbers = |line: &str| -> Vec<i32> {
            let pair = line.split_once("s(").unwrap().1.split_once(')').unwrap().0;
            pair.split(", ").map(|number| number.parse().unwrap()).collect()
        };
        assert_eq!(numbers(new), [numbers(old)[0] + 3, numbers(old)[1] - 2]);
    }

    #[test]
    fn places_and_material_are_found_by_role_rank_and_file() {
        let source = include_str!("../../crates/engine/src/xiangqi/psqt/places.rs");
        assert_eq!(Changes::new(&[]).places(source), source);
        let all = [tuned("rook 9 4", (0.0, 7.0)), tuned("material soldier", (5.0, 6.0))];
        let changed = Changes::new(&all).places(source);
        let differing: Vec<_> = source.lines().zip(changed.lines()).filter(|(old, new)| old != new).collect();
        assert_eq!(differing.len(), 2, "{differing:?}");
        assert!(differing[0].0.contains("s("), "{differing:?}");
        let before = source.lines().position(|line| line == differing[1].0);
        let last = |row: &str| row.trim_end_matches("],").rsplit(' ').next().unwrap().parse::<i32>().unwrap();
        assert!(before.is_some() && last(differing[1].1) == last(differing[1].0) + 7, "{differing:?}");
        let header = changed.lines().position(|line| line.starts_with("const ROOK_END")).unwrap();
        assert_eq!(changed.lines().nth(header + 10), Some(differing[1].1));
    }
}
