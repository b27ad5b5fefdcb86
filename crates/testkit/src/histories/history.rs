//! A record of what clients sent and received while servers and stores failed.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Nanoseconds since the run began.
pub type Timestamp = u64;

pub type Digest = [u8; 32];

/// Changes with an idempotency key, reads, and the final state of every game.
#[derive(Debug, Default)]
pub struct History {
    pub operations: Vec<Operation>,
    pub reads: Vec<Read>,
    /// One read of each game from each server, after the faults.
    pub final_reads: Vec<Read>,
    /// The bodies of responses with the status 500.
    pub internal_errors: Vec<String>,
    /// The events of all games, if they belong to a key.
    pub events: Option<Vec<Value>>,
    /// How many games the server counts at the end.
    pub games_in_store: Option<usize>,
}

/// A change that its client repeats with the same key until it gets a final response.
#[derive(Clone, Debug)]
pub struct Operation {
    pub key: String,
    /// `None` for a creation, of one game or several.
    pub game: Option<String>,
    pub change: Change,
    /// No other client changes the game and the client knows its state, so the server has no reason to refuse.
    pub has_sole_writer: bool,
    pub attempts: Vec<Attempt>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    Create {
        body: Value,
    },
    Move {
        text: String,
        /// An engine plays the other side and must reply.
        wants_reply: bool,
    },
    /// One creation of several games, all or none. The first one is played.
    CreateAll {
        games: Vec<Value>,
    },
    /// Another name of a player, with `PATCH`.
    Rename {
        side: String,
        name: String,
    },
    /// `best-move` with `play`.
    EngineMove,
    Undo {
        plies: usize,
    },
    Resign {
        side: String,
    },
    OfferDraw {
        side: String,
        to_engine: bool,
    },
}

#[derive(Clone, Debug)]
pub struct Attempt {
    pub invoked: Timestamp,
    pub completed: Timestamp,
    pub outcome: Outcome,
}

#[derive(Clone, Debug)]
pub enum Outcome {
    /// The client disconnected, the connection broke, or the response timed out.
    Lost,
    /// The server asked the client to retry.
    Retryable,
    Answered(Box<Response>),
}

/// A final response: it says whether the change was made.
#[derive(Clone, Debug)]
pub struct Response {
    pub status: u16,
    /// The `code` of a problem document.
    pub code: Option<String>,
    pub is_replay: bool,
    pub tag: Option<String>,
    /// Digest of the body without `request_id` and without the presence of the players, which is not part of a
    /// version.
    pub digest: Digest,
    pub state: Option<GameState>,
    /// The `best_move` of `reply`.
    pub reply: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Read {
    pub game: String,
    pub invoked: Timestamp,
    pub completed: Timestamp,
    pub response: Response,
}

/// The state of a game in a response.
#[derive(Clone, PartialEq, Debug)]
pub struct GameState {
    pub game: String,
    pub version: u64,
    pub moves: Vec<PlayedMove>,
    pub status: String,
    pub draw_offer: Option<String>,
    pub is_engines_turn: bool,
    /// Digest of the game's JSON. Only the response to the creation has the tokens in `seats`; they are replaced with
    /// the `true` of all other responses.
    pub digest: Digest,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    pub text: String,
    pub by_engine: bool,
    /// The time in milliseconds. It differs if the move is applied again.
    pub at: String,
}

impl Operation {
    pub fn responses(&self) -> impl Iterator<Item = (&Attempt, &Response)> {
        self.attempts.iter().filter_map(|attempt| match &attempt.outcome {
            Outcome::Answered(response) => Some((attempt, &**response)),
            Outcome::Lost | Outcome::Retryable => None,
        })
    }

    pub fn response(&self) -> Option<&Response> {
        self.responses().next().map(|(_, response)| response)
    }

    /// The state in the response to a successful change.
    pub fn acknowledged(&self) -> Option<&GameState> {
        self.response().filter(|response| response.is_success()).and_then(|response| response.state.as_ref())
    }

