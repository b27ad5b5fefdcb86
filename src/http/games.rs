//! The endpoints of games: create, show, change, delete.

use super::conditions::{Fetched, etag_header, fetch, fetch_within};
use super::extract::{BodylessCall, GameId, JsonCall, Recipient, Return};
use super::idempotency::replayed_header;
use super::problem::{Problem, Result};
use super::state::AppState;
use super::wait::{wait, wait_applied};
use crate::config::Config;
use crate::dto::request::{self, BestMove};
use crate::dto::{self, GameJson, Notation, ShortGame, View, json_text};
use crate::headers::PREFERENCE_APPLIED;
use crate::json::Fields;
use crate::service::{self, Changed, Client, Command, Created, Replayable, Viewer};
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;

/// A response whose body is already serialized JSON.
pub(super) fn json_response(text: impl Into<Bytes>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.into()).into_response()
}

/// Parses the query parameter `notation`, which is `all` or `coordinates`.
pub(super) fn parse_notation(query: &HashMap<String, String>) -> Result<Notation> {
    match query.get("notation").map(String::as_str) {
        None | Some("coordinates") => Ok(Notation::Coordinates),
        Some("all") => Ok(Notation::All),
        Some(other) => Err(Problem::field("notation", format!("expected all or coordinates, got {other:?}"))),
    }
}

#[axum::debug_handler(state = AppState)]
pub async fn create(State(state): State<AppState>, body: JsonCall) -> Result<Response> {
    let JsonCall { fields, call, to } = body;
    let service = state.service();
    // A record is long. Other requests with a wrong field cost nothing of the quota of games.
    let is_long = fields.has("record");
    let read = |config: &Config| request::new_game(fields, config);
    let created = match is_long {
        true => Box::pin(service.create_as_read(call, read)).await?,
        false => Box::pin(service.create(call, read(service.config())?)).await?,
    };
    let location = [(header::LOCATION, format!("/v1/games/{}", created.value.changed.session.id))];
    let response = with_secrets(&state, &created, &to);
    Ok((StatusCode::CREATED, location, response).into_response())
}

#[axum::debug_handler(state = AppState)]
pub async fn create_all(
    State(state): State<AppState>,
    JsonCall { fields, call, to }: JsonCall,
) -> Result<Response> {
    let service = state.service();
    let games = request::new_games(fields, service.config())?;
    let created = Box::pin(service.create_all(call, games)).await?;
    let shown: Vec<String> = created.value.iter().map(|game| created_json(&state, game, &to)).collect();
    let text = format!("{{\"games\":[{}]}}", shown.join(","));
    Ok((StatusCode::CREATED, replayed_header(&created), json_response(text)).into_response())
}

/// A game for the player who created or joined it, with the player's secrets.
fn created_json(state: &AppState, Created { changed, secrets }: &Created, to: &Recipient) -> String {
    let Changed { session, presence, .. } = changed;
    let is_for_owner = to.viewer().owns(session);
    let view = View { secrets: secrets.as_ref(), presence: *presence, is_for_owner, ..state.view() };
    json_text(&GameJson::new(session, &view))
}

#[axum::debug_handler(state = AppState)]
pub async fn join(
    State(state): State<AppState>,
    GameId(id): GameId,
    JsonCall { fields, call, to }: JsonCall,
) -> Result<Response> {
    let joined = state.service().join(id, call, request::join(fields)?).await?;
    Ok(with_secrets(&state, &joined, &to))
}

/// The response to the player who created or joined a game: the game with the player's secrets.
fn with_secrets(state: &AppState, result: &Replayable<Created>, to: &Recipient) -> Response {
    let changed = &result.value.changed;
    if to.returns == Return::Minimal {
        return short_response(result, changed, &ShortGame::of_player(&result.value));
    }
    let text = created_json(state, &result.value, to);
    (etag_header(&changed.session, changed.presence), replayed_header(result), json_response(text))
        .into_response()
}

