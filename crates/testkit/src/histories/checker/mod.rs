//! Checks a history for violated guarantees. The result depends on the history alone.

mod chain;
mod feed;
mod responses;
#[cfg(test)]
mod tests;

use super::history::History;
use std::collections::BTreeMap;
use std::fmt;

/// A violated guarantee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// Attempts over minutes got no final response.
    NeverAnswered { key: String },
    /// Two responses to the same key differ.
    ResponsesDiffer { key: String, statuses: (u16, u16) },
    /// A repeated response lacks `Idempotency-Replayed`, or the response to the only attempt has it.
    WrongReplayHeader { key: String, says_replay: bool },
    /// The sole writer of a game, which knows its state, was refused a legal change.
    LegalChangeRefused { key: String, status: u16, code: String },
    /// The change took effect more than once.
    AppliedTwice { key: String, game: String },
    /// The change was refused but took effect.
    AppliedThoughRefused { key: String, game: String },
    /// The change was acknowledged but is missing.
    LostChange { key: String, game: String },
    /// No recorded change explains how the game went from one state to the other.
    Unexplained { game: String, from: String, to: String },
    /// Two changes were acknowledged with the same version of a game.
    VersionAcknowledgedTwice { game: String, version: u64, keys: (String, String) },
    /// The change `later` was acknowledged before `earlier` was sent, yet `earlier` has the smaller version.
    OutOfOrder { game: String, earlier: String, later: String },
    /// An acknowledged move lacks the engine's reply, or has another reply than the response says.
    MissingReply { key: String, game: String },
    /// At the end it is an engine's turn and no client will ask it to move.
    LeftOnEnginesTurn { game: String },
    /// A read returned an older version than one that a client had already seen.
    StaleRead { game: String, shown: String, known: u64 },
    /// A created game that nobody deleted is not found.
    GameLost { game: String },
    /// The same strong ETag was sent with two different states.
    TagOfTwoStates { game: String, tag: String, states: (String, String) },
    /// The same version of a game was sent with two different states.
    VersionOfTwoStates { game: String, version: u64, states: (String, String) },
    /// The events of the game are not those of its changes.
    ToldWrongly { game: String, what: String },
    /// A server responded with the status 500.
    InternalError { body: String },
    /// The store has more or fewer games than were created.
    WrongGameCount { created: usize, in_store: usize },
}

/// All guarantees, which hold while the store keeps every acknowledged write.
pub fn check(history: &History) -> Vec<Violation> {
    let mut violations = chain::check(history);
    violations.extend(responses::operations(history));
    violations.extend(responses::tags(history));
    violations.extend(responses::versions(history));
    violations.extend(responses::reads(history));
    violations.extend(responses::final_reads(history));
    violations.extend(responses::number_of_games(history));
    violations.extend(responses::internal_errors(history));
    violations.extend(feed::check(history));
    violations
}

/// All guarantees of a store that replicates a change before it is acknowledged. A primary that dies may take any other
/// change with it, which a read may have shown before (`docs/REDIS.md`): what such a read showed obliges nobody.
pub fn check_with_replicas(mut history: History) -> Vec<Violation> {
    let lost = responses::lost_tags(&history);
    history.reads.retain(|read| read.response.tag.as_ref().is_none_or(|tag| !lost.contains(tag)));
    check(&history)
}

/// The guarantees that hold even when the store loses acknowledged writes.
pub fn check_after_loss(history: &History) -> Vec<Violation> {
    let mut violations = responses::tags(history);
    violations.extend(responses::internal_errors(history));
    violations
}

impl Violation {
    fn kind(&self) -> &'static str {
        match self {
            Violation::NeverAnswered { .. } => "changes never answered",
            Violation::ResponsesDiffer { .. } => "different responses to one key",
            Violation::WrongReplayHeader { .. } => "Idempotency-Replayed is wrong",
            Violation::LegalChangeRefused { .. } => "legal changes of a sole writer refused",
            Violation::AppliedTwice { .. } => "changes applied twice",
            Violation::AppliedThoughRefused { .. } => "changes applied though refused",
            Violation::LostChange { .. } => "acknowledged changes lost",
            Violation::Unexplained { .. } => "unexplained states",
            Violation::VersionAcknowledgedTwice { .. } => "one version acknowledged for two changes",
            Violation::OutOfOrder { .. } => "changes out of order",
            Violation::MissingReply { .. } => "acknowledged moves without their reply",
            Violation::LeftOnEnginesTurn { .. } => "left on the engine's turn",
            Violation::StaleRead { .. } => "stale reads",
            Violation::GameLost { .. } => "games lost",
            Violation::TagOfTwoStates { .. } => "ETags of two states",
            Violation::VersionOfTwoStates { .. } => "versions of two states",
            Violation::ToldWrongly { .. } => "events that are not those of the changes",
            Violation::InternalError { .. } => "internal errors",
            Violation::WrongGameCount { .. } => "wrong number of games",
        }
    }
}

/// Prints the number of violations of each kind, with a few examples.
#[derive(Debug)]
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
