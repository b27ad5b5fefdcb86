//! Games people are playing: who plays, what changed when, and the store that keeps them.

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod conformance;
mod events;
#[cfg(test)]
mod fixtures;
mod memory;
mod player;
mod records;
mod redb;
mod redis;
mod store;
mod stored;
mod tag;

pub use events::{Event, Feeds};
pub use memory::MemoryStore;
pub use player::{EnginePlayer, Player, Seats};
pub use records::{Claim, Fingerprint, Record, RecordKey, RecordLimits, Recorded, Records, Ticket};
pub use redb::{OpenError, RedbStore};
pub use redis::RedisStore;
pub use store::{Store, StoreError, StoreMetrics};
pub use tag::Tag;

use crate::rules::{BySide, DrawReason, Game, MoveError, Outcome, Side, UndoError, WinReason};
use jiff::Timestamp;
use uuid::Uuid;

/// Seconds since the epoch, by which stores tell what nobody uses any more.
fn now() -> i64 {
    Timestamp::now().as_second()
}

/// One move's circumstances: milliseconds since the epoch, doubled, and one more for a move of an engine. A game has
/// many, so only the bytes that matter until the year 6429 are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNote([u8; 6]);

impl MoveNote {
    pub fn new(by_engine: bool, at: Timestamp) -> MoveNote {
        let [kept @ .., _, _] = (at.as_millisecond() << 1 | i64::from(by_engine)).to_le_bytes();
        MoveNote(kept)
    }

    fn doubled(self) -> i64 {
        let [a, b, c, d, e, f] = self.0;
        i64::from_le_bytes([a, b, c, d, e, f, 0, 0])
    }

    pub fn by_engine(self) -> bool {
        self.doubled() & 1 == 1
    }

    /// When it was played, to the millisecond.
    pub fn at(self) -> Timestamp {
        Timestamp::from_millisecond(self.doubled() >> 1).expect("a year of four digits")
    }
}

/// A game with an identity. A change makes a new one of the next version; see [`Store::replace`].
#[derive(Clone, Debug)]
pub struct Session {
    pub id: Uuid,
    pub version: u64,
    /// Random for each change: tells this state from another that a store gave the same version to.
    pub revision: u64,
    /// The state that this one was made from, where that is known.
    pub parent: Option<Tag>,
    pub game: Game,
    pub players: BySide<Player>,
    pub seats: Option<Seats>,
    pub notes: Vec<MoveNote>,
    /// The side whose offer of a draw is open.
    pub draw_offer: Option<Side>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Why a session was not changed.
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
}

