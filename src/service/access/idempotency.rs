//! Idempotency keys: a request with a key is executed once, and a retry gets the same response.
//!
//! A change completes even if the client disconnects. Its outcome is stored in the same
//! transaction as the change. The submission of a job is cancelled when its client disconnects: it is idempotent by the id that is
//! derived from its key. Queries, which change nothing, store nothing: a repeated query runs again.

use crate::game::{GameTime, Session, Tag};
use crate::pool::Answer;
use crate::service::access::key::IdempotencyKey;
use crate::service::error::{Code, Error, Result};
use crate::service::feed::news::with_news;
use crate::service::outcome::Changed;
use crate::service::people::presence::Presence;
use crate::service::state::Service;
use crate::store::{Claim, IdempotencyRecord, Recorded, StoreError, Ticket};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::future::Future;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The result of a request, and whether it is the replayed result of an earlier request with the same key.
#[derive(Clone, Debug)]
pub struct Replayable<T> {
    pub value: T,
    pub is_replayed: bool,
}

/// The outcome of a request, in the form in which it is stored.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::service) enum Outcome {
    /// A game as [`Session::to_stored`] writes it, the presence of its players, and the engine's reply if there was
    /// one.
    Game {
        game: Box<RawValue>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        presence: Option<Presence>,
        reply: Option<Answer>,
        #[serde(default)]
        first_ply: usize,
    },
    /// New games, each as in [`Outcome::Game`].
    Games(Vec<(Box<RawValue>, Option<Presence>, usize)>),
    /// The JSON response to the submission of a job.
    Json(Box<RawValue>),
    Refused(Error),
}

fn stored(session: &Session) -> Box<RawValue> {
    let text = String::from_utf8(session.to_stored()).expect("JSON is UTF-8");
    RawValue::from_string(text).expect("a stored session is JSON")
}

impl Outcome {
    fn of(changed: &Changed) -> Outcome {
        Outcome::Game {
            game: stored(&changed.session),
            presence: changed.presence,
            reply: changed.reply.clone(),
            first_ply: changed.first_ply,
        }
    }

    fn to_record(&self) -> Recorded {
        Recorded::Done(serde_json::to_vec(self).expect("it has string keys only"))
    }

    fn read(bytes: &[u8]) -> Result<Outcome> {
        serde_json::from_slice(bytes).map_err(|error| unreadable(&error))
    }

    fn into_changed(self) -> Result<Changed> {
        match self {
            Outcome::Game { game, presence, reply, first_ply } => {
                let session = Arc::new(Session::from_stored(game.get().as_bytes())?);
                Ok(Changed { session, presence, reply, first_ply })
            }
            Outcome::Refused(error) => Err(Error { is_replayed: true, ..error }),
            Outcome::Json(_) | Outcome::Games(_) => Err(unreadable(&"it is not the outcome of a change")),
        }
    }

    fn into_games(self) -> Result<Vec<Changed>> {
        let games = match self {
            Outcome::Games(games) => games,
            Outcome::Refused(error) => return Err(Error { is_replayed: true, ..error }),
            _ => return Err(unreadable(&"it is not the outcome of many new games")),
        };
        let read = games.into_iter().map(|(game, presence, first_ply)| {
            let session = Arc::new(Session::from_stored(game.get().as_bytes())?);
            Ok(Changed { session, presence, reply: None, first_ply })
        });
        read.collect()
    }

    fn into_json(self) -> Result<String> {
        match self {
            Outcome::Json(text) => Ok(text.get().to_owned()),
            Outcome::Refused(error) => Err(Error { is_replayed: true, ..error }),
            Outcome::Game { .. } | Outcome::Games(_) => {
                Err(unreadable(&"it is not the outcome of a submission"))
            }
        }
    }
}

fn unreadable(why: &dyn std::fmt::Display) -> Error {
    let detail = format!("the stored outcome of this request cannot be read: {why}");
    Error::new(Code::StoreUnavailable, detail).retry_after(Duration::from_secs(1))
}

