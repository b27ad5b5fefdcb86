//! Reviews a whole game: judges each move by searches of the positions before and after it.

mod accuracy;
pub(in crate::service) mod cache;
mod exemption;
mod judge;
mod judged;
mod oversight;
mod searches;

pub use judge::{JudgedMove, Summary};

use crate::game::{Player, Session};
use crate::rules::BySide;
use crate::service::access::call::Call;
use crate::service::access::client::Client;
use crate::service::error::{Code, Error, Result};
use crate::service::feed::events::EndReason;
use crate::service::play::start::{Start, give_way};
use crate::service::search::admission::SearchPermit;
use crate::service::search::hint;
use crate::service::search::settings::SearchOptions;
use crate::service::state::Service;
use cache::CachedPositions;
use futures_util::Stream;
use judge::Judge;
use searches::{Looks, Searches};
use std::sync::Arc;
use std::time::Instant;
use uuid::Uuid;

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
        let looks = Looks::of(options, &session.game, &self.config, self.quotas.most_search(&client))?;
        let positions = self.reviews.open(&session, &looks.first, seen.is_some());
        let searches = Searches { service: Arc::clone(self), client, looks };
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
            let found = Box::pin(searches.look_at(&game, index, &positions, permit.take(), &mut judge)).await;
            let Ok(best) = found else {
                let kind = ReviewEventKind::End(EndReason::Shutdown);
                yield ReviewEvent { id: id.max(seen) + 1, kind };
                return;
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
