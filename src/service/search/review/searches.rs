//! The searches of a review: one look at every position, and a deeper one where the first finds a mistake.

use super::cache::CachedPositions;
use super::judge::Judge;
use super::judged::BestMove;
use crate::config::Config;
use crate::engine::{Limits, SearchRequest};
use crate::pool::Purpose;
use crate::rules::Game;
use crate::service::access::client::Client;
use crate::service::error;
use crate::service::error::{Code, Result};
use crate::service::search::admission::SearchPermit;
use crate::service::search::settings::{SearchOptions, SearchSettings};
use crate::service::state::Service;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The nodes of the first look at a position, about a tenth of a second.
const NODES: u64 = 30_000;
/// The nodes of the deeper look at the positions before and after what looks like a mistake.
const DEEPER_NODES: u64 = 240_000;
/// On any machine, and a busy one, the nodes are searched before.
const MOST_TIME: Duration = Duration::from_secs(30);
/// The time for a position where a client sets limits, but no time.
const DEFAULT_TIME: Duration = Duration::from_millis(200);

/// The settings of the searches. A client that sets limits gets one look at every position within them. For others a fixed number of
/// nodes in a table of its own makes a review the same each time, on every machine.
#[derive(Debug)]
pub struct Looks {
    pub first: SearchSettings,
    pub deeper: Option<SearchSettings>,
}

impl Looks {
    /// What a client asks for that is granted at most this time of search at once.
    ///
    /// # Errors
    /// When the options do not fit the position.
    pub fn of(
        options: &SearchOptions,
        game: &Game,
        config: &Config,
        most: Option<Duration>,
    ) -> Result<Looks> {
        let is_limited = options.limits != Limits::default();
        let with = |base: &SearchSettings| -> Result<SearchSettings> {
            let mut settings = options.settings(base, game, config)?;
            settings.request.book = false;
            Ok(settings)
        };
        if is_limited {
            return Ok(Looks { first: with(&SearchSettings::with_time(DEFAULT_TIME))?, deeper: None });
        }
        let time = most.unwrap_or(MOST_TIME).min(MOST_TIME);
        let fixed = |nodes| SearchSettings {
            request: SearchRequest { isolated: true, seed: Some(0), ..SearchRequest::default() },
            limits: Limits { time: Some(time), nodes: Some(nodes), ..Limits::default() },
            engine: None,
        };
        Ok(Looks { first: with(&fixed(NODES))?, deeper: Some(with(&fixed(DEEPER_NODES))?) })
    }
}

/// The server shuts down.
pub struct Stopped;

/// The searches of one review.
pub struct Searches {
    pub service: Arc<Service>,
    pub client: Client,
    pub looks: Looks,
}

impl Searches {
    /// Admits the first search.
    ///
    /// # Errors
    /// When it is refused.
    pub fn first(&self, game: &Game) -> Result<(SearchPermit, Instant)> {
        let arrived = Instant::now();
        let task = self.looks.first.task(game, arrived);
        Ok((self.service.charge_and_admit(&self.client, Purpose::Question, &task)?, arrived))
    }

    /// The best move of the next position of a game, none if the game is over there. Looks deeper at it, and at the one before it, if the
    /// move between them looks like a mistake.
    ///
    /// # Errors
    /// When the server shuts down.
    pub async fn look_at(
        &self,
        game: &Game,
        index: usize,
        positions: &CachedPositions,
        permit: Option<(SearchPermit, Instant)>,
        judge: &mut Judge,
    ) -> std::result::Result<Option<BestMove>, Stopped> {
        let best = match (game.outcome(), positions.get(index)) {
            (Some(_), _) => None,
            (None, Some(best)) => Some(best),
            (None, None) => {
                let found = self.search_when_free(&self.looks.first, game, permit).await?;
                Some(positions.keep(index, found))
            }
        };
        let doubted = judge.in_doubt(game, best.as_ref()).cloned();
        let (Some(deeper), Some(before)) = (&self.looks.deeper, doubted) else { return Ok(best) };
        judge.correct_before(self.look_deeper(deeper, &before, index - 1, positions).await?);
        match best {
            Some(_) => Ok(Some(self.look_deeper(deeper, game, index, positions).await?)),
            None => Ok(None),
        }
    }

    async fn look_deeper(
        &self,
        settings: &SearchSettings,
        game: &Game,
        index: usize,
        positions: &CachedPositions,
    ) -> std::result::Result<BestMove, Stopped> {
        if let Some(best) = positions.get_deeper(index) {
            return Ok(best);
        }
        let found = self.search_when_free(settings, game, None).await?;
        Ok(positions.keep_deeper(index, found))
    }

    fn admit(&self, settings: &SearchSettings, game: &Game) -> Result<(SearchPermit, Instant)> {
        let arrived = Instant::now();
        let task = settings.task(game, arrived);
        Ok((self.service.charge_and_admit_uncounted(&self.client, Purpose::Question, &task)?, arrived))
    }

    /// Searches as soon as a thread is free. A review retries instead of queuing, because it gives way to clients that wait
    /// for a move.
    async fn search_when_free(
        &self,
        settings: &SearchSettings,
        game: &Game,
        permit: Option<(SearchPermit, Instant)>,
    ) -> std::result::Result<BestMove, Stopped> {
        /// The longest pause before a retry. A thread may be free earlier than the refusal says.
        const MAX_PAUSE: Duration = Duration::from_millis(50);
        let mut permit = permit;
        loop {
            let searched = match permit.take().map_or_else(|| self.admit(settings, game), Ok) {
                Ok((permit, arrived)) => {
                    self.service.search(settings.task(game, arrived), &permit, None).await
                }
                Err(error) => Err(error),
            };
            let pause = match searched {
                Ok(answer) if !answer.is_reduced => return Ok(BestMove::from(&answer.report)),
                Ok(_) => MAX_PAUSE,
                Err(refusal) if is_retryable(&refusal) => {
                    refusal.retry_after.unwrap_or(MAX_PAUSE).min(MAX_PAUSE)
                }
                Err(_) => return Err(Stopped),
            };
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = self.service.draining.cancelled() => return Err(Stopped),
            }
        }
    }
}

fn is_retryable(refusal: &error::Error) -> bool {
    matches!(refusal.code, Code::Overloaded | Code::RateLimited)
}
