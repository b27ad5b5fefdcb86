//! Why a change of a game is refused.

use crate::rules::{MoveError, Outcome, UndoError};

/// Why a session could not be changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChangeError {
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Undo(#[from] UndoError),
    #[error("the game is over")]
    GameOver(Outcome),
    #[error("the other side has not offered a draw")]
    NoDrawOffer,
    #[error("the game has not started: a seat is still open, or a player is not ready")]
    NotStarted,
    #[error(
        "the game does not wait for players to be ready: it has begun, or was created without a ready check"
    )]
    NoReadyCheck,
    #[error("both sides have made their first move: the game can no longer be aborted")]
    GameStarted,
    #[error("the game is not over")]
    GameNotOver,
    #[error("no seat of the game is open")]
    SeatTaken,
    #[error("this is not the invitation to the game")]
    WrongInvitation,
    #[error("the other side has not asked to take moves back")]
    NoTakebackOffer,
    #[error("the other side has not offered a rematch")]
    NoRematchOffer,
    #[error("an arbiter has paused the game: nobody can play until it is resumed")]
    Paused,
    #[error("the game is not paused")]
    NotPaused,
    #[error("the game has no clock: there is no time to add to")]
    NoClock,
    #[error("the game has no seats: create a new game instead")]
    NoSeats,
}
