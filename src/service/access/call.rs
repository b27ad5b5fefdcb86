//! The caller of an operation: who it is, what it may do, and the precondition it sets.

use crate::game::{Session, Tag, TokenDigest};
use crate::rules::Side;
use crate::service::access::client::Client;
use crate::service::access::key::IdempotencyKey;
use crate::service::access::side::SideName;
use crate::service::access::viewer::Viewer;
use crate::service::error::{Code, Error, Result};
use crate::store::StoreError;
use std::time::Instant;

/// The caller and the headers of a request.
#[derive(Clone, Debug)]
pub struct Call {
    pub client: Client,
    /// The bearer token, if there is one. It may be a seat token.
    pub token: Option<String>,
    pub condition: Option<Condition>,
    pub key: Option<IdempotencyKey>,
    /// When the server had read the request. Time budgets start here.
    pub arrived: Instant,
}

/// The precondition of a change (`If-Match`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The game exists, in any state.
    Exists,
    /// The game is in one of these states.
    OneOf(Vec<State>),
}

/// A state of a game in a precondition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Tag(Tag),
    /// Any state with this version.
    Version(u64),
}

impl Call {
    /// What the secrets that this request makes are derived from: a retry with the same key derives them again.
    pub(in crate::service) fn secret(&self) -> [u8; 32] {
        self.key.map_or_else(rand::random, |key| key.secret)
    }

    /// Checks the precondition.
    ///
    /// # Errors
    /// [`Code::VersionMismatch`] when the game is in another state.
    pub(in crate::service) fn check_condition(&self, session: &Session) -> Result<()> {
        let Some(Condition::OneOf(wanted)) = &self.condition else { return Ok(()) };
        let tag = session.tag();
        let is_met = wanted.iter().any(|state| match state {
            State::Tag(wanted) => *wanted == tag,
            State::Version(version) => *version == tag.version,
        });
        if is_met { Ok(()) } else { Err(version_mismatch(tag)) }
    }

    /// Who calls, as somebody who looks at a game.
    pub(in crate::service) fn viewer(&self) -> Viewer<'_> {
        Viewer::new(&self.client, self.token.as_deref())
    }

    /// Checks that the game does not belong to another API key, unless the caller has a token of the game.
    ///
    /// # Errors
    /// [`Code::Forbidden`].
    pub(in crate::service) fn check_may_change(&self, session: &Session) -> Result<()> {
        let viewer = self.viewer();
        let belongs_to_a_key = session.owner.is_some() && self.client.caller().is_some();
        if !belongs_to_a_key || viewer.manages(session) || viewer.has_token_of(session) {
            return Ok(());
        }
        let detail = "the game belongs to another API key: expected that one, or the token of a seat";
        Err(Error::new(Code::Forbidden, detail))
    }

    /// Checks that the caller may act for one of `sides`.
    ///
    /// # Errors
    /// When the game has seats and the caller does not have the seat token of one of these sides.
    pub(in crate::service) fn check_seat(&self, session: &Session, sides: &[Side]) -> Result<()> {
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
                let detail = format!("only {wanted} may do this, and the token is that of {}", names[side]);
                Err(Error::new(Code::Forbidden, detail))
            }
            None if seats.may_read(&TokenDigest::of(token)) => {
                let detail = format!("only {wanted} may do this, and the token is that of a spectator");
                Err(Error::new(Code::Forbidden, detail))
            }
            None => {
                let detail = format!("the token belongs to no seat of this game: expected that of {wanted}");
                Err(Error::new(Code::Unauthorized, detail))
            }
        }
    }

    /// # Errors
    /// When the caller has a seat of the game, and so cannot take the other one.
    pub(in crate::service) fn check_has_no_seat(&self, session: &Session) -> Result<()> {
        let own =
            session.seats.as_ref().zip(self.token.as_ref()).and_then(|(seats, token)| seats.side_of(token));
        match own {
            None => Ok(()),
            Some(side) => {
                let name = session.game.ruleset().side_names()[side];
                let detail = format!("the token is that of {name}: the other seat is for another player");
                Err(Error::new(Code::Forbidden, detail))
            }
        }
    }

    /// The side with this name, for which the caller may act.
    ///
    /// # Errors
    /// When the ruleset has no such side, or the caller may not act for it.
    pub(in crate::service) fn side(&self, session: &Session, name: SideName) -> Result<Side> {
        let side = name.side(session)?;
        self.check_seat(session, &[side])?;
        Ok(side)
    }

    /// Maps an error of a store that was asked for a change. If the request has a precondition, a conflict means that the
    /// precondition failed.
    pub(in crate::service) fn refusal(&self, error: StoreError) -> Error {
        match error {
            StoreError::Conflict(current) if self.condition.is_some() => version_mismatch(current.tag()),
            error => refusal(error),
        }
    }
}

/// Maps an error of a store that was asked for a change. The detail says so if the change may have been made.
pub(in crate::service) fn refusal(error: StoreError) -> Error {
    let is_known = !matches!(error, StoreError::Unavailable(_));
    let refusal = Error::from(error);
    if is_known {
        return refusal;
    }
    let detail = format!(
        "{}; the change may or may not have been made: read the game, or send the request again with the same \
         Idempotency-Key",
        refusal.detail
    );
    Error { detail, ..refusal }
}

fn version_mismatch(tag: Tag) -> Error {
    let detail = format!("the game is not in the state that If-Match names: it has the tag \"{tag}\"");
    Error::new(Code::VersionMismatch, detail).with("version", tag.version)
}
