//! Who asks for a change, on what condition, and whether they may.

use super::client::Client;
use super::error::{Code, Error, Result};
use super::key::IdempotencyKey;
use crate::rules::Side;
use crate::session::{Session, StoreError, Tag};
use std::time::Instant;

/// What comes with every request that concerns a game.
#[derive(Clone, Debug)]
pub struct Call {
    pub client: Client,
    /// The bearer token, if there is one: it may be a seat's.
    pub token: Option<String>,
    pub condition: Option<Condition>,
    pub key: Option<IdempotencyKey>,
    /// When the server had read the request: time budgets count from then.
    pub arrived: Instant,
}

/// Which states of a game a change is meant for (`If-Match`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Whatever state it is in.
    Exists,
    OneOf(Vec<State>),
}

/// A state of a game, as a condition names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Tag(Tag),
    /// Whatever the revision of that version is.
    Version(u64),
}

impl Call {
    /// # Errors
    /// When the request is meant for another state of the game.
    pub(super) fn check_condition(&self, session: &Session) -> Result<()> {
        let Some(Condition::OneOf(wanted)) = &self.condition else { return Ok(()) };
        let tag = session.tag();
        let is_met = wanted.iter().any(|state| match state {
            State::Tag(wanted) => *wanted == tag,
            State::Version(version) => *version == tag.version,
        });
        if is_met { Ok(()) } else { Err(version_mismatch(tag)) }
    }

    /// # Errors
    /// When the game has seats and the call does not bring the token of one of `sides`.
    pub(super) fn check_seat(&self, session: &Session, sides: &[Side]) -> Result<()> {
        let Some(seats) = &session.seats else { return Ok(()) };
        let names = session.game.ruleset().side_names();
        let wanted = sides.iter().map(|&side| names[side]).collect::<Vec<_>>().join(" or ");
        let Some(token) = &self.token else {
            let detail = format!("expected Authorization: Bearer with the seat token of {wanted}");
            return Err(Error::new(Code::Unauthorized, detail));
        };
        match seats.side_of(token) {
            Some(side) if sides.contains(&side) => Ok(()),
            Some(side) => {
                let detail = format!("this is the token of {}, and only {wanted} may do this", names[side]);
                Err(Error::new(Code::Forbidden, detail))
            }
            None => {
                let detail = format!("the token opens no seat of this game: expected that of {wanted}");
                Err(Error::new(Code::Unauthorized, detail))
            }
        }
    }

    /// The refusal for a store that did not make a change. To a conditional request a lost race is its condition not met.
    pub(super) fn refusal(&self, error: StoreError) -> Error {
        match error {
            StoreError::Conflict(current) if self.condition.is_some() => version_mismatch(current.tag()),
            error => refusal(error),
        }
    }
}

/// The refusal for a store that did not make a change, or did not say whether it did.
pub(super) fn refusal(error: StoreError) -> Error {
    let is_known = !matches!(error, StoreError::Unavailable(_));
    let refusal = Error::from(error);
    if is_known {
        return refusal;
    }
    let detail = format!(
        "{}; whether the change was made is not known: read the game, or send the request again with the same \
         Idempotency-Key",
        refusal.detail
    );
    Error { detail, ..refusal }
}

fn version_mismatch(tag: Tag) -> Error {
    let detail = format!("the game is not in the state that If-Match names: it has the tag \"{tag}\"");
    Error::new(Code::VersionMismatch, detail).with("version", tag.version)
}
