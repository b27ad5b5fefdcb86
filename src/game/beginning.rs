//! How a game begins: invited players take their seats, and both say that they are ready if the game waits for that.

use super::change_error::ChangeError;
use super::clock::GameTime;
use super::seats::{Seat, TokenDigest};
use super::session::Session;
use crate::rules::{BySide, Side};

impl Session {
    /// Whether the game waits for somebody to take an open seat, or to be ready.
    pub fn is_waiting(&self) -> bool {
        self.game.outcome().is_none() && self.seats.as_ref().is_some_and(|seats| seats.is_waiting())
    }

    /// This session after the bearer of `token` has taken the open seat that the invitation is for, and is ready.
    ///
    /// # Errors
    /// When no seat is open, the invitation is wrong, or the game is over.
    pub fn with_joined(&self, invitation: &str, token: &str, now: GameTime) -> Result<Session, ChangeError> {
        self.check_not_over()?;
        let open = self.seats.iter().flat_map(|seats| Side::ALL.map(|side| (side, seats.by_side[side])));
        let open: Vec<_> = open
            .filter_map(|(side, seat)| match seat {
                Seat::Open(expected) => Some((side, expected.is_of(invitation))),
                Seat::Taken(_) => None,
            })
            .collect();
        if open.is_empty() {
            return Err(ChangeError::SeatTaken);
        }
        let invited = open.into_iter().find(|(_, is_invited)| *is_invited);
        let (side, _) = invited.ok_or(ChangeError::WrongInvitation)?;
        let joined = self.changed().with_seats(|seats| {
            seats.by_side[side] = Seat::Taken(TokenDigest::of(token));
            if let Some(ready) = &mut seats.ready {
                ready[side] = true;
            }
        });
        Ok(joined.begun_if_complete(now))
    }

    /// Which sides are ready. None unless the game waits for that.
    pub fn ready(&self) -> Option<BySide<bool>> {
        self.seats.as_ref()?.ready.filter(|_| !self.is_over())
    }

    /// This session after `side` has said that it is ready.
    ///
    /// # Errors
    /// When the game is over, or does not wait for that.
    pub fn with_ready(&self, side: Side, now: GameTime) -> Result<Session, ChangeError> {
        self.check_not_over()?;
        let mut ready = self.ready().ok_or(ChangeError::NoReadyCheck)?;
        ready[side] = true;
        Ok(self.changed().with_seats(|seats| seats.ready = Some(ready)).begun_if_complete(now))
    }

    /// This state of the session, in which those sides are no longer ready that have left.
    pub fn without_absent(&self, is_here: BySide<bool>) -> Session {
        self.clone().with_seats(|seats| {
            if let Some(ready) = &mut seats.ready {
                *ready = BySide::from_fn(|side| ready[side] && is_here[side]);
            }
        })
    }

    /// Begins the game if both seats are taken and both sides are ready.
    fn begun_if_complete(self, now: GameTime) -> Session {
        let both_ready = |seats: &mut super::Seats| {
            seats.ready = seats.ready.filter(|ready| !(ready.first && ready.second))
        };
        let next = self.with_seats(both_ready);
        if next.is_waiting() { next } else { next.started(now) }
    }
}

#[cfg(test)]
mod tests;
