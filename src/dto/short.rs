//! What a change of a game has changed, for clients that keep the game themselves (`Prefer: return=minimal`).

use super::clock::ClockJson;
use super::game::{ResultJson, invitations};
use super::played::{PlayedJson, played_from};
use super::search::{before_last_move, win_rate};
use super::sides::{Sides, SomeSides};
use crate::engine::{Score, Source};
use crate::game::Session;
use crate::pool::Answer;
use crate::service::{Changed, Created};
use serde::Serialize;
use uuid::Uuid;

/// The short form of a game after a change: its state, the moves of the request, and the engine's reply.
#[derive(Debug, Serialize)]
pub struct ShortGame<'a> {
    id: Uuid,
    version: u64,
    ply: usize,
    turn: &'static str,
    fen: String,
    #[serde(flatten)]
    result: ResultJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<ClockJson>,
    /// None for a state that no request has led to, as the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<PlayedJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<Option<ShortReply>>,
    #[serde(flatten)]
    secrets: Option<SecretsJson<'a>>,
}

#[derive(Debug, Serialize)]
struct ShortReply {
    best_move: String,
    /// None in a game without hints.
    #[serde(flatten)]
    judgment: Option<Judgment>,
}

#[derive(Debug, Serialize)]
struct Judgment {
    score: Score,
    win_rate: f64,
    source: Source,
}

/// The secrets of the player who created or joined the game.
#[derive(Debug, Serialize)]
struct SecretsJson<'a> {
    tokens: SomeSides<'a, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invitation: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invitations: Option<Sides<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spectator: Option<&'a str>,
}

impl<'a> ShortGame<'a> {
    /// `first_ply` is the ply of the game before the request.
    fn new(session: &'a Session, first_ply: usize) -> ShortGame<'a> {
        let moves = Some(played_from(session, first_ply));
        ShortGame { moves, reply: Some(None), ..ShortGame::of_state(session) }
    }

    /// A game without the moves of a request.
    pub fn of_state(session: &'a Session) -> ShortGame<'a> {
        let game = &session.game;
        ShortGame {
            id: session.id,
            version: session.version,
            ply: game.ply(),
            turn: game.ruleset().side_names()[game.turn()],
            fen: game.fen(),
            result: ResultJson::of_session(session),
            clock: ClockJson::new(session),
            moves: None,
            reply: None,
            secrets: None,
        }
    }

    /// The result of a change: with the search behind its last move, if there was one.
    pub fn of_change(changed: &'a Changed) -> ShortGame<'a> {
        let Changed { session, reply, first_ply, .. } = changed;
        let reply = reply.as_ref().map(|Answer { report, .. }| ShortReply {
            best_move: session.game.coordinates(report.best),
            judgment: session.allows_hints().then(|| Judgment {
                score: report.score,
                win_rate: win_rate(&before_last_move(session), report),
                source: report.source,
            }),
        });
        ShortGame { reply: Some(reply), ..ShortGame::new(session, *first_ply) }
    }

    /// A game for the player who created or joined it, with the player's secrets.
    pub fn of_player(created: &'a Created) -> ShortGame<'a> {
        let Created { changed: Changed { session, first_ply, .. }, secrets } = created;
        let secrets = secrets.as_ref().map(|secrets| SecretsJson {
            tokens: SomeSides { names: session.game.ruleset().side_names(), values: &secrets.seats },
            invitation: secrets.invitation.as_deref(),
            invitations: invitations(session, secrets),
            spectator: secrets.spectator.as_deref(),
        });
        ShortGame { secrets, ..ShortGame::new(session, *first_ply) }
    }
}
