//! Holds a history against what the service promises. A function of the history alone.

mod chain;
mod seen;
#[cfg(test)]
mod tests;

use super::history::History;
use std::collections::BTreeMap;
use std::fmt;

/// A promise that was broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// No try of minutes got an answer.
    NeverAnswered { key: String },
    /// Two answers to one key differ.
    AnswersDiffer { key: String, statuses: (u16, u16) },
    /// A later answer does not say `Idempotency-Replayed`, or the answer to the only try does.
    ReplayMistold { key: String, says_replay: bool },
    /// The only writer of a game, who knows how it stands, was refused a legal change.
    Refused { key: String, status: u16, code: String },
    /// The change took effect more than once.
    DoneTwice { key: String, game: String },
    /// The change was refused, and took effect.
    DoneThoughRefused { key: String, game: String },
    /// The change was acknowledged, and is not there.
    NotDone { key: String, game: String },
    /// The game went from one state to another, and no change of anybody explains it.
    Unexplained { game: String, from: String, to: String },
    /// Two changes were acknowledged with the same version of a game.
    OneVersionForTwo { game: String, version: u64, keys: (String, String) },
    /// A change was made before one that had been acknowledged before it was asked for.
    OutOfOrder { game: String, earlier: String, later: String },
    /// An acknowledged move has no reply of the engine, or not the one that was told.
    NoReply { key: String, game: String },
    /// At the end an engine is to move and nobody will ask it to.
    LeftOnEnginesTurn { game: String },
    /// A game was shown as it had been before a version that somebody knew already.
    StaleRead { game: String, shown: String, known: u64 },
    /// A game that was created and never deleted is not found.
    Gone { game: String },
    /// The same strong tag was sent with two different games.
    TagOfTwoBoards { game: String, tag: String, boards: (String, String) },
    /// The same version of a game was shown in two ways.
    VersionOfTwoBoards { game: String, version: u64, boards: (String, String) },
    /// More games than were asked for, or fewer.
    GamesMiscounted { created: usize, in_store: usize },
}

/// Everything that is promised while no store loses what it acknowledged.
pub fn check(history: &History) -> Vec<Violation> {
    let mut violations = chain::check(history);
    violations.extend(seen::answers(history));
    violations.extend(seen::tags(history));
    violations.extend(seen::versions(history));
    violations.extend(seen::reads(history));
    violations.extend(seen::last_reads(history));
    violations.extend(seen::number_of_games(history));
    violations
}

/// What is promised even when a store loses what it acknowledged.
pub fn check_after_loss(history: &History) -> Vec<Violation> {
    seen::tags(history)
}

impl Violation {
    fn kind(&self) -> &'static str {
        match self {
            Violation::NeverAnswered { .. } => "never answered",
            Violation::AnswersDiffer { .. } => "answers to one key differ",
            Violation::ReplayMistold { .. } => "Idempotency-Replayed is wrong",
            Violation::Refused { .. } => "legal changes of a sole writer refused",
            Violation::DoneTwice { .. } => "done twice",
            Violation::DoneThoughRefused { .. } => "done though refused",
            Violation::NotDone { .. } => "acknowledged and not done",
            Violation::Unexplained { .. } => "unexplained states",
            Violation::OneVersionForTwo { .. } => "one version for two changes",
            Violation::OutOfOrder { .. } => "out of order",
            Violation::NoReply { .. } => "acknowledged moves without their reply",
            Violation::LeftOnEnginesTurn { .. } => "left on the engine's turn",
            Violation::StaleRead { .. } => "stale reads",
            Violation::Gone { .. } => "games gone",
            Violation::TagOfTwoBoards { .. } => "tags of two boards",
            Violation::VersionOfTwoBoards { .. } => "versions of two boards",
            Violation::GamesMiscounted { .. } => "games miscounted",
        }
    }
}

/// How many violations of each kind there are, with some of each.
pub struct Report<'a>(pub &'a [Violation]);

impl fmt::Display for Report<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 3;
        let mut kinds: BTreeMap<&str, Vec<&Violation>> = BTreeMap::new();
        for violation in self.0 {
            kinds.entry(violation.kind()).or_default().push(violation);
        }
        for (kind, violations) in kinds {
            writeln!(formatter, "{}: {}", kind, violations.len())?;
            for violation in violations.iter().take(SHOWN) {
                writeln!(formatter, "    {violation:?}")?;
            }
        }
        Ok(())
    }
}
