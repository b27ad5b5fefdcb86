//! Looking for an opponent among strangers.

use crate::game::{Clock, Owner, Player, Seat, Seats, Session, TimeControl, TokenDigest};
use crate::options;
use crate::rules::{BySide, Game, Options, Ruleset, Side};
use crate::service::access::call::Call;
use crate::service::access::client::Client;
use crate::service::access::idempotency::Replayable;
use crate::service::access::key::secret_token;
use crate::service::error::{Code, Error, Result};
use crate::service::feed::news::with_news;
use crate::service::play::engine_turn;
use crate::service::state::Service;
use crate::service::time::sleep_until;
use crate::store::{Draw, Pairing, PoolId, Seek, SeekLimits, SeekState, StoreError, Substitute, Terms};
use jiff::Timestamp;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use uuid::Uuid;

/// What somebody looks for.
#[derive(Clone, Debug)]
pub struct NewSeek {
    pub options: Options,
    pub clock: Option<TimeControl>,
    /// None for either side.
    pub side: Option<Side>,
    pub name: Option<String>,
    pub engine: Option<Substitute>,
}

/// A seek as JSON, and the secret of the seeker, which only the response to its request contains.
#[derive(Clone, Debug)]
pub struct Sought {
    pub json: String,
    pub secret: String,
}

/// What a seeker gets who waits.
#[derive(Clone, Debug)]
pub enum Found {
    Open,
    Matched { ruleset: Ruleset, game: Uuid, side: Side, token: String },
}

/// The token that the bearer of a seek's secret gets in its game. Everybody who has the secret derives it again.
fn token_of(secret: &str, seek: Uuid) -> String {
    secret_token(b"seeker", &Sha256::digest(secret).into(), seek)
}

/// A limit of the settings, in which 0 means none.
fn most(setting: usize) -> usize {
    if setting == 0 { usize::MAX } else { setting }
}

fn draw() -> Draw {
    Draw { game: Uuid::new_v4(), side: Side::ALL[usize::from(rand::random::<bool>())] }
}

fn not_found(error: StoreError) -> Error {
    match error {
        StoreError::NotFound => {
            let detail = "there is no such seek: it was withdrawn, or nobody has waited on it for 15 s";
            Error::new(Code::SeekNotFound, detail)
        }
        error => error.into(),
    }
}

impl Service {
    /// Looks for an opponent. A retry with the same idempotency key finds the same seek. `show` writes it as JSON.
    ///
    /// # Errors
    /// When there are too many seeks, or the store does not answer.
    pub async fn seek(
        self: &Arc<Self>,
        call: &Call,
        new: NewSeek,
        show: fn(&Seek) -> String,
    ) -> Result<Replayable<Sought>> {
        let id = call.key.map_or_else(Uuid::new_v4, |key| key.id(0));
        let secret = secret_token(b"seek", &call.secret(), id);
        let add = async { Ok(show(&self.add_seek(call, new, id, &secret).await?)) };
        let Replayable { value: json, is_replayed } = Box::pin(self.submit_once(call.key, add)).await?;
        Ok(Replayable { value: Sought { json, secret }, is_replayed })
    }

    async fn add_seek(&self, call: &Call, new: NewSeek, id: Uuid, secret: &str) -> Result<Seek> {
        self.quotas.take_game(&call.client, call.arrived)?;
        let seek = Seek {
            id,
            secret: TokenDigest::of(secret),
            token: TokenDigest::of(&token_of(secret, id)),
            terms: Terms {
                ruleset: new.options.ruleset(),
                options: json!(options::to_json(&new.options)),
                clock: new.clock,
                key: call.client.caller().map(|caller| caller.name().to_owned()),
            },
            side: new.side,
            name: new.name,
            client: u128::from_le_bytes(call.client.digest()),
            engine: new.engine,
            created_at: Timestamp::now(),
            since: self.store.running_game_time().await?,
        };
        let limits =
            SeekLimits { all: self.config.max_seeks, of_client: most(self.config.max_seeks_per_client) };
        let state = self.store.add_seek(&seek, draw(), limits).await?;
        if let SeekState::Matched(pairing) = state
            && let Some(opponent) = &pairing.opponent
        {
            self.seekers.wake(opponent.id);
        }
        Ok(seek)
    }

    /// Waits until a seek has come to a game, for the bearer of its secret. The seek stays open while somebody waits.
    ///
    /// # Errors
    /// [`Code::SeekNotFound`], [`Code::Unauthorized`], or when the store does not answer.
    pub async fn await_game(
        self: &Arc<Self>,
        id: Uuid,
        call: &Call,
        within: Option<Duration>,
    ) -> Result<Found> {
        let until = Instant::now() + within.unwrap_or_default();
        let waiting = self.seekers.wait(id);
        loop {
            let news = waiting.news().notified();
            let (seek, state) = self.store.seek(id).await.map_err(not_found)?;
            let secret = check_secret(&seek, call)?;
            match state {
                SeekState::Matched(pairing) if pairing.is_hosted => {
                    let (ruleset, token) = (seek.terms.ruleset, token_of(secret, id));
                    return Ok(Found::Matched { ruleset, game: pairing.game, side: pairing.side, token });
                }
                SeekState::Matched(pairing) => self.host(call, &seek, &pairing).await?,
                SeekState::Open if self.engine_is_due(&seek) => {
                    self.store.meet_engine(id, draw()).await.map_err(not_found)?;
                }
                SeekState::Open if Instant::now() >= until || self.is_draining() => return Ok(Found::Open),
                SeekState::Open => {
                    let engine_at = seek.engine_at().map(|at| at.0 - self.store.game_time_now().0);
                    let engine_at =
                        engine_at.map(|wait| Instant::now() + Duration::from_millis(wait.max(1) as u64));
                    tokio::select! {
                        () = news => {}
                        () = sleep_until(Some(until)) => {}
                        () = sleep_until(engine_at) => {}
                        () = self.draining.cancelled() => {}
                    }
                }
            }
        }
    }

