//! The results of the tools: what an agent needs of the responses of the API, under the same names.

use super::board::board;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A move in its notations. Chinese and WXF are those of Xiangqi.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MoveText {
    pub r#move: String,
    pub chinese: Option<String>,
    pub wxf: Option<String>,
}

/// A choice of the opening that comes next, such as swap2.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct OpeningState {
    name: String,
    phase: String,
    /// What may be played instead of a stone.
    choices: Vec<String>,
    /// The stones among which the other side chooses.
    offered: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClockState {
    /// What each side has left, in milliseconds.
    remaining_ms: BTreeMap<String, u64>,
    /// The side whose time runs.
    running: Option<String>,
    /// When the game ends unless it moves.
    deadline: Option<String>,
}

/// A game as the API shows it.
#[derive(Debug, Deserialize)]
pub struct ApiGame {
    #[serde(flatten)]
    state: GameState,
    moves: Vec<MoveText>,
    #[serde(default)]
    import: Option<ApiImport>,
}

#[derive(Debug, Deserialize)]
struct ApiImport {
    notes: Vec<ApiNote>,
}

#[derive(Debug, Deserialize)]
struct ApiNote {
    detail: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameState {
    id: String,
    /// Increases with every change. A move names the version for which it is meant.
    pub version: u64,
    ruleset: String,
    /// waiting, playing, won, drawn or aborted.
    pub status: String,
    winner: Option<String>,
    reason: Option<String>,
    /// The side to move.
    pub turn: String,
    /// The number of moves so far.
    ply: u64,
    in_check: bool,
    fen: String,
    opening: Option<OpeningState>,
    clock: Option<ClockState>,
    /// The side that offers a draw.
    draw_offer: Option<String>,
    next_game: Option<String>,
    /// The tokens of your seats, which nobody else may know. Only the result of the tool that made or joined the game has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<BTreeMap<String, String>>,
    /// Lets somebody else take the open seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    invitation: Option<String>,
}

/// A game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Game {
    #[serde(flatten)]
    state: GameState,
    /// The board: ranks from the top, files below. In Xiangqi uppercase letters are Red's (R rook, N horse, B elephant, A advisor,
    /// K general, C cannon, P soldier), lowercase ones Black's; elsewhere b is a black stone and w a white one.
    board: String,
    last_move: Option<MoveText>,
    /// What the game left out of a record or changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl From<ApiGame> for Game {
    fn from(game: ApiGame) -> Game {
        let notes = game.import.map(|import| import.notes).unwrap_or_default();
        Game {
            board: board(&game.state.ruleset, &game.state.fen),
            last_move: game.moves.last().cloned(),
            notes: notes.into_iter().map(|note| note.detail).collect(),
            state: game.state,
        }
    }
}

impl ApiGame {
    /// Whether nothing is left to wait for: it is the turn of this side, or the game is over.
    pub fn is_for(&self, side: &str) -> bool {
        match self.state.status.as_str() {
            "waiting" => false,
            "playing" => {
                self.state.turn == side || self.state.draw_offer.as_deref().is_some_and(|by| by != side)
            }
            _ => true,
        }
    }
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct LegalMoves {
    version: u64,
    status: String,
    turn: String,
    legal_moves: Vec<MoveText>,
    /// Points where the side to move may not or must not play.
    forbidden: Vec<ForbiddenPoint>,
    /// What the rules warn of, such as a repetition.
    warnings: Vec<Warning>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct ForbiddenPoint {
    point: String,
    kind: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Warning {
    detail: String,
}

/// The game after a move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MoveResult {
    game: Game,
    /// The reply of the engine, which is played already.
    reply: Option<Reply>,
}

#[derive(Debug, Deserialize)]
pub struct ApiMoveResult {
    game: ApiGame,
    reply: Option<Reply>,
}

impl From<ApiMoveResult> for MoveResult {
    fn from(result: ApiMoveResult) -> MoveResult {
        MoveResult { game: result.game.into(), reply: result.reply }
    }
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Reply {
    best_move: String,
    chinese: Option<String>,
    wxf: Option<String>,
    engine: String,
}

/// The value of a position for the side to move: one of these.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Score {
    /// In hundredths of a soldier.
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    /// A forced win in as many own moves, or a loss if it is negative.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Line {
    pv: Vec<String>,
    score: Score,
    win_rate: f64,
}

/// The result of a search.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Search {
    best_move: String,
    chinese: Option<String>,
    wxf: Option<String>,
    score: Score,
    /// The expected result of the side to move, from 0 (lost) to 1 (won).
    win_rate: f64,
    depth: u32,
    /// How the move was found, such as search, book or threats.
    source: String,
    engine: String,
    lines: Vec<Line>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Review {
    moves: Vec<JudgedMove>,
    summary: Option<Summary>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct JudgedMove {
    ply: u32,
    side: String,
    r#move: String,
    chinese: Option<String>,
    /// How good the move is.
    label: String,
    /// What it lost, in hundredths of a soldier.
    loss: i32,
    best_move: String,
    best_line: Vec<String>,
    /// Why the move cannot be a mistake.
    exempt: Option<String>,
    /// What a mistake overlooked.
    oversight: Option<Oversight>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Oversight {
    kind: String,
    moves: Option<u32>,
    point: Option<String>,
    piece: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Summary {
    plies: u32,
    /// By side, in percent.
    accuracy: BTreeMap<String, Option<f64>>,
}

#[derive(Debug, Deserialize)]
pub struct ApiPuzzle {
    #[serde(flatten)]
    state: PuzzleState,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct PuzzleState {
    id: String,
    ruleset: String,
    level: u8,
    theme: String,
    /// mate or five.
    goal: String,
    /// How many moves of its own the solver has.
    goal_moves: u32,
    fen: String,
    /// The side that solves it.
    turn: String,
    /// The moves of both sides.
    solution: Vec<String>,
}

/// A position that the side to move wins by force, with one solution.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Puzzle {
    #[serde(flatten)]
    state: PuzzleState,
    /// The board, as that of a game.
    board: String,
}

impl From<ApiPuzzle> for Puzzle {
    fn from(ApiPuzzle { state }: ApiPuzzle) -> Puzzle {
        Puzzle { board: board(&state.ruleset, &state.fen), state }
    }
}
