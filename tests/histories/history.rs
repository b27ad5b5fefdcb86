//! What clients asked and what they saw, recorded while servers and stores fail.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Nanoseconds since the run began.
pub type Moment = u64;

pub type Digest = [u8; 32];

/// Changes with a key, reads without one, and how every game stands at the end.
#[derive(Debug, Default)]
pub struct History {
    pub operations: Vec<Operation>,
    pub reads: Vec<Read>,
    /// Each game once more by each server, after the faults.
    pub last_reads: Vec<Read>,
    /// How many games the server counts at the end.
    pub games_in_store: Option<usize>,
}

/// A change that its client repeats under one key until it is answered.
#[derive(Clone, Debug)]
pub struct Operation {
    pub key: String,
    /// None for a game that is to be created.
    pub game: Option<String>,
    pub change: Change,
    /// Nobody else changes the game, and the client knows how it stands: there is no reason to refuse.
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
        /// An engine plays the other side and is asked to reply.
        is_replied_to: bool,
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
    pub invoked: Moment,
    pub completed: Moment,
    pub outcome: Outcome,
}

#[derive(Clone, Debug)]
pub enum Outcome {
    /// The client left, the connection broke, or it took too long.
    Lost,
    /// The server said that the client has to try again.
    Postponed,
    Answered(Box<Answer>),
}

/// An answer that says whether the change was made.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    /// A problem's code.
    pub code: Option<String>,
    pub is_replay: bool,
    pub tag: Option<String>,
    /// Of the whole body but for `request_id`.
    pub digest: Digest,
    pub board: Option<Board>,
    /// The `best_move` of `reply`.
    pub reply: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Read {
    pub game: String,
    pub invoked: Moment,
    pub completed: Moment,
    pub answer: Answer,
}

/// A game as an answer shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    pub game: String,
    pub version: u64,
    pub moves: Vec<Played>,
    pub status: String,
    pub draw_offer: Option<String>,
    pub is_engines_turn: bool,
    /// Of the game's JSON. The answer that tells the tokens differs from all others in `seats`, which is counted here as
    /// the `true` that the others say.
    pub digest: Digest,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    pub text: String,
    pub by_engine: bool,
    /// To the millisecond, so that a move made again differs from the one it repeats.
    pub at: String,
}

impl Operation {
    pub fn answers(&self) -> impl Iterator<Item = (&Attempt, &Answer)> {
        self.attempts.iter().filter_map(|attempt| match &attempt.outcome {
            Outcome::Answered(answer) => Some((attempt, &**answer)),
            Outcome::Lost | Outcome::Postponed => None,
        })
    }

    pub fn answer(&self) -> Option<&Answer> {
        self.answers().next().map(|(_, answer)| answer)
    }

    /// The game as the answer shows it, when the change was made.
    pub fn acknowledged(&self) -> Option<&Board> {
        self.answer().filter(|answer| answer.is_success()).and_then(|answer| answer.board.as_ref())
    }

    pub fn is_refused(&self) -> bool {
        self.answer().is_some_and(|answer| !answer.is_success())
    }

    /// The game it was about, or that it created.
    pub fn about(&self) -> Option<&str> {
        self.game.as_deref().or_else(|| self.acknowledged().map(|board| &*board.game))
    }

    pub fn invoked(&self) -> Moment {
        self.attempts.first().map_or(Moment::MAX, |attempt| attempt.invoked)
    }

    /// When the client first knew the answer.
    pub fn completed(&self) -> Moment {
        self.answers().next().map_or(Moment::MAX, |(attempt, _)| attempt.completed)
    }
}

impl Answer {
    /// `reply` and the game lie in the body of a move's answer; any other body is the game itself.
    pub fn new(status: u16, tag: Option<&str>, is_replay: bool, body: &Value) -> Answer {
        let game = if body["game"].is_object() { &body["game"] } else { body };
        Answer {
            status,
            code: body["code"].as_str().map(str::to_owned),
            is_replay,
            tag: tag.map(str::to_owned),
            digest: digest_without(body, "request_id"),
            board: Board::read(game),
            reply: body["reply"]["best_move"].as_str().map(str::to_owned),
        }
    }

    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

impl Board {
    /// None when it is no game.
    pub fn read(game: &Value) -> Option<Board> {
        let moves = game["moves"].as_array()?.iter().map(|mv| {
            Some(Played {
                text: mv["move"].as_str()?.to_owned(),
                by_engine: mv["by"] == "engine",
                at: mv["at"].as_str()?.to_owned(),
            })
        });
        let (status, turn) = (game["status"].as_str()?, game["turn"].as_str()?);
        let mut shown_to_all = game.clone();
        if game["seats"].is_object() {
            shown_to_all["seats"] = true.into();
        }
        Some(Board {
            game: game["id"].as_str()?.to_owned(),
            version: game["version"].as_u64()?,
            moves: moves.collect::<Option<_>>()?,
            status: status.to_owned(),
            draw_offer: game["draw_offer"].as_str().map(str::to_owned),
            is_engines_turn: status == "playing" && game["players"][turn]["kind"] == "engine",
            digest: digest(shown_to_all),
        })
    }
}

fn digest_without(body: &Value, field: &str) -> Digest {
    let mut body = body.clone();
    if let Some(fields) = body.as_object_mut() {
        fields.remove(field);
    }
    digest(body)
}

/// Equal for equal JSON, whatever the order of its fields.
fn digest(mut value: Value) -> Digest {
    value.sort_all_objects();
    Sha256::digest(value.to_string()).into()
}

impl std::fmt::Display for Board {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let last: Vec<&str> = self.moves.iter().rev().take(3).rev().map(|mv| &*mv.text).collect();
        let (version, plies, status) = (self.version, self.moves.len(), &self.status);
        write!(formatter, "version {version}, {plies} plies ending in {last:?}, {status}")
    }
}