#[axum::debug_handler(state = AppState)]
pub async fn show(
    State(state): State<AppState>,
    client: Client,
    GameId(id): GameId,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response> {
    let notation = parse_notation(&query)?;
    let viewer = Viewer::new(&client, None);
    // Without a state that the client knows, there is nothing to wait for.
    let wait =
        wait(&headers, state.service().config()).filter(|_| headers.contains_key(header::IF_NONE_MATCH));
    let fetched = match wait {
        None => fetch(state.service(), id, &client, &headers).await?,
        Some(wait) => fetch_within(state.service(), id, &client, &headers, wait).await?,
    };
    let (session, presence) = match fetched {
        Fetched::Game(session, presence) => (session, presence),
        Fetched::NotModified(response) => return Ok((wait_applied(wait), response).into_response()),
    };
    let text = match notation {
        Notation::Coordinates => state.show(&session, presence, viewer).1,
        Notation::All => {
            let view = View { notation, presence, is_for_owner: viewer.owns(&session), ..state.view() };
            json_text(&GameJson::new(&session, &view)).into()
        }
    };
    Ok((etag_header(&session, presence), wait_applied(wait), json_response(text)).into_response())
}

/// Changes the names of the players, and what the owner has noted about the game.
#[axum::debug_handler(state = AppState)]
pub async fn change_details(
    State(state): State<AppState>,
    GameId(id): GameId,
    JsonCall { fields, call, to }: JsonCall,
) -> Result<Response> {
    let result = state.service().change_details(id, call, request::changes(fields)?).await?;
    Ok(change_response(&state, &result, &to))
}

#[axum::debug_handler(state = AppState)]
pub async fn delete(
    State(state): State<AppState>,
    GameId(id): GameId,
    BodylessCall(call): BodylessCall,
) -> Result<StatusCode> {
    state.service().delete(id, call).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The response to a change whose client sent `Prefer: return=minimal`.
fn short_response<T>(result: &Replayable<T>, changed: &Changed, short: &ShortGame<'_>) -> Response {
    let applied = [(PREFERENCE_APPLIED, HeaderValue::from_static("return=minimal"))];
    let etag = etag_header(&changed.session, changed.presence);
    (etag, replayed_header(result), applied, json_response(json_text(short))).into_response()
}

/// The response to a move: the game, and the engine's reply if there is one.
fn move_response(state: &AppState, result: &Replayable<Changed>, to: &Recipient) -> Response {
    if to.returns == Return::Minimal {
        return change_response(state, result, to);
    }
    let Changed { session, presence, reply, .. } = &result.value;
    let reply = json_text(&reply.as_ref().map(|reply| dto::reply(session, reply)));
    let (etag, game) = state.show(session, *presence, to.viewer());
    let text = [b"{\"game\":", &game[..], b",\"reply\":", reply.as_bytes(), b"}"].concat();
    (etag, replayed_header(result), json_response(text)).into_response()
}

/// The response to any other change: the game.
pub(super) fn change_response(state: &AppState, result: &Replayable<Changed>, to: &Recipient) -> Response {
    if to.returns == Return::Minimal {
        return short_response(result, &result.value, &ShortGame::of_change(&result.value));
    }
    let Changed { session, presence, .. } = &result.value;
    let (etag, game) = state.show(session, *presence, to.viewer());
    (etag, replayed_header(result), json_response(game)).into_response()
}

#[axum::debug_handler(state = AppState)]
pub async fn play_move(
    State(state): State<AppState>,
    GameId(id): GameId,
    JsonCall { fields, call, to }: JsonCall,
) -> Result<Response> {
    let result = state.service().change(id, call, request::play_move(fields)?).await?;
    Ok(move_response(&state, &result, &to))
}

#[axum::debug_handler(state = AppState)]
pub async fn best_move(
    State(state): State<AppState>,
    GameId(id): GameId,
    JsonCall { fields, call, to }: JsonCall,
) -> Result<Response> {
    let service = state.service();
    match request::best_move(fields, state.service().config())? {
        BestMove::Play(command) => {
            let result = service.change(id, call, command).await?;
            Ok(move_response(&state, &result, &to))
        }
        BestMove::Hint(options) => {
            let hint = Box::pin(service.hint(id, &call, &options)).await?;
            let text = json_text(&dto::answer(&hint.session.game, &hint.answer));
            Ok((etag_header(&hint.session, hint.presence), json_response(text)).into_response())
        }
    }
}

/// Executes a change and responds with the game.
async fn change(
    state: &AppState,
    id: GameId,
    JsonCall { fields, call, to }: JsonCall,
    parse: fn(Fields) -> service::Result<Command>,
) -> Result<Response> {
    let result = Box::pin(state.service().change(id.0, call, parse(fields)?)).await?;
    Ok(change_response(state, &result, &to))
}

#[axum::debug_handler(state = AppState)]
pub async fn undo(State(state): State<AppState>, id: GameId, body: JsonCall) -> Result<Response> {
    change(&state, id, body, request::undo).await
}

#[axum::debug_handler(state = AppState)]
pub async fn resign(State(state): State<AppState>, id: GameId, body: JsonCall) -> Result<Response> {
    change(&state, id, body, request::resign).await
}

#[axum::debug_handler(state = AppState)]
pub async fn draw(State(state): State<AppState>, id: GameId, body: JsonCall) -> Result<Response> {
    change(&state, id, body, request::draw).await
}

#[axum::debug_handler(state = AppState)]
pub async fn takeback(State(state): State<AppState>, id: GameId, body: JsonCall) -> Result<Response> {
    change(&state, id, body, request::takeback).await
}

#[axum::debug_handler(state = AppState)]
pub async fn rematch(State(state): State<AppState>, id: GameId, body: JsonCall) -> Result<Response> {
    change(&state, id, body, request::rematch).await
}

#[axum::debug_handler(state = AppState)]
pub async fn abort(State(state): State<AppState>, id: GameId, body: JsonCall) -> Result<Response> {
    change(&state, id, body, request::abort).await
}

#[axum::debug_handler(state = AppState)]
pub async fn ready(State(state): State<AppState>, id: GameId, body: JsonCall) -> Result<Response> {
    change(&state, id, body, request::ready).await
}

#[axum::debug_handler(state = AppState)]
pub async fn claim(State(state): State<AppState>, id: GameId, body: JsonCall) -> Result<Response> {
    change(&state, id, body, request::claim).await
}
