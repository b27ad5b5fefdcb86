//! Requests with an idempotency key: carried out once, and answered the same when they are repeated.
//!
//! A change runs on a task of its own, so that a client that leaves does not cut it short, and its outcome is written in
//! the same transaction as the change. A question, which changes nothing, ends with its client.

use super::Service;
use super::error::{Code, Error, Result};
use super::key::IdempotencyKey;
use super::outcome::{Changed, Reply};
use crate::session::{Claim, Record, Recorded, Session, StoreError, Tag, Ticket};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tracing::Instrument;

/// The outcome of a request and whether it is that of an earlier one with the same key.
#[derive(Clone, Debug)]
pub struct Answered<T> {
    pub value: T,
    pub is_replayed: bool,
}

/// An outcome as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    /// A game as [`Session::to_stored`] writes it, and the engine's reply if there was one.
    Game {
        game: Box<RawValue>,
        reply: Option<Reply>,
    },
    /// The JSON that answered a question.
    Json(Box<RawValue>),
    Refused(Error),
}

impl Outcome {
    fn of(changed: &Changed) -> Outcome {
        let text = String::from_utf8(changed.session.to_stored()).expect("JSON is UTF-8");
        Outcome::Game {
            game: RawValue::from_string(text).expect("a stored session is JSON"),
            reply: changed.reply.clone(),
        }
    }

    fn to_record(&self) -> Recorded {
        Recorded::Done(serde_json::to_vec(self).expect("it has string keys only"))
    }

    fn read(bytes: &[u8]) -> Result<Outcome> {
        serde_json::from_slice(bytes).map_err(|error| unusable(&error))
    }

    fn into_changed(self) -> Result<Changed> {
        match self {
            Outcome::Game { game, reply } => {
                let session = Arc::new(Session::from_stored(game.get().as_bytes())?);
                Ok(Changed { session, reply })
            }
            Outcome::Refused(error) => Err(Error { is_replayed: true, ..error }),
            Outcome::Json(_) => Err(unusable(&"it is not that of a change")),
        }
    }

    fn into_json(self) -> Result<String> {
        match self {
            Outcome::Json(text) => Ok(text.get().to_owned()),
            Outcome::Refused(error) => Err(Error { is_replayed: true, ..error }),
            Outcome::Game { .. } => Err(unusable(&"it is not that of a question")),
        }
    }
}

fn unusable(why: &dyn std::fmt::Display) -> Error {
    let detail = format!("the stored outcome of this request cannot be read: {why}");
    Error::new(Code::StoreUnavailable, detail).retry_after(Duration::from_secs(1))
}

/// One try at a request. With a key it holds the claim, which ends with it unless the request was settled.
#[derive(Debug)]
pub(super) struct Attempt {
    service: Service,
    ticket: Option<Ticket>,
    begun: Option<Tag>,
}

impl Drop for Attempt {
    fn drop(&mut self) {
        if let Some(ticket) = &self.ticket {
            self.service.store.release(ticket);
        }
    }
}

impl Attempt {
    /// The state of the game that an earlier try left when it had made a part of the change.
    pub fn begun(&self) -> Option<Tag> {
        self.begun
    }

    fn record<'a>(&'a self, state: Option<&'a Recorded>) -> Option<Record<'a>> {
        Some(Record { ticket: self.ticket.as_ref()?, state: state? })
    }

    fn outcome(&self, changed: &Changed) -> Option<Recorded> {
        self.ticket.as_ref().map(|_| Outcome::of(changed).to_record())
    }

    /// Stores a new game as the outcome of the request.
    pub async fn insert(&self, session: Session) -> std::result::Result<Changed, StoreError> {
        let changed = Changed { session: Arc::new(session), reply: None };
        let state = self.outcome(&changed);
        self.service.store.insert(Arc::clone(&changed.session), self.record(state.as_ref())).await?;
        Ok(changed)
    }

    /// Stores a change of a game as the outcome of the request.
    pub async fn finish(
        &self,
        base: Tag,
        session: Session,
        reply: Option<Reply>,
    ) -> std::result::Result<Changed, StoreError> {
        let changed = Changed { session: Arc::new(session), reply };
        let state = self.outcome(&changed);
        self.service.store.replace(base, Arc::clone(&changed.session), self.record(state.as_ref())).await?;
        Ok(changed)
    }

