use super::error::{PositionError, ReplayError};
use super::referee::Referee;
use super::types::{Move, Ruleset};
use super::{gomoku, xiangqi};
use std::ops::{Deref, DerefMut};

impl Ruleset {
    /// Reads a move in coordinates, as [`Referee::write_coordinates`] writes it; whether it is legal anywhere is not
    /// asked. None when the text is no move of this ruleset.
    pub fn read_coordinates(self, text: &str) -> Option<Move> {
        match self {
            Ruleset::Xiangqi => text.parse::<xiangqi::Move>().ok().map(Move::from),
            Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Renju => {
                gomoku::Move::parse(text).map(Move::from)
            }
        }
    }
}

/// The options of a ruleset; which ruleset is part of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

    /// The game that was played by these moves, which are trusted to have been legal: none is tested, and how the game
    /// stands is asked once, after the last. For games that were kept after each of their moves had been played.
    ///
    /// # Errors
    /// When the position cannot be played from, or a move cannot be made at all, as when what was kept is corrupt.
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

    /// The options the game is played under, with the defaults filled in.
    pub fn options(&self) -> Options {
        match self {
            Game::Xiangqi(game) => Options::Xiangqi(game.rules()),
            Game::Gomoku(game) => Options::Gomoku(game.rules()),
        }
    }

    /// The game after each of its plies, from none to all, each in the time that one move and one copy take. Only the last
    /// has an end that did not come about on the board.
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
        // It was played, so that only a game replayed from corrupt moves ends here.
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
