//! Changes that concern both players: takebacks, aborts, claims and rematches.

use super::aborted::Aborted;
use super::change_error::ChangeError;
use super::clock::GameTime;
use super::owner::Owner;
use super::seats::{Rematch, Seats, TakebackOffer};
use super::session::Session;
use crate::derived_id::derived_id;
use crate::rules::{BySide, DrawReason, Game, Outcome, PositionError, Side, WinReason};
use uuid::Uuid;

/// The result that a side claims of a game that the other side has abandoned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimedResult {
    Win,
    Draw,
}

impl Session {
    /// Whether both sides are people with seats, so that neither may change the game without the other.
    pub fn is_between_people(&self) -> bool {
        self.seats.is_some() && self.are_both_people()
    }

    /// Whether both sides are people, with or without seats.
    pub fn are_both_people(&self) -> bool {
        self.players.first.is_human() && self.players.second.is_human()
    }

    /// Whether the players need not be there at the same time: nobody is present or away, and nobody can abandon the game.
    pub fn is_correspondence(&self) -> bool {
        self.clock.as_ref().is_some_and(|clock| clock.control.is_correspondence())
    }

    /// Whether the engine may be asked about the game.
    pub fn allows_hints(&self) -> bool {
        self.game.outcome().is_some() || self.seats.as_ref().is_none_or(|seats| seats.hints)
    }

    /// The open offer to take moves back.
    pub fn takeback_offer(&self) -> Option<TakebackOffer> {
        self.seats.as_ref()?.takeback_offer
    }

    pub fn rematch(&self) -> Option<Rematch> {
        self.seats.as_ref()?.rematch
    }

    /// This session after `side` has ended it without a result.
    ///
    /// # Errors
    /// When the game is over or paused, or both sides have made their first move.
    pub fn with_abort(&self, side: Side, now: GameTime) -> Result<Session, ChangeError> {
        self.check_not_over()?;
        self.check_not_paused()?;
        let has_moved = self.has_moved();
        if has_moved[side] && has_moved[side.other()] {
            return Err(ChangeError::GameStarted);
        }
        self.with_aborted(Aborted::Player { side }, now)
    }

    /// This session after `side` has claimed it, because the other side has abandoned it.
    ///
    /// # Errors
    /// When the game is not being played.
    pub fn with_claim(
        &self,
        side: Side,
        result: ClaimedResult,
        now: GameTime,
    ) -> Result<Session, ChangeError> {
        self.check_playing()?;
        let outcome = match result {
            ClaimedResult::Win => Outcome::Won { winner: side, reason: WinReason::Abandonment },
            ClaimedResult::Draw => Outcome::Drawn { reason: DrawReason::Abandonment },
        };
        self.concluded(outcome, now)
    }

    /// This session after `side` has asked to take back `plies`, or by default as many as needed for `side` to be to
    /// move again. Accepts the open offer of the other side if there is one. In a game that is not between two people
    /// the moves are taken back at once.
    ///
    /// # Errors
    /// When the game is not being played, or has fewer moves.
    pub fn with_takeback_offer(
        &self,
        side: Side,
        plies: Option<usize>,
        now: GameTime,
    ) -> Result<Session, ChangeError> {
        self.check_playing()?;
        if self.takeback_offer().is_some_and(|offer| offer.side == side.other()) {
            return self.with_takeback_accepted(side, now);
        }
        let plies = plies.unwrap_or_else(|| self.plies_to_turn_of(side));
        let taken_back = self.with_undo(plies, now)?;
        if !self.is_between_people() {
            return Ok(taken_back);
        }
        let offer = TakebackOffer { side, plies: plies as u32 };
        Ok(self.changed().with_seats(|seats| seats.takeback_offer = Some(offer)))
    }

    /// This session after `side` has let the other side take its moves back.
    ///
    /// # Errors
    /// When the game is not being played, or the other side has no open offer.
    pub fn with_takeback_accepted(&self, side: Side, now: GameTime) -> Result<Session, ChangeError> {
        let TakebackOffer { plies, .. } = self.takeback_offer_to(side)?;
        self.with_undo(plies as usize, now)
    }

    /// This session after `side` has declined to take moves back.
    ///
    /// # Errors
    /// When the game is not being played, or the other side has no open offer.
    pub fn with_takeback_declined(&self, side: Side) -> Result<Session, ChangeError> {
        self.takeback_offer_to(side)?;
        Ok(self.changed().with_seats(|seats| seats.takeback_offer = None))
    }

    fn takeback_offer_to(&self, side: Side) -> Result<TakebackOffer, ChangeError> {
        self.check_playing()?;
        let offer = self.takeback_offer().filter(|offer| offer.side == side.other());
        offer.ok_or(ChangeError::NoTakebackOffer)
    }