impl Session {
    pub fn new(game: Game, players: BySide<Player>, seats: Option<Seats>) -> Session {
        let now = Timestamp::now();
        let notes = vec![MoveNote::new(false, now); game.ply()];
        // Unguessable: whoever knows the id can read the game.
        let id = Uuid::new_v4();
        Session {
            id,
            version: 1,
            revision: rand::random(),
            parent: None,
            game,
            players,
            seats,
            notes,
            draw_offer: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// The settings of the engine that is to move, when one is.
    pub fn engine_to_move(&self) -> Option<&EnginePlayer> {
        match &self.players[self.game.turn()] {
            Player::Engine(engine) if self.game.outcome().is_none() => Some(engine),
            _ => None,
        }
    }

    /// What names this state of the game.
    pub fn tag(&self) -> Tag {
        Tag { version: self.version, revision: self.revision }
    }

    /// Whether the players have exchanged colours in the opening.
    fn is_swapped(&self) -> bool {
        self.game.opening().is_some_and(|opening| opening.is_swapped)
    }

    /// Whether the opening has still something to decide.
    pub fn is_opening(&self) -> bool {
        self.game.opening().is_some_and(|opening| opening.phase != "play")
    }

    /// Players, seats and offers follow their people when the game says that colours were exchanged.
    fn follow_colours(mut self, was_swapped: bool) -> Session {
        if self.is_swapped() != was_swapped {
            self.players = self.players.swapped();
            self.seats = self.seats.map(Seats::swapped);
            self.draw_offer = self.draw_offer.map(Side::other);
        }
        self
    }

    fn changed(&self) -> Session {
        Session {
            version: self.version + 1,
            revision: rand::random(),
            parent: Some(self.tag()),
            updated_at: Timestamp::now(),
            ..self.clone()
        }
    }

    /// This session after the move; any move declines an open offer of the other side.
    ///
    /// # Errors
    /// When the move is not legal or the game is over.
    pub fn with_move(&self, mv: crate::rules::Move, by_engine: bool) -> Result<Session, ChangeError> {
        let mut next = self.changed();
        let mover = next.game.turn();
        next.game.play(mv)?;
        next.notes.reserve_exact(1);
        next.notes.push(MoveNote::new(by_engine, next.updated_at));
        if next.draw_offer != Some(mover) {
            next.draw_offer = None;
        }
        Ok(next.follow_colours(self.is_swapped()))
    }

    /// This session with the last `plies` moves, and any end, taken back. The result of a seated game stands.
    ///
    /// # Errors
    /// When fewer moves have been played, or a seated game is over.
    pub fn with_undo(&self, plies: usize) -> Result<Session, ChangeError> {
        if self.seats.is_some() {
            self.check_playing()?;
        }
        let mut next = self.changed();
        next.game.undo(plies)?;
        next.notes.truncate(next.game.ply());
        next.draw_offer = None;
        Ok(next.follow_colours(self.is_swapped()))
    }

    /// # Errors
    /// When the game is over.
    pub fn with_resignation(&self, side: Side) -> Result<Session, ChangeError> {
        self.concluded(Outcome::Won { winner: side.other(), reason: WinReason::Resignation })
    }

    /// # Errors
    /// When the game is over.
    pub fn with_draw_offer(&self, side: Side) -> Result<Session, ChangeError> {
        self.check_playing()?;
        if self.draw_offer == Some(side.other()) {
            return self.with_draw_accepted(side);
        }
        Ok(Session { draw_offer: Some(side), ..self.changed() })
    }

    /// This session as it is when the offer is taken in the same change.
    ///
    /// # Errors
    /// When the game is over or nothing is offered.
    pub fn with_draw_accepted_at_once(&self, side: Side) -> Result<Session, ChangeError> {
        Ok(Session { version: self.version, parent: self.parent, ..self.with_draw_accepted(side)? })
    }

    /// # Errors
    /// When the game is over or the other side has offered nothing.
    pub fn with_draw_accepted(&self, side: Side) -> Result<Session, ChangeError> {
        self.check_offer_to(side)?;
        self.concluded(Outcome::Drawn { reason: DrawReason::Agreement })
    }

    /// # Errors
    /// When the game is over or the other side has offered nothing.
    pub fn with_draw_declined(&self, side: Side) -> Result<Session, ChangeError> {
        self.check_offer_to(side)?;
        Ok(Session { draw_offer: None, ..self.changed() })
    }

    fn concluded(&self, outcome: Outcome) -> Result<Session, ChangeError> {
        self.check_playing()?;
        let mut next = self.changed();
        next.game.conclude(outcome);
        next.draw_offer = None;
        Ok(next)
    }

    fn check_playing(&self) -> Result<(), ChangeError> {
        self.game.outcome().map_or(Ok(()), |outcome| Err(ChangeError::GameOver(outcome)))
    }

    fn check_offer_to(&self, side: Side) -> Result<(), ChangeError> {
        self.check_playing()?;
        if self.draw_offer == Some(side.other()) { Ok(()) } else { Err(ChangeError::NoDrawOffer) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_keeps_who_moved_and_when() {
        let at: Timestamp = "2026-11-20T12:00:00.123Z".parse().unwrap();
        for by_engine in [false, true] {
            let note = MoveNote::new(by_engine, at);
            assert_eq!((note.by_engine(), note.at()), (by_engine, at));
        }
    }
}