    pub fn is_refused(&self) -> bool {
        self.response().is_some_and(|response| !response.is_success())
    }

    /// The game that the operation changes or creates.
    pub fn game_id(&self) -> Option<&str> {
        self.game.as_deref().or_else(|| self.acknowledged().map(|state| &*state.game))
    }

    pub fn invoked(&self) -> Timestamp {
        self.attempts.first().map_or(Timestamp::MAX, |attempt| attempt.invoked)
    }

    /// How many games the change creates.
    pub fn creates(&self) -> usize {
        match &self.change {
            Change::Create { .. } => 1,
            Change::CreateAll { games } => games.len(),
            _ => 0,
        }
    }

    /// When the client got its first final response.
    pub fn completed(&self) -> Timestamp {
        self.responses().next().map_or(Timestamp::MAX, |(attempt, _)| attempt.completed)
    }
}

/// The game in a response: to a move with `reply`, to a creation of several the first of them, and otherwise all of it.
pub fn game_of(body: &Value) -> &Value {
    match body {
        _ if body["game"].is_object() => &body["game"],
        _ if body["games"].is_array() => &body["games"][0],
        _ => body,
    }
}

impl Response {
    /// A response about a game; see [`game_of`].
    pub fn new(status: u16, tag: Option<&str>, is_replay: bool, body: &Value) -> Response {
        let game = game_of(body);
        Response {
            status,
            code: body["code"].as_str().map(str::to_owned),
            is_replay,
            tag: tag.map(without_presence),
            digest: digest_without(body, "request_id"),
            state: GameState::read(game),
            reply: body["reply"]["best_move"].as_str().map(str::to_owned),
        }
    }

    /// The ETag and the state that it names.
    pub fn tag_and_state(&self) -> Option<(&str, &GameState)> {
        self.tag.as_deref().zip(self.state.as_ref())
    }

    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

impl GameState {
    /// `None` when the JSON is not a game.
    pub fn read(game: &Value) -> Option<GameState> {
        let moves = game["moves"].as_array()?.iter().map(|mv| {
            Some(PlayedMove {
                text: mv["move"].as_str()?.to_owned(),
                by_engine: mv["by"] == "engine",
                at: mv["at"].as_str()?.to_owned(),
            })
        });
        let (status, turn) = (game["status"].as_str()?, game["turn"].as_str()?);
        let mut public = game.clone();
        public.as_object_mut()?.remove("presence");
        public.as_object_mut()?.remove("tokens");
        Some(GameState {
            game: game["id"].as_str()?.to_owned(),
            version: game["version"].as_u64()?,
            moves: moves.collect::<Option<_>>()?,
            status: status.to_owned(),
            draw_offer: game["draw_offer"].as_str().map(str::to_owned),
            is_engines_turn: status == "playing" && game["players"][turn]["kind"] == "engine",
            digest: digest(public),
        })
    }
}

/// The entity tag without the letters of the presence.
fn without_presence(tag: &str) -> String {
    let parts: Vec<&str> = tag.trim_matches('"').splitn(3, '-').collect();
    format!("\"{}\"", parts[..parts.len().min(2)].join("-"))
}

fn digest_without(body: &Value, field: &str) -> Digest {
    let mut body = body.clone();
    if let Some(fields) = body.as_object_mut() {
        fields.remove(field);
    }
    digest(body)
}

/// The digest of JSON, independent of the order of its fields.
fn digest(mut value: Value) -> Digest {
    value.sort_all_objects();
    Sha256::digest(value.to_string()).into()
}

impl std::fmt::Display for GameState {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let last: Vec<&str> = self.moves.iter().rev().take(3).rev().map(|mv| &*mv.text).collect();
        let (version, plies, status) = (self.version, self.moves.len(), &self.status);
        write!(formatter, "version {version}, {plies} plies ending in {last:?}, {status}")
    }
}
