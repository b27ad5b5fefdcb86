//! The pages behind links to a game: `/g/{id}` opens it and describes it for the previews of links, `/embed/{id}` shows it
//! in a frame of another site.

use super::extract::GameId;
use super::problem::{Problem, Result};
use super::state::AppState;
use super::web;
use crate::game::Session;
use crate::rules::{Outcome, Ruleset};
use crate::service::{Code, Error, Viewer};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::Response;
use std::fmt::Write;
use std::sync::Arc;
use uuid::Uuid;

/// Marks a response that other sites may show in a frame, as its content security policy says.
#[derive(Clone, Copy, Debug)]
pub struct ForFrames;

/// The page, with a preview of the game if anybody may read it.
#[axum::debug_handler(state = AppState)]
pub async fn game(
    State(state): State<AppState>,
    id: std::result::Result<GameId, Problem>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response> {
    let Ok(GameId(id)) = id else { return Ok(missing(web::page_of_game(&headers)?)) };
    match read_by_anybody(&state, id).await {
        Ok(session) => web::page_with(&preview(&session, &origin(&uri, &headers))),
        Err(error) if error.code == Code::GameNotFound => Ok(missing(web::page_of_game(&headers)?)),
        Err(_) => web::page_of_game(&headers),
    }
}

/// The page for a game that is gone, which says so. Search engines and previews read the status.
fn missing(mut page: Response) -> Response {
    if page.status() == StatusCode::OK {
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    page
}

/// The page for frames. It also tells the readers of another site that a game is gone.
///
/// # Errors
/// When not everybody may read the game.
#[axum::debug_handler(state = AppState)]
pub async fn embedded(
    State(state): State<AppState>,
    GameId(id): GameId,
    headers: HeaderMap,
) -> Result<Response> {
    let found = read_by_anybody(&state, id).await;
    let is_gone = found.as_ref().is_err_and(|error| error.code == Code::GameNotFound);
    if !is_gone {
        found?;
    }
    let mut page = web::page_for_frames_of(&state.service().config().frame_ancestors(), &headers)?;
    page.extensions_mut().insert(ForFrames);
    Ok(if is_gone { missing(page) } else { page })
}

/// The game, if it needs neither a key nor a token to read it.
async fn read_by_anybody(state: &AppState, id: Uuid) -> crate::service::Result<Arc<Session>> {
    let service = state.service();
    if !service.config().api_keys.is_empty() {
        return Err(Error::new(Code::Unauthorized, "this server shows games only to holders of an API key"));
    }
    service.read(id, Viewer::default()).await
}

/// The address of this server as the client knows it. A proxy that ends TLS says so in `X-Forwarded-Proto`.
fn origin(uri: &Uri, headers: &HeaderMap) -> String {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host =
        text(header::HOST.as_str()).or_else(|| uri.authority().map(|it| it.as_str())).unwrap_or("localhost");
    let scheme = if text("x-forwarded-proto") == Some("https") { "https" } else { "http" };
    format!("{scheme}://{host}")
}

/// The elements by which other programs describe a link: Open Graph, and Twitter's for the size of the picture.
fn preview(session: &Session, origin: &str) -> String {
    let (tags, id) = (session.tags(), session.id);
    let title = format!("{}: {} – {}", name(session.game.ruleset()), tags.first, tags.second);
    let picture = format!("{origin}/v1/games/{id}/record?format=png");
    let mut elements = String::new();
    for (kind, name, content) in [
        ("property", "og:type", "website"),
        ("property", "og:site_name", "Duiyi 对弈"),
        ("property", "og:title", &title),
        ("property", "og:description", &state_of(session)),
        ("property", "og:url", &format!("{origin}/g/{id}")),
        ("property", "og:image", &picture),
        ("property", "og:image:type", "image/png"),
        ("name", "twitter:card", "summary_large_image"),
    ] {
        let content = escaped(content);
        writeln!(elements, "    <meta {kind}=\"{name}\" content=\"{content}\" />")
            .expect("writing to a string does not fail");
    }
    elements
}

fn name(ruleset: Ruleset) -> &'static str {
    match ruleset {
        Ruleset::Xiangqi => "Xiangqi 象棋",
        Ruleset::Gomoku | Ruleset::GomokuStandard => "Gomoku 五子棋",
        Ruleset::Renju => "Renju 连珠",
        Ruleset::Caro => "Caro",
    }
}

/// How the game stands.
fn state_of(session: &Session) -> String {
    let names = session.game.ruleset().side_names();
    let capitalized = |side| {
        let name: &str = names[side];
        name[..1].to_uppercase() + &name[1..]
    };
    match session.game.outcome() {
        _ if session.is_waiting() => "Waiting for the other player.".to_owned(),
        None => format!("After {} moves: {} to move.", session.game.ply(), capitalized(session.game.turn())),
        Some(Outcome::Won { winner, .. }) => {
            format!("{} won after {} moves.", capitalized(winner), session.game.ply())
        }
        Some(Outcome::Drawn { .. }) => format!("Drawn after {} moves.", session.game.ply()),
        Some(Outcome::Aborted) => "The game was aborted.".to_owned(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}