/// One attempt at a request. If the request has a key, the attempt holds the claim on it. Dropping the attempt releases the
/// claim; a claim whose outcome was stored has ended already. Without the release, Redis would keep it until it expires.
#[derive(Debug)]
pub(in crate::service) struct Attempt {
    service: Arc<Service>,
    ticket: Option<Ticket>,
    begun: Option<Tag>,
    /// The ply of the game before the first part of the change.
    first_ply: OnceLock<usize>,
}

/// What an earlier attempt at the request stored.
#[derive(Clone, Copy, Debug)]
struct Begun {
    /// The state of the game after the first part of the change.
    tag: Tag,
    first_ply: usize,
}

impl Begun {
    fn to_record(self) -> Recorded {
        Recorded::Begun(format!("{} {}", self.tag, self.first_ply).into_bytes())
    }

    fn read(bytes: &[u8]) -> Result<Begun> {
        let parts = std::str::from_utf8(bytes).ok().and_then(|text| text.split_once(' '));
        let begun = parts.and_then(|(tag, first_ply)| {
            Some(Begun { tag: tag.parse().ok()?, first_ply: first_ply.parse().ok()? })
        });
        begun.ok_or_else(|| unreadable(&"it names no state of a game"))
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        if let Some(ticket) = &self.ticket {
            self.service.store.release(ticket);
        }
    }
}

impl Attempt {
    /// The state of the game after the part of the change that an earlier attempt stored, if there was one.
    pub fn begun(&self) -> Option<Tag> {
        self.begun
    }

    /// The ply of the game before the request. `base` is the state that this attempt changes first, unless an earlier one has
    /// changed the game.
    fn first_ply(&self, base: &Session) -> usize {
        *self.first_ply.get_or_init(|| base.game.ply())
    }

    fn record<'a>(&'a self, state: Option<&'a Recorded>) -> Option<IdempotencyRecord<'a>> {
        Some(IdempotencyRecord { ticket: self.ticket.as_ref()?, state: state? })
    }

    fn outcome(&self, changed: &Changed) -> Option<Recorded> {
        self.ticket.as_ref().map(|_| Outcome::of(changed).to_record())
    }

    /// A session that is about to be stored. `base` is the state that it replaces.
    async fn stamped(
        &self,
        base: Option<&Session>,
        session: Arc<Session>,
    ) -> std::result::Result<Arc<Session>, StoreError> {
        if session.started_by_change(base).is_none() {
            return Ok(session);
        }
        let now = self.service.store.running_game_time().await?;
        Ok(Arc::new(Arc::unwrap_or_clone(session).stamped(base, now)))
    }

    /// The outcome of the request: the game after the change, with the current presence of its players.
    async fn changed(
        &self,
        session: Arc<Session>,
        reply: Option<Answer>,
        first_ply: usize,
    ) -> std::result::Result<Changed, StoreError> {
        let presence = self.service.presence(&session).await?;
        Ok(Changed { session, presence, reply, first_ply })
    }

    /// Stores a new game as the outcome of the request, whose own moves begin at `first_ply`.
    pub async fn insert(
        &self,
        session: Session,
        first_ply: usize,
    ) -> std::result::Result<Changed, StoreError> {
        let session = self.stamped(None, Arc::new(session)).await?;
        let changed = self.changed(session, None, first_ply).await?;
        let state = self.outcome(&changed);
        let new = with_news(None, Arc::clone(&changed.session));
        self.service.store.insert(new, self.record(state.as_ref())).await?;
        Ok(changed)
    }

    /// Stores new games as the outcome of the request, all or none. Each comes with the ply at which its own moves begin.
    pub async fn insert_all(
        &self,
        sessions: Vec<(Session, usize)>,
    ) -> std::result::Result<Vec<Changed>, StoreError> {
        let mut games = Vec::with_capacity(sessions.len());
        for (session, first_ply) in sessions {
            let session = self.stamped(None, Arc::new(session)).await?;
            games.push(self.changed(session, None, first_ply).await?);
        }
        let outcome = |games: &[Changed]| {
            let parts = games.iter().map(|it| (stored(&it.session), it.presence, it.first_ply));
            Outcome::Games(parts.collect()).to_record()
        };
        let state = self.ticket.as_ref().map(|_| outcome(&games));
        let new = games.iter().map(|game| with_news(None, Arc::clone(&game.session)));
        let new: Vec<_> = new.collect();
        self.service.store.insert_all(&new, self.record(state.as_ref())).await?;
        Ok(games)
    }

