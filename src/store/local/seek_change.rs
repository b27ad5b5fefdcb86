//! The changes of the seeks of a store in this process.

use crate::game::GameTime;
use crate::store::error::StoreError;
use crate::store::seeks::{Draw, Seek, SeekBoard, SeekLimits, Touched};
use uuid::Uuid;

/// A change of the seeks.
#[derive(Debug)]
pub enum SeekChange {
    Add { seek: Box<Seek>, draw: Draw, limits: SeekLimits, now: GameTime },
    MeetEngine { id: Uuid, draw: Draw, now: GameTime },
    Withdraw { id: Uuid, now: GameTime },
    Host(Vec<Uuid>),
    Expire { now: GameTime },
}

impl SeekChange {
    /// Makes the change in memory. Returns the seeks that the file has to follow.
    ///
    /// # Errors
    /// Those of [`SeekBoard`].
    pub fn make(&self, board: &mut SeekBoard) -> Result<Touched, StoreError> {
        match self {
            SeekChange::Add { seek, draw, limits, now } => board.add(seek, *draw, *limits, *now),
            &SeekChange::MeetEngine { id, draw, now } => board.meet_engine(id, draw, now),
            &SeekChange::Withdraw { id, now } => board.withdraw(id, now),
            SeekChange::Host(ids) => Ok(ids.iter().flat_map(|&id| board.host(id)).collect()),
            SeekChange::Expire { now } => Ok(board.expire(*now)),
        }
    }
}
