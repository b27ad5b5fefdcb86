//! The programs in the settings that search in place of our own engine.

use crate::pool::OutsideSpec;
use crate::protocol::FirstRank;
use crate::protocol::driver::{Dialect, Program};
use crate::rules::Ruleset;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// The most processes of one engine.
const MOST_PROCESSES: usize = 64;

/// A program that requests may choose by its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutsideEngine {
    /// The name in requests, answers, metrics and logs.
    pub name: String,
    pub protocol: Protocol,
    /// The file and its arguments.
    pub command: Vec<String>,
    /// The rulesets that it plays.
    pub rulesets: Vec<Ruleset>,
    /// How many processes run at most; each searches one position at a time.
    #[serde(default = "one")]
    pub processes: usize,
    /// The threads of each process, by which its searches are charged. Set as the option `Threads` of UCI.
    #[serde(default = "one")]
    pub threads: usize,
    /// Options that each process gets when it has started.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// UCI: the number of Red's back rank, 0 as in Pikafish or 1 as in Fairy-Stockfish.
    #[serde(default)]
    pub first_rank: u8,
    /// The most memory of each process, in MiB of address space. 0 means no limit.
    #[serde(default = "four_gib")]
    pub memory_mib: u64,
    /// How long a process may take until it is ready.
    #[serde(default = "ten_seconds")]
    pub start_timeout_ms: u64,
    /// Gomocup: how long a process rests after a move, for programs that lose a command that comes at once.
    #[serde(default)]
    pub pause_ms: u64,
}

/// The protocol that a program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    Uci,
    Ucci,
    Gomocup,
}

impl Protocol {
    /// How a program speaks it whose back rank of Red has this number in UCI: 0 or 1.
    pub fn dialect(self, first_rank: u8) -> Dialect {
        match self {
            Protocol::Uci => Dialect::Uci(if first_rank == 0 { FirstRank::Zero } else { FirstRank::One }),
            Protocol::Ucci => Dialect::Ucci,
            Protocol::Gomocup => Dialect::Gomocup,
        }
    }
}

fn one() -> usize {
    1
}

fn four_gib() -> u64 {
    4096
}

fn ten_seconds() -> u64 {
    10_000
}

impl OutsideEngine {
    /// An engine with this command, and for the rest what is set by default.
    pub fn new(
        name: &str,
        protocol: Protocol,
        command: Vec<String>,
        rulesets: Vec<Ruleset>,
    ) -> OutsideEngine {
        OutsideEngine {
            name: name.to_owned(),
            protocol,
            command,
            rulesets,
            processes: one(),
            threads: one(),
            options: BTreeMap::new(),
            first_rank: 0,
            memory_mib: four_gib(),
            start_timeout_ms: ten_seconds(),
            pause_ms: 0,
        }
    }

    /// # Errors
    /// Says what is wrong.
    pub fn check(&self) -> Result<(), String> {
        let name = &self.name;
        if !(1..=64).contains(&name.len()) || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(format!("expected a name of 1 to 64 visible ASCII characters, got {name:?}"));
        }
        if self.command.first().is_none_or(String::is_empty) {
            return Err(format!("expected command of {name} to begin with a file"));
        }
        let plays = |ruleset: &Ruleset| {
            (*ruleset == Ruleset::Xiangqi) == matches!(self.protocol, Protocol::Uci | Protocol::Ucci)
        };
        if self.rulesets.is_empty() || !self.rulesets.iter().all(plays) {
            let expected = "uci and ucci are for xiangqi, gomocup is for the other rulesets";
            return Err(format!("expected rulesets of {name} that its protocol has: {expected}"));
        }
        if !(1..=MOST_PROCESSES).contains(&self.processes) || !(1..=1024).contains(&self.threads) {
            return Err(format!(
                "expected {name} to have 1 to {MOST_PROCESSES} processes of 1 to 1024 threads"
            ));
        }
        let texts = self.options.iter().flat_map(|(name, value)| [name, value]);
        if texts.chain(&self.command).any(|text| text.chars().any(char::is_control)) {
            return Err(format!("expected no control characters in command and options of {name}"));
        }
        if self.first_rank > 1 {
            return Err(format!("expected first_rank of {name} to be 0 or 1, got {}", self.first_rank));
        }
        if self.start_timeout_ms == 0 {
            return Err(format!("expected start_timeout_ms of {name} above 0"));
        }
        Ok(())
    }

    /// The same for the pool.
    pub fn spec(&self) -> OutsideSpec {
        let threads = ("Threads".to_owned(), self.threads.to_string());
        let threads = (self.protocol == Protocol::Uci && self.threads > 1).then_some(threads);
        let options = self.options.iter().map(|(name, value)| (name.clone(), value.clone()));
        let program = Program {
            options: threads.into_iter().chain(options).collect(),
            memory: Some(self.memory_mib << 20).filter(|&bytes| bytes > 0),
            has_low_priority: true,
            start_timeout: Duration::from_millis(self.start_timeout_ms),
            pause: Duration::from_millis(self.pause_ms),
            ..Program::new(self.command.clone(), self.protocol.dialect(self.first_rank))
        };
        OutsideSpec {
            name: self.name.clone(),
            program,
            rulesets: self.rulesets.clone(),
            processes: self.processes,
            threads: self.threads,
        }
    }

    /// Whether its protocol can limit the moves of a search.
    pub fn can_limit_moves(&self) -> bool {
        self.protocol == Protocol::Uci
    }
}
