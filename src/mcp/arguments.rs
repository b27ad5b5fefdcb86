//! The arguments of the tools. Those that a request of the API has, too, have the same names and meaning.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use uuid::Uuid;

/// A game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameArguments {
    /// The id of the game.
    #[schemars(with = "String")]
    pub id: Uuid,
    /// The token of a seat or a spectator, for a private game.
    pub token: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGameArguments {
    /// xiangqi, gomoku, gomoku_standard, renju or caro.
    pub ruleset: String,
    /// The rules that differ from the defaults, such as {"board_size": 19} or {"opening": "swap2"}.
    pub options: Option<Map<String, Value>>,
    /// The start position, unless it is the usual one.
    pub fen: Option<String>,
    /// Moves that are played already.
    pub moves: Option<Vec<String>>,
    /// The players by side: red and black in Xiangqi, black and white in the others. Each is human by default, such as you.
    pub players: Option<BTreeMap<String, PlayerArguments>>,
    /// "invite" to play against somebody else: the result has the token of your seat and the invitation of the other one.
    pub seats: Option<String>,
    /// Your side, with "seats": "invite": the name of a side, or random.
    pub side: Option<String>,
    /// The time control. None by default.
    pub clock: Option<ClockArguments>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerArguments {
    /// human or engine. The server replies for an engine as soon as you have moved.
    pub kind: String,
    /// The name of the player.
    pub name: Option<String>,
    /// The strength of an engine from 1 (new to the game) to 20 (full strength).
    pub level: Option<u8>,
    /// The name of another engine that the server has beside its own.
    pub engine: Option<String>,
    pub limits: Option<LimitArguments>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockArguments {
    /// The time of each side for the whole game, in milliseconds.
    pub initial_ms: Option<u64>,
    /// Added after each move, in milliseconds.
    pub increment_ms: Option<u64>,
    /// The time for each move, in milliseconds.
    pub move_ms: Option<u64>,
    /// The time for each move after the initial time is used up, in milliseconds.
    pub byoyomi_ms: Option<u64>,
}

/// How long to search.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitArguments {
    /// In milliseconds; a second by default.
    pub time_ms: Option<u64>,
    /// In plies.
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinArguments {
    /// The id of the game.
    #[schemars(with = "String")]
    pub id: Uuid,
    /// The invitation to the open seat.
    pub invitation: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveArguments {
    /// The id of the game.
    #[schemars(with = "String")]
    pub id: Uuid,
    /// The token of your seat, in a game with seats.
    pub token: Option<String>,
    /// The move in coordinates (h2e2, h8), or in Chinese or WXF notation. A choice of an opening (swap, stay) is a move, too.
    pub r#move: String,
    /// The version of the game for which the move is meant: the move is refused if the game has changed meanwhile.
    pub version: u64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitArguments {
    /// The id of the game.
    #[schemars(with = "String")]
    pub id: Uuid,
    /// The token of your seat, which also shows the other player that you are there.
    pub token: Option<String>,
    /// Your side.
    pub side: String,
    /// How long to wait at most: 1 to 60, 30 by default.
    pub seconds: Option<u64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideArguments {
    /// The id of the game.
    #[schemars(with = "String")]
    pub id: Uuid,
    /// The token of your seat, in a game with seats.
    pub token: Option<String>,
    /// Your side.
    pub side: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawArguments {
    /// The id of the game.
    #[schemars(with = "String")]
    pub id: Uuid,
    /// The token of your seat, in a game with seats.
    pub token: Option<String>,
    /// Your side.
    pub side: String,
    /// offer, accept or decline.
    pub action: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BestMoveArguments {
    /// The id of the game.
    #[schemars(with = "String")]
    pub id: Uuid,
    /// The token of your seat, in a game with seats.
    pub token: Option<String>,
    /// The strength of the answer from 1 to 20, full strength by default.
    pub level: Option<u8>,
    /// How many lines to compare.
    pub lines: Option<u32>,
    /// The name of another engine that the server has beside its own.
    pub engine: Option<String>,
    pub limits: Option<LimitArguments>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisArguments {
    /// xiangqi, gomoku, gomoku_standard, renju or caro.
    pub ruleset: String,
    /// The rules that differ from the defaults.
    pub options: Option<Map<String, Value>>,
    /// The position; the start position by default.
    pub fen: Option<String>,
    /// Moves from there.
    pub moves: Option<Vec<String>>,
    /// The strength of the answer from 1 to 20, full strength by default.
    pub level: Option<u8>,
    /// How many lines to compare.
    pub lines: Option<u32>,
    /// The name of another engine that the server has beside its own.
    pub engine: Option<String>,
    pub limits: Option<LimitArguments>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewArguments {
    /// The id of the game.
    #[schemars(with = "String")]
    pub id: Uuid,
    /// The token of a seat, for a private game.
    pub token: Option<String>,
    pub limits: Option<LimitArguments>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleArguments {
    /// xiangqi, gomoku or renju.
    pub ruleset: String,
    /// The level of the solver from 1 to 20; any by default.
    pub level: Option<u8>,
    /// The ids of puzzles that should not come again.
    #[serde(default)]
    pub seen: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportArguments {
    /// The record: PGN, SGF, DhtmlXQ, WXF, a list of moves, and others.
    pub text: Option<String>,
    /// A record that is no text, such as XQF or CBR, in base64.
    pub base64: Option<String>,
    /// The format, if it is not recognized.
    pub format: Option<String>,
    /// The ruleset, if the record does not say it.
    pub ruleset: Option<String>,
}