    /// Stores a change of a game, as the outcome of the request.
    pub async fn store_outcome(
        &self,
        base: &Session,
        session: Session,
        reply: Option<Answer>,
    ) -> std::result::Result<Changed, StoreError> {
        let first_ply = self.first_ply(base);
        let changed = self.changed(Arc::new(session), reply, first_ply).await?;
        let as_stored = |session: &Arc<Session>| Changed { session: Arc::clone(session), ..changed.clone() };
        let state = |session: &Arc<Session>| self.outcome(&as_stored(session));
        let session = self.replace(base, Arc::clone(&changed.session), state).await?;
        Ok(Changed { session, ..changed })
    }

    /// Stores the first part of a change. A retry resumes after it.
    pub async fn begin(
        &self,
        base: &Session,
        session: Session,
    ) -> std::result::Result<Arc<Session>, StoreError> {
        // The tag stays: stamping changes the clock alone.
        let begun = Begun { tag: session.tag(), first_ply: self.first_ply(base) };
        let state = |_: &Arc<Session>| self.ticket.as_ref().map(|_| begun.to_record());
        self.replace(base, Arc::new(session), state).await
    }

    /// Writes a session that replaces `base`, with the state of the request after it. A session that comes to the store too long
    /// after the start of a clock that it starts is stamped and written again, each time with more patience, because the store
    /// may be slow. Returns the session as it was stored.
    async fn replace(
        &self,
        base: &Session,
        mut session: Arc<Session>,
        state: impl Fn(&Arc<Session>) -> Option<Recorded>,
    ) -> std::result::Result<Arc<Session>, StoreError> {
        let mut patience_ms = Session::LATE_AFTER_MS;
        loop {
            session = self.stamped(Some(base), session).await?;
            let started = session.started_by_change(Some(base));
            let latest = started.map(|GameTime(started)| GameTime(started.saturating_add(patience_ms)));
            let (next, state) = (with_news(Some(base), Arc::clone(&session)), state(&session));
            let record = self.record(state.as_ref());
            if self.service.store.replace_by(base.tag(), next, record, latest).await? {
                return Ok(session);
            }
            patience_ms *= 2;
        }
    }

    /// Stores an outcome without a change of a game. If this fails, the client must not get the outcome: a retry, which
    /// executes or resumes the request again, may have another one.
    async fn settle(&self, outcome: Outcome) -> std::result::Result<(), StoreError> {
        let Some(ticket) = &self.ticket else { return Ok(()) };
        let state = outcome.to_record();
        self.service.store.settle(IdempotencyRecord { ticket, state: &state }).await
    }

    /// Settles a request whose change is partly stored, with the current state of the game.
    pub async fn settle_with(&self, session: Arc<Session>) -> std::result::Result<Changed, StoreError> {
        let first_ply = self.first_ply(&session);
        let changed = self.changed(session, None, first_ply).await?;
        if self.ticket.is_some() {
            self.settle(Outcome::of(&changed)).await?;
        }
        Ok(changed)
    }
}

/// How a request is to be handled: executed, or answered with the stored outcome.
enum Execution {
    New(Attempt),
    Replayed(Outcome),
}