    fn engine_is_due(&self, seek: &Seek) -> bool {
        seek.engine_at().is_some_and(|at| self.store.game_time_now() >= at)
    }

    /// Withdraws an open seek, for the bearer of its secret.
    ///
    /// # Errors
    /// [`Code::SeekNotFound`], [`Code::SeekMatched`], [`Code::Unauthorized`], or when the store does not answer.
    pub async fn withdraw_seek(&self, id: Uuid, call: &Call) -> Result<()> {
        let (seek, _) = self.store.seek(id).await.map_err(not_found)?;
        check_secret(&seek, call)?;
        self.store.withdraw_seek(id).await.map_err(not_found)?;
        self.seekers.wake(id);
        Ok(())
    }

    /// The open seeks that the client may answer, those that have waited longest first.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn open_seeks(&self, client: &Client) -> Result<Vec<Seek>> {
        Ok(self.store.open_seeks(PoolId::of_key(client.caller().map(|caller| caller.name()))).await?)
    }

    /// Creates the game of a pairing, unless somebody has: a server may stop after two seekers have met, or after it has created
    /// their game.
    async fn host(self: &Arc<Self>, call: &Call, seek: &Seek, pairing: &Pairing) -> Result<()> {
        let (service, call, seek, pairing) = (Arc::clone(self), call.clone(), seek.clone(), pairing.clone());
        let host = async move {
            match service.store.get(pairing.game).await {
                Ok(_) => {}
                Err(StoreError::NotFound) => service.create_for(&call, &seek, &pairing).await?,
                Err(error) => return Err(error.into()),
            }
            let opponent = pairing.opponent.map(|opponent| opponent.id);
            service.store.host_seeks([seek.id].into_iter().chain(opponent).collect()).await?;
            opponent.into_iter().for_each(|id| service.seekers.wake(id));
            Ok(())
        };
        self.run_to_end(host).await
    }

    async fn create_for(&self, call: &Call, seek: &Seek, pairing: &Pairing) -> Result<()> {
        let session = new_session(seek, pairing)?;
        self.store.running_game_time().await?;
        let session = session.started(self.store.game_time_now());
        let session = Box::pin(engine_turn::play_first_moves(self, call, session)).await?;
        let session = session.stamped(None, self.store.game_time_now());
        match self.store.insert(with_news(None, Arc::new(session)), None).await {
            Ok(_) => {
                self.metrics.matched(if pairing.opponent.is_some() { "person" } else { "engine" });
                Ok(())
            }
            Err(StoreError::Conflict(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// The secret of the seek, if the caller has it.
fn check_secret<'a>(seek: &Seek, call: &'a Call) -> Result<&'a str> {
    let secret = call.token.as_deref().filter(|token| seek.secret.is_of(token));
    secret.ok_or_else(|| {
        Error::new(Code::Unauthorized, "expected Authorization: Bearer with the secret of the seek")
    })
}

/// The game of a pairing, not started yet.
fn new_session(seek: &Seek, pairing: &Pairing) -> Result<Session> {
    let Terms { ruleset, options, clock, key } = &seek.terms;
    let unreadable = || Error::new(Code::Internal, "the options of a seek cannot be read");
    let options =
        options.as_object().and_then(|it| options::from_json(*ruleset, it).ok()).ok_or_else(unreadable)?;
    let game = Game::new(&options, None)?;
    let (own, other) = (pairing.side, pairing.opponent.as_ref());
    let player = |of: Side| match &seek.engine {
        Some(substitute) if of != own && other.is_none() => {
            Player::Engine(Box::new(substitute.player.clone()))
        }
        _ => Player::Human,
    };
    // Nobody has the token of an engine's seat.
    let nobody = TokenDigest::of(&Uuid::new_v4().to_string());
    let other_token = other.map_or(nobody, |other| other.token);
    let by_side = BySide::from_fn(|of| Seat::Taken(if of == own { seek.token } else { other_token }));
    let name_of = |of: Side| if of == own { seek.name.clone() } else { other?.name.clone() };
    let (players, names) = (BySide::from_fn(player), BySide::from_fn(name_of));
    let seats = Seats { hints: pairing.opponent.is_none(), ..Seats::new(by_side) };
    let clock = clock.map(|control| Box::new(Clock::new(control, 0)));
    let owner = key.as_ref().map(|key| {
        Box::new(Owner { key: key.clone(), user: None, reference: None, metadata: BTreeMap::new() })
    });
    let session = Session::new(game, players, Some(Box::new(seats)));
    Ok(Session { id: pairing.game, names, clock, owner, ..session })
}
