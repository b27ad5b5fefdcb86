//! The whole game judged, move by move.

use super::client::Client;
use super::extract::{Body, Current};
use super::input::{SearchFields, default_settings};
use super::judge::{Found, Review};
use super::problem::{Code, Problem, Result};
use super::search::{Granted, job};
use super::state::AppState;
use super::stream::{Format, StreamEvent, last_event_id, respond};
use crate::rules::Game;
use crate::session::SearchSettings;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use std::time::{Duration, Instant};

/// The time for each position, unless the request says otherwise.
const TIME_PER_PLY: Duration = Duration::from_millis(200);

/// Streams an event per move, whose id is the ply, then the sum. The time limit is for each position. To resume is to go
/// on after the last event seen, without searching again what is still kept.
#[axum::debug_handler(state = AppState)]
pub async fn review(
    State(state): State<AppState>,
    Current(session): Current,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let Body { mut fields, client, .. } = body;
    let search = SearchFields::read(&mut fields);
    fields.finish()?;
    if session.game.ply() == 0 {
        return Err(Problem::new(
            Code::InvalidRequest,
            "there is nothing to review: no move has been played",
        ));
    }
    let base = SearchSettings { time: TIME_PER_PLY, ..default_settings(&state.config) };
    let mut settings = search.settings(&base, &session.game, &state.config)?;
    settings.request.book = false;
    let format = Format::accepted(&headers).unwrap_or(Format::ServerSentEvents);
    let guard = state.streams.open(client.clone())?;
    let seen = last_event_id(&headers);
    let kept = state.reviews.open(&session, &settings, seen.is_some());
    let searches = Searches { state, client, settings };
    // The first search is taken in before the first byte, so that a refusal can be told.
    let mut granted = match kept.get(0) {
        Some(_) => None,
        None => Some(searches.first()?),
    };
    let events = async_stream::stream! {
        let mut review = Review::new(&session);
        let seen = seen.unwrap_or(0);
        let mut id = 0;
        for index in 0.. {
            let Some(position) = review.next_position() else { break };
            let found = match (position.outcome(), kept.get(index)) {
                (Some(_), _) => None,
                (None, Some(found)) => Some(found),
                (None, None) => match searches.search_when_free(&position, granted.take()).await {
                    Some(found) => {
                        kept.put(index, found);
                        Some(found)
                    }
                    None => {
                        yield StreamEvent::end(id.max(seen) + 1, "shutdown");
                        return;
                    }
                },
            };
            if let Some(ply) = review.judge(position, found) {
                id += 1;
                if id > seen {
                    yield StreamEvent::new(id, "ply", ply);
                }
            }
        }
        id = id.max(seen);
        yield StreamEvent::new(id + 1, "result", review.result());
        yield StreamEvent::end(id + 2, "done");
    };
    Ok(respond(format, events, guard))
}

/// The searches of one review.
struct Searches {
    state: AppState,
    client: Client,
    settings: SearchSettings,
}

impl Searches {
    fn first(&self) -> Result<(Granted, Instant)> {
        let arrived = Instant::now();
        Ok((self.state.admit(&self.client, &self.settings, arrived)?, arrived))
    }

    fn next(&self) -> Result<(Granted, Instant)> {
        let arrived = Instant::now();
        Ok((self.state.try_admit(&self.client, &self.settings, arrived)?, arrived))
    }

    /// Searches as soon as there is room: a review is long and gives way to those who wait for a move. None when
    /// the server shuts down.
    async fn search_when_free(&self, game: &Game, granted: Option<(Granted, Instant)>) -> Option<Found> {
        const PAUSE: Duration = Duration::from_millis(50);
        let mut granted = granted;
        loop {
            match granted.take().map_or_else(|| self.next(), Ok) {
                Ok((granted, arrived)) => {
                    let job = job(game, &self.settings, arrived);
                    match self.state.search(job, &granted, None).await {
                        Ok(answer) => return Some(Found::from(&answer.report)),
                        Err(problem) if problem.code != Code::Overloaded => return None,
                        Err(_) => {}
                    }
                }
                Err(problem) if matches!(problem.code, Code::Overloaded | Code::RateLimited) => {}
                Err(_) => return None,
            }
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => {}
                () = self.state.draining.cancelled() => return None,
            }
        }
    }
}
