//! The results of commands on games.

use crate::game::Session;
use crate::pool::Answer;
use crate::rules::BySide;
use crate::service::people::presence::Presence;
use std::sync::Arc;

/// A game after a change.
#[derive(Clone, Debug)]
pub struct Changed {
    pub session: Arc<Session>,
    /// The presence of the people when the change was made, also in a replayed response. None for a game without
    /// seats.
    pub presence: Option<Presence>,
    /// The search behind the last move, if an engine made it within the request.
    pub reply: Option<Answer>,
    /// The ply of the game before the change. The moves of the request are those from here on.
    pub first_ply: usize,
}

/// A game that was created or joined.
#[derive(Clone, Debug)]
pub struct Created {
    pub changed: Changed,
    /// None if the game has no seats.
    pub secrets: Option<Secrets>,
}

/// The secrets that a player gets. They appear only in the response to the request that made them.
#[derive(Clone, Debug, Default)]
pub struct Secrets {
    /// The tokens of the player's seats.
    pub seats: BySide<Option<String>>,
    /// The invitation to the only open seat.
    pub invitation: Option<String>,
    /// The invitations to the seats of both sides, if both are open.
    pub invitations: Option<BySide<String>>,
    /// The token with which others may read a private game.
    pub spectator: Option<String>,
}
