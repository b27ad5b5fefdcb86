//! Games: made, shown, played, taken back, resigned, drawn, forgotten.

use super::client::Client;
use super::dto::{self, GameText, Notation, View, json_text};
use super::extract::{Body, Current, check_seat, check_version, etag, is_known, not_modified};
use super::fields::Fields;
use super::input::{Start, read_players};
use super::problem::{Code, Problem, Result};
use super::search::{Granted, job};
use super::state::AppState;
use crate::engine::{Level, Score, SearchRequest};
use crate::pool::Answer;
use crate::rules::{Ruleset, Side};
use crate::session::{Player, SearchSettings, Seats, Session};
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, IntoResponseParts, Response};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

impl AppState {
    fn view(&self) -> View<'_> {
        View { notation: Notation::Coordinates, idle: self.store.idle(), tokens: None }
    }

    /// The game as `GET` shows it: written once for each version, as it is read more often than it changes.
    pub(super) fn shown(&self, session: &Session) -> Bytes {
        let kept = self.shown.get(&session.id);
        let kept_version = kept.as_ref().map(|(version, _)| *version);
        let before = match kept {
            Some((version, shown)) if version == session.version => return shown.text,
            Some((version, shown)) if version + 1 == session.version => Some(shown),
            _ => None,
        };
        let shown = GameText::of_session(session, &self.view(), before.as_ref());
        // Another request may have shown a later version meanwhile, which is worth more.
        if kept_version < Some(session.version) {
            self.shown.insert(session.id, (session.version, shown.clone()));
        }
        shown.text
    }

    /// The answer to a change of the game.
    fn changed(&self, session: &Session) -> Response {
        (tag(session), json(self.shown(session))).into_response()
    }

    /// The game after a move, and the engine's answer to it if there is one.
    pub(super) fn played(&self, session: &Session, reply: Option<Value>) -> Response {
        let (game, reply) = (self.shown(session), json_text(&reply));
        let text = [b"{\"game\":", &game[..], b",\"reply\":", reply.as_bytes(), b"}"].concat();
        (tag(session), json(text)).into_response()
    }

    /// Puts a changed session in the place of the one it came from. With `If-Match` a lost race is the client's
    /// condition not met.
    pub(super) async fn replace(&self, headers: &HeaderMap, next: Arc<Session>) -> Result<Arc<Session>> {
        self.store.replace(next).await.map_err(|error| {
            let problem = Problem::from(error);
            match problem.code {
                Code::GameChanged if headers.contains_key(header::IF_MATCH) => {
                    Problem::new(Code::VersionMismatch, "somebody else changed the game first: read it again")
                }
                _ => problem,
            }
        })
    }
}

/// The game's version as the answer's tag.
pub(super) fn tag(session: &Session) -> impl IntoResponseParts {
    [(header::ETAG, etag(session.version))]
}

/// An answer of text that is JSON already.
pub(super) fn json(text: impl Into<Bytes>) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], text.into()).into_response()
}

/// # Errors
/// When `notation` is something else than `all` or `coordinates`.
pub(super) fn notation(query: &HashMap<String, String>) -> Result<Notation> {
    match query.get("notation").map(String::as_str) {
        None | Some("coordinates") => Ok(Notation::Coordinates),
        Some("all") => Ok(Notation::All),
        Some(other) => Err(Problem::field("notation", format!("expected all or coordinates, got {other:?}"))),
    }
}

#[axum::debug_handler(state = AppState)]
pub async fn create(State(state): State<AppState>, body: Body) -> Result<Response> {
    let Body { mut fields, client, arrived } = body;
    let start = Start::read_with_record(&mut fields);
    let players = read_players(&mut fields, start.ruleset(), &state.config);
    let wants_seats = fields.boolean("seats").unwrap_or(false);
    fields.finish()?;
    let game = start.game()?;
    let (seats, tokens) = if wants_seats { Some(Seats::new()).unzip() } else { (None, None) };
    let mut session = Session::new(game, players, seats);
    // An engine that is first to move has moved when the answer comes, and decided the opening as far as it is its.
    while let Some(settings) = session.engine_to_move().cloned() {
        let granted = state.admit(&client, &settings, arrived)?;
        let settings = share_of_time(&session, &settings, arrived);
        let answer = state.search(job(&session.game, &settings, arrived), &granted, None).await?;
        let was_opening = session.is_opening();
        session = Session { version: 1, ..session.with_move(answer.report.best, true)? };
        if !was_opening {
            break;
        }
    }
    let session = state.store.insert(Arc::new(session)).await?;
    let view = View { tokens: tokens.as_ref(), ..state.view() };
    let shown = GameText::of_session(&session, &view, None).text;
    let location = [(header::LOCATION, format!("/v1/games/{}", session.id))];
    Ok((StatusCode::CREATED, tag(&session), location, json(shown)).into_response())
}

