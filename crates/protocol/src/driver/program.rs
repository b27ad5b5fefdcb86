//! How a program is started.

use crate::FirstRank;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// The protocol that a program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// UCI, with this number for the first rank.
    Uci(FirstRank),
    /// UCCI, version 3.
    Ucci,
    /// The protocol of Gomocup managers.
    Gomocup,
}

/// A program and how it is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The file and its arguments. No shell reads them.
    pub command: Vec<String>,
    /// The protocol that it speaks.
    pub dialect: Dialect,
    /// Options that are set once it has started, in this order: those of `setoption`, or of `INFO` for a Gomocup program.
    pub options: Vec<(String, String)>,
    /// Its working folder; that of this process if none.
    pub folder: Option<PathBuf>,
    /// The most memory that it may have, in bytes of address space. Only Linux enforces it.
    pub memory: Option<u64>,
    /// Whether the processes of other programs go first. Only on Linux.
    pub has_low_priority: bool,
    /// How long it may take until it is ready.
    pub start_timeout: Duration,
    /// How long to wait after a move of a Gomocup program before the next command: some lose a command that comes at once.
    pub pause: Duration,
}

impl Program {
    /// A program with this command, without options and limits, that may take 10 s to start.
    pub fn new(command: Vec<String>, dialect: Dialect) -> Program {
        Program {
            command,
            dialect,
            options: Vec::new(),
            folder: None,
            memory: None,
            has_low_priority: false,
            start_timeout: Duration::from_secs(10),
            pause: Duration::ZERO,
        }
    }
}

/// What takes the lines that a program prints to its standard error, at most 1000 bytes of each.
pub struct Log(pub Box<dyn FnMut(&str) + Send>);

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Log")
    }
}
