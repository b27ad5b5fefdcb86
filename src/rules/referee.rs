use super::{
    ForbiddenPoint, Move, MoveError, MoveText, OpeningState, Outcome, Ruleset, Side, UndoError, Verdict,
    Warning,
};
use std::fmt::{Debug, Display, Write};

/// What every ruleset can say about a game: a start position, the moves played from it, its outcome.
pub trait Referee: Debug + Send + Sync {
    fn ruleset(&self) -> Ruleset;

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

    /// Reads a move as [`Referee::parse`] does and plays it, without testing twice that it is legal.
    ///
    /// # Errors
    /// When the text is no legal move here; the game is then unchanged.
    fn play_text(&mut self, text: &str) -> Result<Move, MoveError>;

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
