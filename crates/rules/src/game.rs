use super::error::{PositionError, ReplayError};
use super::referee::Referee;
use super::types::{Move, Ruleset};
use super::{gomoku, xiangqi};
use std::ops::{Deref, DerefMut};

impl Ruleset {
    /// Reads a move in the coordinates that [`Referee::write_coordinates`] writes. Does not test whether the move is
    /// legal. Returns `None` if the text is not a move of this ruleset.
    pub fn read_coordinates(self, text: &str) -> Option<Move> {
        match self {
            Ruleset::Xiangqi => text.parse::<xiangqi::Move>().ok().map(Move::from),
            Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Renju | Ruleset::Caro => {
                gomoku::Move::parse(text).map(Move::from)
            }
        }
    }
}

/// A ruleset and its options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Options {
    /// Of Xiangqi.
    Xiangqi(xiangqi::Options),
    /// Of Gomoku, Renju or Caro.
    Gomoku(gomoku::Options),
}

impl Options {
    /// The default options of a ruleset.
    pub fn defaults(ruleset: Ruleset) -> Options {
        match gomoku::Variant::of(ruleset) {
            None => Options::Xiangqi(xiangqi::Options::default()),
            Some(variant) => Options::Gomoku(gomoku::Options::new(variant)),
        }
    }

    /// The ruleset that these options belong to.
    pub fn ruleset(&self) -> Ruleset {
        match self {
            Options::Xiangqi(_) => Ruleset::Xiangqi,
            Options::Gomoku(options) => options.variant.ruleset(),
        }
    }
}

/// A game of any ruleset. It dereferences to [`Referee`], the interface that all rulesets share.
#[expect(clippy::large_enum_variant, reason = "a box would cost an allocation a game and save little")]
#[derive(Clone, Debug)]
pub enum Game {
    /// Of Xiangqi.
    Xiangqi(xiangqi::Game),
    /// Of Gomoku, Renju or Caro.
    Gomoku(gomoku::Game),
}

impl Game {
    /// Starts a game from the position `fen`, or from the start position of the ruleset.
    ///
    /// # Errors
    /// Every reason why the position is not valid.
    pub fn new(options: &Options, fen: Option<&str>) -> Result<Game, PositionError> {
        match options {
            Options::Xiangqi(options) => xiangqi::Game::new(*options, fen).map(Game::Xiangqi),
            Options::Gomoku(options) => gomoku::Game::new(*options, fen).map(Game::Gomoku),
        }
    }

    /// Replays the moves of a stored game. Trusts them to be legal and computes the outcome only once, after the last
    /// move.
    ///
    /// # Errors
    /// If the start position is not valid, or if a move cannot be made at all because the stored game is corrupt.
    pub fn replay(
        options: &Options,
        start_fen: Option<&str>,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Game, ReplayError> {
        let moves = moves.into_iter();
        match options {
            Options::Xiangqi(options) => xiangqi::Game::replay(*options, start_fen, moves).map(Game::Xiangqi),
            Options::Gomoku(options) => gomoku::Game::replay(*options, start_fen, moves).map(Game::Gomoku),
        }
    }

    /// The options of the game, with the defaults filled in.
    pub fn options(&self) -> Options {
        match self {
            Game::Xiangqi(game) => Options::Xiangqi(game.rules()),
            Game::Gomoku(game) => Options::Gomoku(game.rules()),
        }
    }

    /// Yields the game after 0, 1, 2, … plies, up to all of them. Each item costs one move and one copy. Only the last
    /// item keeps an outcome that was not decided on the board, such as a resignation.
    pub fn prefixes(&self) -> Prefixes {
        let start = match self {
            Game::Xiangqi(game) => Game::Xiangqi(game.at_start()),
            Game::Gomoku(game) => Game::Gomoku(game.at_start()),
        };
        Prefixes { moves: self.moves().into_iter(), next: Some(start), whole: self.clone() }
    }
}

/// The iterator of [`Game::prefixes`].
#[derive(Clone, Debug)]
pub struct Prefixes {
    whole: Game,
    moves: std::vec::IntoIter<Move>,
    next: Option<Game>,
}

impl Iterator for Prefixes {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let now = self.next.take()?;
        let Some(mv) = self.moves.next() else { return Some(self.whole.clone()) };
        let mut after = now.clone();
        // Every move was legal when it was played. Only a game replayed from corrupt moves fails here.
        self.next = after.play(mv).is_ok().then_some(after);
        Some(now)
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
