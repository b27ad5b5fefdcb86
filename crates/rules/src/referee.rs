use super::error::{MoveError, UndoError};
use super::outcome::{ForbiddenPoint, OpeningState, Outcome, Verdict, Warning};
use super::types::{Move, MoveText, Ruleset, Side};
use std::fmt::{Debug, Write};

/// The interface of a game of any ruleset: the start position, the moves played, the rulings and the outcome.
pub trait Referee: Debug + Send + Sync {
    /// The ruleset of the game.
    fn ruleset(&self) -> Ruleset;

    /// The start position of the game, as canonical FEN.
    fn start_fen(&self) -> String;

    /// The current position, as canonical FEN.
    fn fen(&self) -> String;

    /// The side to move. After the end of the game, the side whose turn it would be.
    fn turn(&self) -> Side;

    /// The number of plies played.
    fn ply(&self) -> usize;

    /// The moves played, oldest first.
    fn moves(&self) -> Vec<Move>;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// The outcome, or `None` while the game is in progress.
    fn outcome(&self) -> Option<Outcome>;

    /// The ruling on the repetition that ended the game, if one did.
    fn verdict(&self) -> Option<Verdict>;

    /// The legal moves. Empty after the end of the game.
    fn legal_moves(&self) -> Vec<Move>;

    /// The points that are forbidden to the side to move.
    fn forbidden(&self) -> Vec<ForbiddenPoint>;

    /// A warning for each legal move that would end the game by repetition, and for each that continues a sequence of
    /// attacks with a limit.
    fn warnings(&self) -> Vec<Warning>;

    /// The progress of the opening, or `None` if the ruleset has no opening protocols.
    fn opening(&self) -> Option<OpeningState> {
        None
    }

    /// Appends a move in coordinates to `text`. Does not depend on the position.
    fn write_coordinates(&self, mv: Move, text: &mut String);

    /// A move in coordinates.
    fn coordinates(&self, mv: Move) -> String {
        let mut text = String::new();
        self.write_coordinates(mv, &mut text);
        text
    }

    /// Writes a move of the current position in every notation.
    fn describe(&self, mv: Move) -> MoveText;

    /// Writes the moves of the game in every notation, starting with ply `from`, counted from 0.
    fn describe_played(&self, from: usize) -> Vec<MoveText>;

    /// Reads a move of the current position in any notation of the ruleset.
    ///
    /// # Errors
    /// If the text is not a move, is ambiguous or is not legal here, or if the game is over.
    fn parse(&self, text: &str) -> Result<Move, MoveError>;

    /// Plays a move and updates the outcome.
    ///
    /// # Errors
    /// If the move is not legal or the game is over. The game is then unchanged.
    fn play(&mut self, mv: Move) -> Result<(), MoveError>;

    /// Reads a move like [`Referee::parse`] and plays it. Tests only once that it is legal.
    ///
    /// # Errors
    /// Those of [`Referee::parse`]. The game is then unchanged.
    fn play_text(&mut self, text: &str) -> Result<Move, MoveError>;

    /// Takes back the last `plies` plies and clears the outcome.
    ///
    /// # Errors
    /// If fewer plies have been played. The game is then unchanged.
    fn undo(&mut self, plies: usize) -> Result<(), UndoError>;

    /// Whether the side has enough material to win. If not, the game is drawn when the other side runs out of time.
    fn can_win(&self, side: Side) -> bool;

    /// Ends the game with an outcome that is not decided on the board: a resignation or an agreed draw.
    fn conclude(&mut self, outcome: Outcome);

    /// The number of plies, from the first, that [`Referee::accept`] takes as facts.
    fn accepted(&self) -> usize;

    /// Takes the first `plies` plies, played or yet to be played, as facts that a record reports: no rule of repetition, no
    /// limit, no lack of material and no forbidden point ends the game there or refuses a move. Updates the outcome. What the pieces themselves
    /// decide still counts, for example a checkmate.
    fn accept(&mut self, plies: usize);
}

/// A move of one ruleset. A response has hundreds of moves, so they are written without `fmt::Formatter`.
pub(super) trait WriteCoordinates: TryFrom<Move> {
    fn write_to(self, text: &mut String);
}

/// Writes a move with the move type `M` of its ruleset. Writes `#` and the code if it is not a move of that ruleset.
pub(super) fn write_move<M: WriteCoordinates>(mv: Move, text: &mut String) {
    match M::try_from(mv) {
        Ok(mv) => mv.write_to(text),
        Err(_) => {
            let _always_writable = write!(text, "#{}", mv.0);
        }
    }
}