    /// Stores a part of the change, after which a retry goes on.
    pub async fn begin(&self, base: Tag, session: Session) -> std::result::Result<Arc<Session>, StoreError> {
        let state = self.ticket.as_ref().map(|_| Recorded::Begun(session.tag().to_string().into_bytes()));
        self.service.store.replace(base, Arc::new(session), self.record(state.as_ref())).await
    }

    /// Keeps an outcome that changed no game. If that fails, a retry does the same again, which changes nothing either.
    async fn settle(&self, outcome: Outcome) {
        if let Some(ticket) = &self.ticket {
            let state = outcome.to_record();
            let _a_retry_does_it_again = self.service.store.settle(Record { ticket, state: &state }).await;
        }
    }

    /// Settles a request whose part of the change was made, with the game as it is now.
    pub async fn settle_with(&self, session: Arc<Session>) -> Changed {
        let changed = Changed { session, reply: None };
        if self.ticket.is_some() {
            self.settle(Outcome::of(&changed)).await;
        }
        changed
    }
}

/// What a request turns out to be.
enum Arrival {
    First(Attempt),
    Replayed(Outcome),
}

impl Service {
    async fn arrive(&self, key: Option<IdempotencyKey>) -> Result<Arrival> {
        let attempt = |ticket, begun| Ok(Arrival::First(Attempt { service: self.clone(), ticket, begun }));
        let Some(key) = key else { return attempt(None, None) };
        match self.store.claim(key.record, key.fingerprint).await? {
            Claim::Ours(ticket) => attempt(Some(ticket), None),
            Claim::Resumed(ticket, begun) => {
                let tag = std::str::from_utf8(&begun).ok().and_then(|text| text.parse().ok());
                attempt(Some(ticket), Some(tag.ok_or_else(|| unusable(&"it names no state of a game"))?))
            }
            Claim::Done(bytes) => Outcome::read(&bytes).map(Arrival::Replayed),
            Claim::InFlight => {
                let detail =
                    "the first request with this Idempotency-Key is still being carried out: try again soon";
                Err(Error::new(Code::RequestInFlight, detail).retry_after(Duration::from_secs(1)))
            }
            Claim::Reused => {
                let detail =
                    "this Idempotency-Key was used with another body: use a new key for a new request";
                Err(Error::new(Code::IdempotencyKeyReused, detail))
            }
        }
    }

    /// Carries out a change on a task of its own: it runs to its end even if nobody waits for it any more.
    pub(super) async fn change_once<F>(
        &self,
        key: Option<IdempotencyKey>,
        change: impl FnOnce(Service, Arc<Attempt>) -> F + Send + 'static,
    ) -> Result<Answered<Changed>>
    where
        F: Future<Output = Result<Changed>> + Send,
    {
        let service = self.clone();
        let run = async move {
            let attempt = match service.arrive(key).await? {
                Arrival::First(attempt) => Arc::new(attempt),
                Arrival::Replayed(outcome) => {
                    return Ok(Answered { value: outcome.into_changed()?, is_replayed: true });
                }
            };
            let result = change(service, Arc::clone(&attempt)).await;
            if let Err(error) = &result
                && !error.code.is_transient()
            {
                attempt.settle(Outcome::Refused(error.clone())).await;
            }
            Ok(Answered { value: result?, is_replayed: false })
        };
        let task = self.tasks.spawn(run.in_current_span());
        task.await.unwrap_or_else(|_| {
            Err(Error::new(Code::Internal, "the request failed; the game shows whether it was changed"))
        })
    }

    /// Answers a question with JSON, and the same question with the same key with the same JSON.
    pub async fn answer_once(
        &self,
        key: Option<IdempotencyKey>,
        answer: impl Future<Output = Result<String>>,
    ) -> Result<Answered<String>> {
        let attempt = match self.arrive(key).await? {
            Arrival::First(attempt) => attempt,
            Arrival::Replayed(outcome) => {
                return Ok(Answered { value: outcome.into_json()?, is_replayed: true });
            }
        };
        let result = answer.await;
        match &result {
            _ if attempt.ticket.is_none() => {}
            Ok(text) => {
                if let Ok(text) = RawValue::from_string(text.clone()) {
                    attempt.settle(Outcome::Json(text)).await;
                }
            }
            Err(error) if !error.code.is_transient() => {
                attempt.settle(Outcome::Refused(error.clone())).await;
            }
            Err(_) => {}
        }
        Ok(Answered { value: result?, is_replayed: false })
    }
}
