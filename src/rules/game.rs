use super::{
    ForbiddenPoint, Move, MoveError, MoveText, OpeningState, Outcome, PositionError, Ruleset, Side,
    UndoError, Verdict, Warning, gomoku, xiangqi,
};
use serde::Serialize;
use std::fmt::{Debug, Display, Write};
use std::ops::{Deref, DerefMut};

/// What every ruleset can say about a game: a start position, the moves played from it, its outcome.
pub trait Referee: Debug + Send + Sync {
    fn ruleset(&self) -> Ruleset;

    /// The options the game is played under, with the defaults filled in.
    fn options(&self) -> Options;

    /// The position the game started from, in canonical notation.
    fn start_fen(&self) -> String;

    /// The position now, in canonical notation.
    fn fen(&self) -> String;

    /// The side to move; after the end, the side that would have been.
    fn turn(&self) -> Side;

    /// How many moves have been played.
    fn ply(&self) -> usize;

    /// The moves played, oldest first.
    fn moves(&self) -> Vec<Move>;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// How the game ended, or none while it is being played.
    fn outcome(&self) -> Option<Outcome>;

    /// Why a repetition was judged as it was, when that ended the game.
    fn verdict(&self) -> Option<Verdict>;

    /// Every move that can be played now; none when the game is over.
    fn legal_moves(&self) -> Vec<Move>;

    /// The points forbidden to the side to move.
    fn forbidden(&self) -> Vec<ForbiddenPoint>;

    /// The legal moves that would end the game by repetition, and how.
    fn warnings(&self) -> Vec<Warning>;

    /// Where the game is in its opening; none when the ruleset has no openings to choose from.
    fn opening(&self) -> Option<OpeningState> {
        None
    }

    /// Writes a move in coordinates; needs no position.
    fn write_coordinates(&self, mv: Move, text: &mut String);

    /// A move in coordinates.
    fn coordinates(&self, mv: Move) -> String {
        let mut text = String::new();
        self.write_coordinates(mv, &mut text);
        text
    }

    /// A move of the present position in every notation.
    fn describe(&self, mv: Move) -> MoveText;

    /// The moves of the game from that ply on, counted from 0, each described in the position it was played in.
    fn describe_played(&self, from: usize) -> Vec<MoveText>;

    /// Reads a move of the present position in any notation of the ruleset.
    ///
    /// # Errors
    /// When the text is no move, means several, or means one that is not legal here; and when the game is over.
    fn parse(&self, text: &str) -> Result<Move, MoveError>;

    /// Plays a move and sees whether it ends the game.
    ///
    /// # Errors
    /// When the move is not legal or the game is over; the game is then unchanged.
    fn play(&mut self, mv: Move) -> Result<(), MoveError>;

    /// Takes back the last `plies` moves, and with them an end of any kind.
    ///
    /// # Errors
    /// When fewer moves have been played; the game is then unchanged.
    fn undo(&mut self, plies: usize) -> Result<(), UndoError>;

    /// Ends the game by what happens beside the board: a resignation, an agreement.
    fn conclude(&mut self, outcome: Outcome);
}

/// Writes a move as its ruleset's type for moves does; one that is none of that ruleset's by its number.
pub(super) fn write_move<M: TryFrom<Move> + Display>(mv: Move, text: &mut String) {
    let _always_writable = match M::try_from(mv) {
        Ok(mv) => write!(text, "{mv}"),
        Err(_) => write!(text, "#{}", mv.0),
    };
}

/// The options of a ruleset; which ruleset is part of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(untagged)]
pub enum Options {
    Xiangqi(xiangqi::Options),
    Gomoku(gomoku::Options),
}

impl Options {
    /// What a ruleset is played under when nothing is said.
    pub fn defaults(ruleset: Ruleset) -> Options {
        match gomoku::Variant::of(ruleset) {
            None => Options::Xiangqi(xiangqi::Options::default()),
            Some(variant) => Options::Gomoku(gomoku::Options::new(variant)),
        }
    }

    /// From the fields that they are written as; those left out have their defaults.
    ///
    /// # Errors
    /// When a field is not known or has a value it cannot have.
    pub fn from_json(ruleset: Ruleset, fields: serde_json::Value) -> serde_json::Result<Options> {
        match gomoku::Variant::of(ruleset) {
            None => serde_json::from_value(fields).map(Options::Xiangqi),
            Some(variant) => gomoku::Options::from_json(variant, fields).map(Options::Gomoku),
        }
    }

    pub fn ruleset(&self) -> Ruleset {
        match self {
            Options::Xiangqi(_) => Ruleset::Xiangqi,
            Options::Gomoku(options) => options.variant.ruleset(),
        }
    }
}

/// A game of any ruleset. What is common to all is reached through [`Referee`], by dereference.
#[expect(clippy::large_enum_variant, reason = "a box would cost an allocation a game and save little")]
#[derive(Clone, Debug)]
pub enum Game {
    Xiangqi(xiangqi::Game),
    Gomoku(gomoku::Game),
}

impl Game {
    /// A game under these options from this position, or from the ruleset's start position.
    ///
    /// # Errors
    /// Every reason why the position cannot be played from.
    pub fn new(options: &Options, fen: Option<&str>) -> Result<Game, PositionError> {
        match options {
            Options::Xiangqi(options) => xiangqi::Game::new(*options, fen).map(Game::Xiangqi),
            Options::Gomoku(options) => gomoku::Game::new(*options, fen).map(Game::Gomoku),
        }
    }
}

impl Deref for Game {
    type Target = dyn Referee;

    fn deref(&self) -> &(dyn Referee + 'static) {
        match self {
            Game::Xiangqi(game) => game,
            Game::Gomoku(game) => game,
        }
    }
}

impl DerefMut for Game {
    fn deref_mut(&mut self) -> &mut (dyn Referee + 'static) {
        match self {
            Game::Xiangqi(game) => game,
            Game::Gomoku(game) => game,
        }
    }
}
