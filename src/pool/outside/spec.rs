//! What an engine that is a program is, as the settings say it.

use crate::protocol::driver::Program;
use crate::rules::Ruleset;

/// A program, and how many processes of it may run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutsideSpec {
    /// The name in requests, metrics and logs.
    pub name: String,
    /// How it is started.
    pub program: Program,
    /// The rulesets that it plays.
    pub rulesets: Vec<Ruleset>,
    /// How many processes may run at once.
    pub processes: usize,
    /// How many threads each of them has.
    pub threads: usize,
}
