//! The pages behind links: `/g/{id}` opens a game and describes it for the previews of links, `/embed/{id}` shows it in a frame
//! of another site, and `/p/{id}` opens a puzzle.

use super::extract::GameId;
use super::problem::{Problem, Result};
use super::state::AppState;
use super::web;
use crate::engine::puzzle::{Goal, Puzzle};
use crate::game::Session;
use crate::rules::{Outcome, Ruleset};
use crate::service::{Code, Error, Viewer, puzzles};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
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
        Ok(session) => web::page_with(&preview_of_game(&session, &origin(&uri, &headers))),
        Err(error) if error.code == Code::GameNotFound => Ok(missing(web::page_of_game(&headers)?)),
        Err(_) => web::page_of_game(&headers),
    }
}

/// The page with a puzzle, and its preview.
#[axum::debug_handler]
pub async fn puzzle(
    id: std::result::Result<Path<String>, PathRejection>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response> {
    let id = id.map_or_else(|_| String::new(), |Path(id)| id);
    match puzzles::puzzle(&id) {
        Ok(puzzle) => web::page_with(&preview_of_puzzle(puzzle, &origin(&uri, &headers))),
        Err(_) => Ok(missing(web::page_of_game(&headers)?)),
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
pub(super) async fn read_by_anybody(state: &AppState, id: Uuid) -> crate::service::Result<Arc<Session>> {
    let service = state.service();
    if !service.config().api_keys.is_empty() {
        return Err(Error::new(Code::Unauthorized, "this server shows games only to holders of an API key"));
    }
    service.read(id, Viewer::default()).await
}

/// The address of this server as the client knows it. A proxy that ends TLS says so in `X-Forwarded-Proto`.
pub(super) fn origin(uri: &Uri, headers: &HeaderMap) -> String {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host =
        text(header::HOST.as_str()).or_else(|| uri.authority().map(|it| it.as_str())).unwrap_or("localhost");
    let scheme = if text("x-forwarded-proto") == Some("https") { "https" } else { "http" };
    format!("{scheme}://{host}")
}

/// What is said of a game in a line: which one it is, and who plays it.
pub(super) fn title_of(session: &Session) -> String {
    let tags = session.tags();
    format!("{}: {} – {}", name(session.game.ruleset()), tags.first, tags.second)
}

fn preview_of_game(session: &Session, origin: &str) -> String {
    let id = session.id;
    let link = format!("{origin}/g/{id}");
    let elements = Preview {
        title: &title_of(session),
        description: &state_of(session),
        link: &link,
        picture: &format!("{origin}/v1/games/{id}/record?format=png"),
        card: "summary_large_image",
    };
    // The parameter needs no encoding: an origin and an id have none of the characters that end it.
    let oembed = escaped(&format!("{origin}/oembed?url={link}"));
    format!(
        "{}    <link rel=\"alternate\" type=\"application/json+oembed\" href=\"{oembed}\" />\n",
        elements.html()
    )
}

fn preview_of_puzzle(puzzle: &Puzzle, origin: &str) -> String {
    let side = capitalized(puzzle.ruleset.side_names()[puzzle.turn]);
    let goal = match puzzle.goal() {
        Goal::Mate => "mates",
        Goal::Five => "makes five",
    };
    let moves = puzzle.moves();
    let preview = Preview {
        title: &format!("{}: a puzzle", name(puzzle.ruleset)),
        description: &format!("{side} {goal} in {moves} {}.", if moves == 1 { "move" } else { "moves" }),
        link: &format!("{origin}/p/{}", puzzle.id),
        picture: &format!("{origin}/assets/icon-512.png"),
        card: "summary",
    };
    preview.html()
}

/// What other programs say of a link.
struct Preview<'a> {
    title: &'a str,
    description: &'a str,
    link: &'a str,
    picture: &'a str,
    /// The form of the preview on Twitter, by the size of the picture.
    card: &'a str,
}

impl Preview<'_> {
    /// The elements of the page's head: Open Graph, and Twitter's for the size of the picture.
    fn html(&self) -> String {
        let mut elements = String::new();
        for (kind, name, content) in [
            ("property", "og:type", "website"),
            ("property", "og:site_name", "Duiyi 对弈"),
            ("property", "og:title", self.title),
            ("property", "og:description", self.description),
            ("property", "og:url", self.link),
            ("property", "og:image", self.picture),
            ("property", "og:image:type", "image/png"),
            ("name", "twitter:card", self.card),
        ] {
            let content = escaped(content);
            writeln!(elements, "    <meta {kind}=\"{name}\" content=\"{content}\" />")
                .expect("writing to a string does not fail");
        }
        elements
    }
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
    match session.game.outcome() {
        _ if session.is_waiting() => "Waiting for the other player.".to_owned(),
        None => format!(
            "After {} moves: {} to move.",
            session.game.ply(),
            capitalized(names[session.game.turn()])
        ),
        Some(Outcome::Won { winner, .. }) => {
            format!("{} won after {} moves.", capitalized(names[winner]), session.game.ply())
        }
        Some(Outcome::Drawn { .. }) => format!("Drawn after {} moves.", session.game.ply()),
        Some(Outcome::Aborted) => "The game was aborted.".to_owned(),
    }
}

fn capitalized(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}
