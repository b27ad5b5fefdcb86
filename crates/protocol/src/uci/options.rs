//! The options of UCI.

use crate::FirstRank;
use duiyi_engine::{DEFAULT_MOVE_OVERHEAD, EngineSettings, Level};
use duiyi_rules::xiangqi::{self, Repetition};
use std::time::Duration;

/// The largest table that an interface may set, in MiB.
const MAX_TABLE_MIB: u64 = 4096;

/// An option whose value is a number.
#[derive(Clone, Copy, Debug)]
struct Spin {
    name: &'static str,
    default: u64,
    least: u64,
    most: u64,
}

const HASH: Spin =
    Spin { name: "Hash", default: EngineSettings::DEFAULT_TABLE_MIB as u64, least: 1, most: MAX_TABLE_MIB };
const THREADS: Spin = Spin { name: "Threads", default: 1, least: 1, most: 64 };
const MULTI_PV: Spin = Spin { name: "MultiPV", default: 1, least: 1, most: 100 };
const MOVE_OVERHEAD: Spin =
    Spin { name: "Move Overhead", default: DEFAULT_MOVE_OVERHEAD.as_millis() as u64, least: 0, most: 5000 };
const LEVEL: Spin =
    Spin { name: "Level", default: Level::MAX as u64, least: Level::MIN as u64, most: Level::MAX as u64 };
const FIRST_RANK: Spin = Spin { name: "First Rank", default: 0, least: 0, most: 1 };
const VARIANT: &str = "xiangqi";

/// The options that do not concern the engines' tables.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub threads: usize,
    pub lines: usize,
    pub overhead: Duration,
    pub level: Option<Level>,
    pub book: bool,
    pub first_rank: FirstRank,
    pub rules: xiangqi::Options,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: THREADS.default as usize,
            lines: MULTI_PV.default as usize,
            overhead: DEFAULT_MOVE_OVERHEAD,
            level: None,
            book: false,
            first_rank: FirstRank::default(),
            rules: xiangqi::Options::default(),
        }
    }
}

/// What a change of an option demands of the engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Nothing,
    TableMib(usize),
    ClearTable,
}

impl Options {
    /// The lines that introduce the options.
    pub fn introduction() -> String {
        let defaults = Options::default();
        let repetitions: String = Repetition::ALL.map(|book| format!(" var {}", book.name())).concat();
        [
            format!("option name UCI_Variant type combo default {VARIANT} var {VARIANT}"),
            HASH.introduction(),
            "option name Clear Hash type button".to_owned(),
            THREADS.introduction(),
            MULTI_PV.introduction(),
            "option name Ponder type check default false".to_owned(),
            MOVE_OVERHEAD.introduction(),
            format!("option name OwnBook type check default {}", defaults.book),
            LEVEL.introduction(),
            format!(
                "option name Repetition type combo default {}{repetitions}",
                defaults.rules.repetition.name()
            ),
            FIRST_RANK.introduction(),
        ]
        .join("\n")
    }

    /// Sets an option. Names may be written in any case, as the protocol demands.
    ///
    /// # Errors
    /// If there is no such option, or if the value is not one of its values. Nothing is changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" if value.eq_ignore_ascii_case(VARIANT) => {}
            "uci_variant" => return Err(expected(name, VARIANT, value)),
            "hash" => return Ok(Change::TableMib(HASH.read(value)? as usize)),
            "clear hash" => return Ok(Change::ClearTable),
            "threads" => self.threads = THREADS.read(value)? as usize,
            "multipv" => self.lines = MULTI_PV.read(value)? as usize,
            // The interface decides whether we ponder.
            "ponder" => drop(read_check(name, value)?),
            "move overhead" => self.overhead = Duration::from_millis(MOVE_OVERHEAD.read(value)?),
            "ownbook" => self.book = read_check(name, value)?,
            "level" => self.level = Level::new(LEVEL.read(value)? as u8),
            "repetition" => {
                let named = Repetition::ALL.into_iter().find(|book| book.name().eq_ignore_ascii_case(value));
                let names = || Repetition::ALL.map(Repetition::name).join(", ");
                self.rules.repetition = named.ok_or_else(|| expected(name, &names(), value))?;
            }
            "first rank" => {
                self.first_rank = if FIRST_RANK.read(value)? == 0 { FirstRank::Zero } else { FirstRank::One };
            }
            _ => return Err(format!("there is no option {name:?}")),
        }
        Ok(Change::Nothing)
    }
}

impl Spin {
    fn introduction(&self) -> String {
        let Spin { name, default, least, most } = self;
        format!("option name {name} type spin default {default} min {least} max {most}")
    }

    fn read(&self, value: &str) -> Result<u64, String> {
        let number = value.parse().ok().filter(|number| (self.least..=self.most).contains(number));
        number.ok_or_else(|| {
            expected(self.name, &format!("a number from {} to {}", self.least, self.most), value)
        })
    }
}

fn read_check(name: &str, value: &str) -> Result<bool, String> {
    value.to_ascii_lowercase().parse().map_err(|_| expected(name, "true or false", value))
}

fn expected(name: &str, values: &str, value: &str) -> String {
    format!("option {name}: expected {values}, got {value:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_introduced_and_can_be_set() {
        for (name, value) in [
            ("UCI_Variant", "xiangqi"),
            ("Hash", "16"),
            ("Clear Hash", ""),
            ("Threads", "2"),
            ("MultiPV", "3"),
            ("Ponder", "true"),
            ("Move Overhead", "100"),
            ("OwnBook", "true"),
            ("Level", "4"),
            ("Repetition", "checks_only"),
            ("First Rank", "1"),
        ] {
            assert!(Options::introduction().contains(&format!("option name {name} type ")), "{name}");
            assert!(Options::default().set(&name.to_lowercase(), value).is_ok(), "{name}");
            if !value.is_empty() {
                let refused = Options::default().set(name, "-1").unwrap_err();
                assert!(refused.starts_with(&format!("option {name}: expected ")), "{refused}");
            }
        }
        assert_eq!(Options::introduction().lines().count(), 11);
        assert!(Options::default().set("Contempt", "1").unwrap_err().contains("no option"));
    }

    #[test]
    fn options_have_effects() {
        let mut options = Options::default();
        assert_eq!(options.set("Hash", "32"), Ok(Change::TableMib(32)));
        assert_eq!(options.set("clear hash", ""), Ok(Change::ClearTable));
        assert_eq!(options.set("Threads", "3"), Ok(Change::Nothing));
        options.set("Level", "2").unwrap();
        options.set("Move Overhead", "0").unwrap();
        options.set("Repetition", "draw").unwrap();
        assert_eq!((options.threads, options.level), (3, Level::new(2)));
        assert_eq!((options.overhead, options.rules.repetition), (Duration::ZERO, Repetition::Draw));
    }
}