#[axum::debug_handler(state = AppState)]
pub async fn show(
    State(state): State<AppState>,
    Current(session): Current,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response> {
    let notation = notation(&query)?;
    if is_known(&headers, session.version) {
        return Ok(not_modified(session.version));
    }
    let shown = match notation {
        Notation::Coordinates => state.shown(&session),
        Notation::All => GameText::of_session(&session, &View { notation, ..state.view() }, None).text,
    };
    Ok((tag(&session), json(shown)).into_response())
}

#[axum::debug_handler(state = AppState)]
pub async fn delete(
    State(state): State<AppState>,
    Current(session): Current,
    headers: HeaderMap,
) -> Result<StatusCode> {
    check_version(&headers, &session)?;
    check_seat(&headers, &session, &Side::ALL)?;
    let version = headers.contains_key(header::IF_MATCH).then_some(session.version);
    state.store.remove(session.id, version).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[axum::debug_handler(state = AppState)]
pub async fn play(
    State(state): State<AppState>,
    Current(session): Current,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let Body { mut fields, client, arrived } = body;
    let text = fields.required_string("move");
    let wants_reply = fields.boolean("reply").unwrap_or(true);
    fields.finish()?;
    check_version(&headers, &session)?;
    let mv = session.game.parse(&text.unwrap_or_default())?;
    if session.engine_to_move().is_some() {
        let name = session.game.ruleset().side_names()[session.game.turn()];
        let detail = format!(
            "an engine plays {name}, whose turn it is: ask best-move with \"play\": true for its move"
        );
        return Err(Problem::new(Code::NotYourTurn, detail));
    }
    check_seat(&headers, &session, &[session.game.turn()])?;
    let next = Arc::new(session.with_move(mv, false)?);
    let engine = next.engine_to_move().filter(|_| wants_reply).cloned();
    // Refused before anything is changed, so that the whole request can be tried again.
    let granted = engine.as_ref().map(|settings| state.admit(&client, settings, arrived)).transpose()?;
    let session = state.replace(&headers, next).await?;
    let Some((settings, granted)) = engine.zip(granted) else {
        return Ok(state.played(&session, None));
    };
    // In a box, for most moves are people's to people, and need no room for a search.
    let (session, reply) = Box::pin(reply(&state, session, &settings, &granted, arrived)).await?;
    Ok(state.played(&session, Some(reply)))
}

/// What one decision may take of the time for all that an engine has to decide in an opening.
fn share_of_time(session: &Session, settings: &SearchSettings, arrived: Instant) -> SearchSettings {
    /// A choice, or a stone of several: at most so many follow each other.
    const DECISIONS: u32 = 3;
    let decisions = match session.game.opening().map(|opening| (opening.phase, opening.offers_left)) {
        None | Some(("play", _)) => 1,
        Some((_, 0)) => DECISIONS,
        Some((_, offers)) => u32::from(offers) + 1,
    };
    let spent = arrived.elapsed();
    let time = spent + settings.time.saturating_sub(spent) / decisions;
    SearchSettings { time, ..settings.clone() }
}

/// Searches and plays the answer; an engine goes on as long as the opening leaves the next decision to one.
///
/// # Errors
/// When the game changed meanwhile, or the search failed.
pub(super) async fn reply(
    state: &AppState,
    session: Arc<Session>,
    settings: &SearchSettings,
    granted: &Granted,
    arrived: Instant,
) -> Result<(Arc<Session>, Value)> {
    let mut session = session;
    loop {
        let settings = share_of_time(&session, settings, arrived);
        let answer = state.search_for(&session, job(&session.game, &settings, arrived), granted).await?;
        let reply = dto::search(&session.game, &answer);
        let by_engine = session.engine_to_move().is_some();
        let was_opening = session.is_opening();
        let next = Arc::new(session.with_move(answer.report.best, by_engine)?);
        session = state.store.replace(next).await?;
        if !(by_engine && was_opening && session.engine_to_move().is_some()) {
            return Ok((session, reply));
        }
    }
}

#[axum::debug_handler(state = AppState)]
pub async fn undo(
    State(state): State<AppState>,
    Current(session): Current,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let mut fields = body.fields;
    let plies = fields.integer("plies", 1..=100_000).unwrap_or(1);
    fields.finish()?;
    check_version(&headers, &session)?;
    check_seat(&headers, &session, &Side::ALL)?;
    changed(&state, &headers, session.with_undo(plies as usize)?).await
}

#[axum::debug_handler(state = AppState)]
pub async fn resign(
    State(state): State<AppState>,
    Current(session): Current,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let mut fields = body.fields;
    let side = required_side(&mut fields, session.game.ruleset());
    fields.finish()?;
    check_version(&headers, &session)?;
    let Some(side) = side else { return Err(Problem::field("/side", "is required")) };
    check_seat(&headers, &session, &[side])?;
    changed(&state, &headers, session.with_resignation(side)?).await
}

#[derive(Clone, Copy)]
enum DrawAction {
    Offer,
    Accept,
    Decline,
}

#[axum::debug_handler(state = AppState)]
pub async fn draw(
    State(state): State<AppState>,
    Current(session): Current,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let Body { mut fields, client, arrived } = body;
    let side = required_side(&mut fields, session.game.ruleset());
    let actions =
        [("offer", DrawAction::Offer), ("accept", DrawAction::Accept), ("decline", DrawAction::Decline)];
    let action = fields.required_one_of("action", &actions);
    fields.finish()?;
    check_version(&headers, &session)?;
    let (Some(side), Some(action)) = (side, action) else {
        return Err(Problem::field("/side", "is required"));
    };
    check_seat(&headers, &session, &[side])?;
    let next = match action {
        DrawAction::Offer => {
            let offered = session.with_draw_offer(side)?;
            match engine_answers(&state, &client, &offered, side, arrived).await? {
                Some(true) => offered.with_draw_accepted_at_once(side.other())?,
                Some(false) => Session { draw_offer: None, ..offered },
                None => offered,
            }
        }
        DrawAction::Accept => session.with_draw_accepted(side)?,
        DrawAction::Decline => session.with_draw_declined(side)?,
    };
    changed(&state, &headers, next).await
}

/// Whether the engine on the other side takes the offer, which it does when it does not stand better; none when
/// no engine plays there.
async fn engine_answers(
    state: &AppState,
    client: &Client,
    session: &Session,
    side: Side,
    arrived: Instant,
) -> Result<Option<bool>> {
    /// What the engine must see for itself, in hundredths of a soldier, to go on playing.
    const WORTH_PLAYING_ON: i32 = 20;
    const MOST_TIME: Duration = Duration::from_millis(300);
    let Player::Engine(settings) = &session.players[side.other()] else { return Ok(None) };
    if session.game.outcome().is_some() {
        return Ok(None);
    }
    let request = SearchRequest { level: Level::new(Level::MAX), book: false, ..SearchRequest::default() };
    let settings = SearchSettings { request, time: settings.time.min(MOST_TIME), depth: None, nodes: None };
    let granted = state.admit(client, &settings, arrived)?;
    let answer: Answer = state.search(job(&session.game, &settings, arrived), &granted, None).await?;
    let engine_to_move = session.game.turn() != side;
    let stands_better = match answer.report.score {
        Score::Cp(score) if engine_to_move => score > WORTH_PLAYING_ON,
        Score::Cp(score) => -score > WORTH_PLAYING_ON,
        Score::Mate(moves) => (moves > 0) == engine_to_move,
    };
    Ok(Some(!stands_better))
}

fn required_side(fields: &mut Fields, ruleset: Ruleset) -> Option<Side> {
    let names = ruleset.side_names();
    fields.required_one_of("side", &Side::ALL.map(|side| (names[side], side)))
}

async fn changed(state: &AppState, headers: &HeaderMap, next: Session) -> Result<Response> {
    let session = state.replace(headers, Arc::new(next)).await?;
    Ok(state.changed(&session))
}