impl Service {
    async fn claim_request(self: &Arc<Self>, key: Option<IdempotencyKey>) -> Result<Execution> {
        let attempt = |ticket, begun: Option<Begun>| {
            let first_ply = begun.map_or_else(OnceLock::new, |begun| OnceLock::from(begun.first_ply));
            let begun = begun.map(|begun| begun.tag);
            Ok(Execution::New(Attempt { service: Arc::clone(self), ticket, begun, first_ply }))
        };
        let Some(key) = key else { return attempt(None, None) };
        match self.store.claim(key.record, key.fingerprint).await? {
            Claim::Ours(ticket) => attempt(Some(ticket), None),
            Claim::Resumed(ticket, begun) => attempt(Some(ticket), Some(Begun::read(&begun)?)),
            Claim::Done(bytes) => Outcome::read(&bytes).map(Execution::Replayed),
            Claim::InFlight => {
                let detail =
                    "the first request with this Idempotency-Key is still in progress: try again soon";
                Err(Error::new(Code::RequestInFlight, detail).retry_after(Duration::from_secs(1)))
            }
            Claim::Reused => {
                let detail = "this Idempotency-Key was used with another query or body: use a new key for a new request";
                Err(Error::new(Code::IdempotencyKeyReused, detail))
            }
        }
    }

    /// Executes a change once for each key, to its end.
    pub(in crate::service) fn change_once<F, C>(
        self: &Arc<Self>,
        key: Option<IdempotencyKey>,
        change: C,
    ) -> impl Future<Output = Result<Replayable<Changed>>> + use<F, C>
    where
        F: Future<Output = Result<Changed>> + Send,
        C: FnOnce(Arc<Service>, Arc<Attempt>) -> F + Send + 'static,
    {
        self.execute_once(key, Outcome::into_changed, change)
    }

    /// As [`Service::change_once`], for many new games.
    pub(in crate::service) fn create_once<F, C>(
        self: &Arc<Self>,
        key: Option<IdempotencyKey>,
        create: C,
    ) -> impl Future<Output = Result<Replayable<Vec<Changed>>>> + use<F, C>
    where
        F: Future<Output = Result<Vec<Changed>>> + Send,
        C: FnOnce(Arc<Service>, Arc<Attempt>) -> F + Send + 'static,
    {
        self.execute_once(key, Outcome::into_games, create)
    }

    fn execute_once<T, F, C>(
        self: &Arc<Self>,
        key: Option<IdempotencyKey>,
        replay: fn(Outcome) -> Result<T>,
        change: C,
    ) -> impl Future<Output = Result<Replayable<T>>> + use<T, F, C>
    where
        T: Send + 'static,
        F: Future<Output = Result<T>> + Send,
        C: FnOnce(Arc<Service>, Arc<Attempt>) -> F + Send + 'static,
    {
        let service = Arc::clone(self);
        let run = async move {
            let attempt = match service.claim_request(key).await? {
                Execution::New(attempt) => Arc::new(attempt),
                Execution::Replayed(outcome) => {
                    return Ok(Replayable { value: replay(outcome)?, is_replayed: true });
                }
            };
            let result = change(service, Arc::clone(&attempt)).await;
            if let Err(error) = &result
                && !error.code.is_transient()
            {
                attempt.settle(Outcome::Refused(error.clone())).await?;
            }
            Ok(Replayable { value: result?, is_replayed: false })
        };
        self.run_to_end(run)
    }

    /// Submits a job once for each key, and returns the response as JSON text. A retry gets the same text.
    pub async fn submit_once(
        self: &Arc<Self>,
        key: Option<IdempotencyKey>,
        submit: impl Future<Output = Result<String>>,
    ) -> Result<Replayable<String>> {
        let attempt = match self.claim_request(key).await? {
            Execution::New(attempt) => attempt,
            Execution::Replayed(outcome) => {
                return Ok(Replayable { value: outcome.into_json()?, is_replayed: true });
            }
        };
        let result = submit.await;
        match &result {
            _ if attempt.ticket.is_none() => {}
            Ok(text) => {
                if let Ok(text) = RawValue::from_string(text.clone()) {
                    attempt.settle(Outcome::Json(text)).await?;
                }
            }
            Err(error) if !error.code.is_transient() => {
                attempt.settle(Outcome::Refused(error.clone())).await?;
            }
            Err(_) => {}
        }
        Ok(Replayable { value: result?, is_replayed: false })
    }
}
