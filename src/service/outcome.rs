//! What comes of commands on games.

use crate::engine::SearchReport;
use crate::rules::BySide;
use crate::session::Session;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// What an engine played in answer, and what it found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reply {
    pub report: SearchReport,
    /// How long the search waited for a thread.
    pub queued: Duration,
}

/// A game after a change.
#[derive(Clone, Debug)]
pub struct Changed {
    pub session: Arc<Session>,
    /// Of the engine that made the last move, when one did within the request.
    pub reply: Option<Reply>,
}

/// A game that was created.
#[derive(Clone, Debug)]
pub struct Created {
    pub session: Arc<Session>,
    /// The tokens of its seats, which only this answer contains.
    pub tokens: Option<BySide<String>>,
}