    /// This session after `side` has offered another game. An offer that is open already, or was accepted, stays as it is.
    ///
    /// # Errors
    /// When the game is not over, or has not two players with seats.
    pub fn with_rematch_offer(&self, side: Side) -> Result<Session, ChangeError> {
        let next = self.rematch_id()?;
        Ok(self.changed().with_seats(|seats| {
            seats.rematch.get_or_insert(Rematch::Offered { by: side, next });
        }))
    }

    /// This session after `side` has declined another game.
    ///
    /// # Errors
    /// As [`Session::rematch_offered_to`].
    pub fn with_rematch_declined(&self, side: Side) -> Result<Session, ChangeError> {
        self.rematch_offered_to(side)?;
        Ok(self.changed().with_seats(|seats| seats.rematch = None))
    }

    /// This session after both sides have agreed to play the game `next`, which exists.
    pub fn with_next_game(&self, next: Uuid) -> Session {
        self.changed().with_seats(|seats| seats.rematch = Some(Rematch::Agreed { next }))
    }

    /// The id of the game that the other side has offered to `side`.
    ///
    /// # Errors
    /// When the game is not over, has not two players with seats, or the other side has no open offer.
    pub fn rematch_offered_to(&self, side: Side) -> Result<Uuid, ChangeError> {
        self.check_has_ended_with_seats()?;
        match self.rematch() {
            Some(Rematch::Offered { by, next }) if by == side.other() => Ok(next),
            _ => Err(ChangeError::NoRematchOffer),
        }
    }

    /// The id of the rematch: that of the open offer, or one derived from this state of the game. Because it is
    /// derived, a request that is executed twice after a crash creates only one game.
    ///
    /// # Errors
    /// When the game is not over, or has not two players with seats.
    pub fn rematch_id(&self) -> Result<Uuid, ChangeError> {
        self.check_has_ended_with_seats()?;
        Ok(match self.rematch() {
            Some(Rematch::Offered { next, .. } | Rematch::Agreed { next }) => next,
            None => derived_id(b"rematch", &[self.id.as_bytes(), self.tag().to_string().as_bytes()]),
        })
    }

    /// The rematch with the id `next`: players and seats have exchanged their sides, and the rest is as it was at the start
    /// of this game.
    ///
    /// # Errors
    /// When this game has been stored with a start position that is not valid.
    pub fn next_game(&self, next: Uuid) -> Result<Session, PositionError> {
        let game = Game::new(&self.game.options(), Some(&self.game.start_fen()))?;
        let seats = self.seats.clone().map(|seats| {
            let fresh = Seats { takeback_offer: None, rematch: None, ready: None, ..*seats };
            Box::new(fresh.swapped())
        });
        let clock = self.clock.as_ref().map(|clock| Box::new(super::Clock::new(clock.control, game.ply())));
        let names = self.names.clone().swapped();
        // Only one game has a reference.
        let owner = self.owner.clone().map(|owner| Box::new(Owner { reference: None, ..*owner }));
        let new = Session::new(game, self.players.clone().swapped(), seats);
        Ok(Session { id: next, clock, names, owner, ..new })
    }

    fn check_has_ended_with_seats(&self) -> Result<(), ChangeError> {
        let seats = self.seats.as_ref().ok_or(ChangeError::NoSeats)?;
        if self.game.outcome().is_none() {
            return Err(ChangeError::GameNotOver);
        }
        if seats.has_open_seat() { Err(ChangeError::NotStarted) } else { Ok(()) }
    }

    pub(super) fn with_seats(mut self, change: impl FnOnce(&mut Seats)) -> Session {
        if let Some(seats) = &mut self.seats {
            change(seats);
        }
        self
    }

    /// Which sides have made a move.
    fn has_moved(&self) -> BySide<bool> {
        if let Some(clock) = &self.clock {
            return BySide::from_fn(|side| clock.sides[side].has_moved);
        }
        let mut has_moved = BySide::default();
        for before in self.game.prefixes().take(self.game.ply()) {
            has_moved[self.player_to_move(&before)] = true;
            if has_moved.first && has_moved.second {
                break;
            }
        }
        has_moved
    }

    /// How many plies to take back until it is the turn of `side`. More than have been played if it has not moved.
    fn plies_to_turn_of(&self, side: Side) -> usize {
        let mut before = self.game.clone();
        let undone =
            (1..=self.game.ply()).find(|_| before.undo(1).is_ok() && self.player_to_move(&before) == side);
        undone.unwrap_or(self.game.ply() + 1)
    }

    /// The current side of the player who was to move in an earlier position of the game. An opening may have swapped the sides.
    fn player_to_move(&self, before: &Game) -> Side {
        let was_swapped = before.opening().is_some_and(|opening| opening.is_swapped);
        if was_swapped == self.is_swapped() { before.turn() } else { before.turn().other() }
    }
}

#[cfg(test)]
mod tests;
