//! Reviews a whole game: judges each move by searches of the positions before and after it.

mod accuracy;
pub(in crate::service) mod cache;
mod judge;
mod judged;
mod oversight;

pub use judge::{JudgedMove, Summary};

use crate::game::{Player, Session};
use crate::pool::Purpose;
use crate::rules::{BySide, Game};
use crate::service::access::call::Call;
use crate::service::access::client::Client;
use crate::service::error;
use crate::service::error::{Code, Error, Result};
use crate::service::feed::events::EndReason;
use crate::service::play::start::{Start, give_way};
use crate::service::search::admission::SearchPermit;
use crate::service::search::hint;
use crate::service::search::settings::{SearchOptions, SearchSettings};
use crate::service::state::Service;
use cache::CachedPositions;
use futures_util::Stream;
use judge::Judge;
use judged::BestMove;
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// The default time limit for each position.
const TIME_PER_POSITION: Duration = Duration::from_millis(200);

/// An event of a review. The ids increase; the id of a judged move is its ply.
#[derive(Clone, Debug)]
pub struct ReviewEvent {
    pub id: u64,
    pub kind: ReviewEventKind,
}

#[derive(Clone, Debug)]
pub enum ReviewEventKind {
    Ply(JudgedMove),
    Result(Summary),
    End(EndReason),
}

impl Service {
    /// Reviews a game. The time limit applies to each position. A client that resumes after the event `seen` gets only the
    /// events after it, and cached positions are not searched again.
    ///
    /// # Errors
    /// As [`Service::read`], when hints are off, when the game has no moves, or when the first search is refused.
    pub async fn review(
        self: &Arc<Self>,
        id: Uuid,
        call: Call,
        options: &SearchOptions,
        seen: Option<u64>,
    ) -> Result<impl Stream<Item = ReviewEvent> + Send + use<>> {
        let session = self.read(id, call.viewer()).await?;
        hint::check_allowed(&session)?;
        self.review_of(session, call.client, options, seen)
    }

    /// Reviews a game that is not stored, as [`Service::review`]. A client that resumes sends the same game.
    ///
    /// # Errors
    /// When the start is not valid, when there are no moves, or when the first search is refused.
    pub async fn review_moves(
        self: &Arc<Self>,
        start: Start,
        client: Client,
        options: &SearchOptions,
        seen: Option<u64>,
    ) -> Result<impl Stream<Item = ReviewEvent> + Send + use<>> {
        let (game, _) = start.play_aside(self.config.max_plies).await?;
        give_way(&game).await;
        let people = BySide { first: Player::Human, second: Player::Human };
        let session = Session::new(game, people, None);
        let (id, revision) = (cache::id_of_moves(&session.game, &client), 0);
        self.review_of(Arc::new(Session { id, revision, ..session }), client, options, seen)
    }

    fn review_of(
        self: &Arc<Self>,
        session: Arc<Session>,
        client: Client,
        options: &SearchOptions,
        seen: Option<u64>,
    ) -> Result<impl Stream<Item = ReviewEvent> + Send + use<>> {
        if session.game.ply() == 0 {
            let detail = "there is nothing to review: no move has been played";
            return Err(Error::new(Code::InvalidRequest, detail));
        }
        let base = SearchSettings::with_time(TIME_PER_POSITION);
        let mut settings = options.settings(&base, &session.game, &self.config)?;
        settings.request.book = false;
        let positions = self.reviews.open(&session, &settings, seen.is_some());
        let searches = Searches { service: Arc::clone(self), client, settings };
        // Admit the first search before the response starts, so that a refusal can still be an error response.
        let permit = match positions.get(0) {
            Some(_) => None,
            None => Some(searches.first(&session.game)?),
        };
        let seen = seen.unwrap_or(0);
        Ok(judged(Judge::new(session), searches, positions, permit, seen))
    }
}

/// The events of a review after the one with the id `seen`.
fn judged(
    mut judge: Judge,
    searches: Searches,
    positions: CachedPositions,
    mut permit: Option<(SearchPermit, Instant)>,
    seen: u64,
) -> impl Stream<Item = ReviewEvent> + Send {
    async_stream::stream! {
        let mut id = 0;
        for index in 0.. {
            let Some(game) = judge.next_position() else { break };
            let best = match (game.outcome(), positions.get(index)) {
                (Some(_), _) => None,
                (None, Some(best)) => Some(best),
                (None, None) => match searches.search_when_free(&game, permit.take()).await {
                    Some(best) => Some(positions.keep(index, best)),
                    None => {
                        let kind = ReviewEventKind::End(EndReason::Shutdown);
                        yield ReviewEvent { id: id.max(seen) + 1, kind };
                        return;
                    }
                },
            };
            if let Some(ply) = judge.judge(game, best) {
                id += 1;
                if id > seen {
                    yield ReviewEvent { id, kind: ReviewEventKind::Ply(ply) };
                }
            }
        }
        id = id.max(seen);
        yield ReviewEvent { id: id + 1, kind: ReviewEventKind::Result(judge.summary()) };
        yield ReviewEvent { id: id + 2, kind: ReviewEventKind::End(EndReason::Done) };
    }
}

/// The searches of one review.
struct Searches {
    service: Arc<Service>,
    client: Client,
    settings: SearchSettings,
}

impl Searches {
    fn first(&self, game: &Game) -> Result<(SearchPermit, Instant)> {
        let arrived = Instant::now();
        let task = self.settings.task(game, arrived);
        Ok((self.service.charge_and_admit(&self.client, Purpose::Question, &task)?, arrived))
    }

    fn next(&self, game: &Game) -> Result<(SearchPermit, Instant)> {
        let arrived = Instant::now();
        let task = self.settings.task(game, arrived);
        Ok((self.service.try_admit(&self.client, Purpose::Question, &task)?, arrived))
    }

    /// Searches as soon as a thread is free. A review retries instead of queuing, because it gives way to clients that wait
    /// for a move. None when the server shuts down.
    async fn search_when_free(
        &self,
        game: &Game,
        permit: Option<(SearchPermit, Instant)>,
    ) -> Option<BestMove> {
        /// The longest pause before a retry. A thread may be free earlier than the refusal says.
        const MAX_PAUSE: Duration = Duration::from_millis(50);
        let mut permit = permit;
        loop {
            let searched = match permit.take().map_or_else(|| self.next(game), Ok) {
                Ok((permit, arrived)) => {
                    self.service.search(self.settings.task(game, arrived), &permit, None).await
                }
                Err(error) => Err(error),
            };
            let pause = match searched {
                Ok(answer) if !answer.is_reduced => return Some(BestMove::from(&answer.report)),
                Ok(_) => MAX_PAUSE,
                Err(refusal) if is_retryable(&refusal) => {
                    refusal.retry_after.unwrap_or(MAX_PAUSE).min(MAX_PAUSE)
                }
                Err(_) => return None,
            };
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = self.service.draining.cancelled() => return None,
            }
        }
    }
}

fn is_retryable(refusal: &error::Error) -> bool {
    matches!(refusal.code, Code::Overloaded | Code::RateLimited)
}
