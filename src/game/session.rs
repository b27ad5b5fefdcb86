//! The state of a game, and the changes that a player can make.

use super::aborted::Aborted;
use super::change_error::ChangeError;
use super::clock::{Clock, GameTime};
use super::move_infos::{MoveInfo, MoveInfos};
use super::owner::{DetailChanges, Owner};
use super::player::{EnginePlayer, Player};
use super::ruling::Ruling;
use super::run::Run;
use super::seats::Seats;
use super::tag::Tag;
use crate::record::{Import, Tags};
use crate::rules::{BySide, DrawReason, Game, MoveError, OpeningPhase, Outcome, Side, WinReason};
use jiff::Timestamp;
use std::num::NonZeroU64;
use uuid::Uuid;

/// A game with an id, players and a version. Sessions are immutable: a change makes a new session with the next version,
/// which replaces this one in the store; see [`crate::store::Store::replace`].
#[derive(Clone, Debug)]
pub struct Session {
    pub id: Uuid,
    pub version: u64,
    /// Random for each change. Distinguishes states with the same version, which a store that lost a write may have.
    pub revision: u64,
    /// The revision of the version before, if it is known.
    pub parent: Option<NonZeroU64>,
    pub game: Game,
    pub players: BySide<Player>,
    /// The names of the players, where they have any.
    pub names: BySide<Option<String>>,
    /// Absent for a game that was created without an API key.
    pub owner: Option<Box<Owner>>,
    /// Boxed to keep sessions small, because most games have no seats.
    pub seats: Option<Box<Seats>>,
    /// Boxed, because most games have no clock.
    pub clock: Option<Box<Clock>>,
    /// Absent unless the server plays the game by itself.
    pub run: Option<Run>,
    pub move_infos: MoveInfos,
    /// The side that has an open draw offer.
    pub draw_offer: Option<Side>,
    /// What an arbiter did last.
    pub ruling: Option<Box<Ruling>>,
    /// The game time at which a paused game is given up. None if the game is not paused.
    pub paused_until: Option<GameTime>,
    /// Why the game was aborted.
    pub aborted: Option<Aborted>,
    /// What the game kept of the record that it was imported from.
    pub import: Option<Box<Import>>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Session {
    pub fn new(game: Game, players: BySide<Player>, seats: Option<Box<Seats>>) -> Session {
        let now = Timestamp::now();
        let move_infos = std::iter::repeat_n(MoveInfo { by_engine: false, at: now }, game.ply()).collect();
        // The id must be unguessable, because it suffices to read the game.
        let id = Uuid::new_v4();
        Session {
            id,
            version: 1,
            revision: rand::random(),
            parent: None,
            game,
            players,
            names: BySide::default(),
            owner: None,
            seats,
            clock: None,
            run: None,
            move_infos,
            draw_offer: None,
            ruling: None,
            paused_until: None,
            aborted: None,
            import: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// The headers of the game's record: those of the record that it was imported from, and the names of its players.
    pub fn tags(&self) -> Tags {
        let imported = self.import.as_ref().map(|import| import.tags.clone()).unwrap_or_default();
        let name = |side: Side, imported: &str| match &self.players[side] {
            _ if let Some(name) = &self.names[side] => name.clone(),
            Player::Human if imported.is_empty() => "Human".to_owned(),
            Player::Human => imported.to_owned(),
            Player::Engine(engine) => match (&engine.engine, engine.level) {
                (Some(name), _) => name.clone(),
                (None, Some(level)) => format!("Duiyi, level {level}"),
                (None, None) => "Duiyi".to_owned(),
            },
        };
        let date = match imported.date.is_empty() {
            true => self.created_at.strftime("%Y.%m.%d").to_string(),
            false => imported.date.clone(),
        };
        let (first, second) = (name(Side::First, &imported.first), name(Side::Second, &imported.second));
        Tags { first, second, date, ..imported }
    }

    /// What the clock of the mover showed after each move; see [`crate::game::MoveClocks`]. Empty in a game without a clock.
    pub fn move_clocks(&self) -> Vec<Option<u64>> {
        self.clock.iter().flat_map(|clock| clock.moves.iter()).collect()
    }

    /// The settings of the engine to move. None if a human is to move, or the game is over.
    pub fn engine_to_move(&self) -> Option<&EnginePlayer> {
        match &self.players[self.game.turn()] {
            Player::Engine(engine) if self.game.outcome().is_none() => Some(engine),
            _ => None,
        }
    }

    /// The tag of this state of the game.
    pub fn tag(&self) -> Tag {
        Tag { version: self.version, revision: self.revision }
    }

    /// The tag of the state before the last change, if it is known.
    pub fn parent_tag(&self) -> Option<Tag> {
        self.parent.map(|revision| Tag { version: self.version - 1, revision: revision.get() })
    }

    /// Whether the players have swapped colors in the opening.
    pub fn is_swapped(&self) -> bool {
        self.game.opening().is_some_and(|opening| opening.is_swapped)
    }

    /// Whether decisions of the opening are still to be made.
    pub fn is_opening(&self) -> bool {
        self.game.opening().is_some_and(|opening| opening.phase != OpeningPhase::Play)
    }

    /// Swaps players and their names, seats, clocks and draw offers if the last move swapped colors in the opening.
    pub(super) fn follow_colors(mut self, was_swapped: bool) -> Session {
        if self.is_swapped() != was_swapped {
            self.players = self.players.swapped();
            self.names = self.names.swapped();
            self.seats = self.seats.map(|seats| Box::new(seats.swapped()));
            self.clock = self.clock.map(|clock| Box::new(clock.swapped()));
            self.draw_offer = self.draw_offer.map(Side::other);
            self.ruling = self.ruling.map(|ruling| Box::new(ruling.swapped()));
            if let Some(import) = &mut self.import {
                import.tags.swap_players();
            }
        }
        self
    }

    /// This session with other details.
    ///
    /// # Errors
    /// Says what is wrong with the metadata.
    pub fn with_details(&self, changes: DetailChanges) -> Result<Session, String> {
        let mut next = self.changed();
        for side in Side::ALL {
            if let Some(name) = &changes.names[side] {
                next.names[side].clone_from(name);
            }
        }
        if let Some(owner) = &mut next.owner {
            if let Some(reference) = changes.reference {
                owner.reference = reference;
            }
            if let Some(metadata) = changes.metadata {
                metadata.apply(&mut owner.metadata);
                Owner::check_metadata(&owner.metadata)?;
            }
        }
        Ok(next)
    }

    /// This session, no longer one that the server plays by itself.
    pub fn without_run(&self) -> Session {
        Session { run: None, ..self.changed() }
    }

    /// This session as the first state of a new game.
    pub fn as_created(self) -> Session {
        Session { version: 1, parent: None, ..self }
    }

    pub(super) fn changed(&self) -> Session {
        Session {
            version: self.version + 1,
            revision: rand::random(),
            parent: NonZeroU64::new(self.revision),
            updated_at: Timestamp::now(),
            ..self.clone()
        }
    }

    /// This session after a move. A move declines an open draw offer of the other side. It also ends an open takeback
    /// offer, because other moves would be taken back now.
    ///
    /// # Errors
    /// When the move is not legal, or the game is not being played.
    pub fn with_move(
        &self,
        mv: crate::rules::Move,
        by_engine: bool,
        now: GameTime,
    ) -> Result<Session, ChangeError> {
        self.with_played(by_engine, now, |game| game.play(mv))
    }

    /// This session after a human move in any notation; see [`Session::with_move`].
    ///
    /// # Errors
    /// When the text is not a legal move, or the game is not being played.
    pub fn with_text_move(&self, text: &str, now: GameTime) -> Result<Session, ChangeError> {
        self.with_played(false, now, |game| game.play_text(text).map(drop))
    }

    fn with_played(
        &self,
        by_engine: bool,
        now: GameTime,
        play: impl FnOnce(&mut Game) -> Result<(), MoveError>,
    ) -> Result<Session, ChangeError> {
        self.check_started()?;
        let mut next = self.changed().with_seats(|seats| seats.takeback_offer = None);
        let mover = next.game.turn();
        play(&mut next.game)?;
        next.move_infos.push(by_engine, next.updated_at);
        if let Some(clock) = &mut next.clock {
            clock.press(mover, next.game.ply(), now);
        }
        if next.draw_offer != Some(mover) {
            next.draw_offer = None;
        }
        let mut next = next.follow_colors(self.is_swapped());
        next.begin_turn(now, true);
        Ok(next)
    }

    /// This session with the last `plies` moves taken back. A game without seats may be over; its result is taken back, too.
    ///
    /// # Errors
    /// When fewer moves have been played, or when a game with seats is over.
    pub fn with_undo(&self, plies: usize, now: GameTime) -> Result<Session, ChangeError> {
        if self.seats.is_some() {
            self.check_playing()?;
        }
        self.check_not_paused()?;
        let mut next = self.changed().with_seats(|seats| seats.takeback_offer = None);
        next.game.undo(plies)?;
        next.move_infos.truncate(next.game.ply());
        if let Some(clock) = &mut next.clock {
            clock.take_back(next.game.ply(), now);
        }
        next.draw_offer = None;
        let mut next = next.follow_colors(self.is_swapped());
        next.begin_turn(now, false);
        Ok(next)
    }

    /// This session after `side` has resigned.
    ///
    /// # Errors
    /// When the game is not being played.
    pub fn with_resignation(&self, side: Side, now: GameTime) -> Result<Session, ChangeError> {
        self.check_playing()?;
        self.concluded(Outcome::Won { winner: side.other(), reason: WinReason::Resignation }, now)
    }

    /// This session after `side` has offered a draw. If the other side has an open offer, this accepts it.
    ///
    /// # Errors
    /// When the game is not being played.
    pub fn with_draw_offer(&self, side: Side, now: GameTime) -> Result<Session, ChangeError> {
        self.check_playing()?;
        if self.draw_offer == Some(side.other()) {
            return self.with_draw_accepted(side, now);
        }
        Ok(Session { draw_offer: Some(side), ..self.changed() })
    }

    /// This session after `side` has accepted the draw in the same change as the offer: the version stays the same.
    ///
    /// # Errors
    /// When the game is not being played, or the other side has no open offer.
    pub fn with_draw_accepted_at_once(&self, side: Side, now: GameTime) -> Result<Session, ChangeError> {
        Ok(Session { version: self.version, parent: self.parent, ..self.with_draw_accepted(side, now)? })
    }

    /// This session after `side` has accepted the draw.
    ///
    /// # Errors
    /// When the game is not being played, or the other side has no open offer.
    pub fn with_draw_accepted(&self, side: Side, now: GameTime) -> Result<Session, ChangeError> {
        self.check_offer_to(side)?;
        self.concluded(Outcome::Drawn { reason: DrawReason::Agreement }, now)
    }

    /// This session after `side` has declined the draw.
    ///
    /// # Errors
    /// When the game is not being played, or the other side has no open offer.
    pub fn with_draw_declined(&self, side: Side) -> Result<Session, ChangeError> {
        self.check_offer_to(side)?;
        Ok(Session { draw_offer: None, ..self.changed() })
    }

    pub(super) fn concluded(&self, outcome: Outcome, now: GameTime) -> Result<Session, ChangeError> {
        self.check_not_over()?;
        let mut next = self.changed().with_seats(|seats| seats.takeback_offer = None);
        next.game.conclude(outcome);
        next.draw_offer = None;
        next.paused_until = None;
        if let Some(clock) = &mut next.clock {
            clock.stop(now);
        }
        Ok(next)
    }

    pub(super) fn with_aborted(&self, aborted: Aborted, now: GameTime) -> Result<Session, ChangeError> {
        Ok(Session { aborted: Some(aborted), ..self.concluded(Outcome::Aborted, now)? })
    }

    /// # Errors
    /// When the game is over, waits for a player, or is paused.
    pub fn check_playing(&self) -> Result<(), ChangeError> {
        self.check_not_over()?;
        self.check_started()
    }

    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    pub(super) fn check_not_over(&self) -> Result<(), ChangeError> {
        self.game.outcome().map_or(Ok(()), |outcome| Err(ChangeError::GameOver(outcome)))
    }

    fn check_started(&self) -> Result<(), ChangeError> {
        if self.is_waiting() { Err(ChangeError::NotStarted) } else { self.check_not_paused() }
    }

    fn check_offer_to(&self, side: Side) -> Result<(), ChangeError> {
        self.check_playing()?;
        if self.draw_offer == Some(side.other()) { Ok(()) } else { Err(ChangeError::NoDrawOffer) }
    }
}
