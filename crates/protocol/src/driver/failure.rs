//! What can go wrong with a program.

use std::io;
use std::time::Duration;

/// Why a program made no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// It said nothing useful in time.
    #[error("it did not answer in time")]
    Time,
    /// It ended, closed its output, printed a line without end, or does not read its input.
    #[error("it died")]
    Crash,
    /// What it printed in place of a move.
    #[error("it answered {0:?}, which is no legal move")]
    Illegal(String),
    /// It said that it has no move.
    #[error("it has no move")]
    Resigned,
}

/// Why a program did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The command is empty.
    #[error("expected a command")]
    NoCommand,
    /// The operating system did not start it.
    #[error("it cannot be run: {0}")]
    Spawn(#[from] io::Error),
    /// It ended before it was ready.
    #[error("it ended before it was ready")]
    Ended,
    /// It was not ready in time.
    #[error("it was not ready after {} ms", .0.as_millis())]
    Time(Duration),
}
