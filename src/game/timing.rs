//! How a game drives its clock, and how the clock ends the game.

use super::aborted::Aborted;
use super::clock::GameTime;
use super::player::Player;
use super::run::Run;
use super::session::Session;
use crate::rules::{DrawReason, Outcome, WinReason};
use jiff::Timestamp;

impl Session {
    /// This session with its clock started. Called once, when both players have joined.
    pub fn started(mut self, now: GameTime) -> Session {
        self.begin_turn(now, true);
        self
    }

    /// This session with the clock of the engine to move started, because a request lets it think. A running clock is
    /// unchanged.
    pub fn with_engine_thinking(mut self, now: GameTime) -> Session {
        let turn = self.game.turn();
        if let Some(clock) = &mut self.clock
            && clock.running.is_none()
            && self.game.outcome().is_none()
        {
            clock.run(turn, now);
        }
        self
    }

    /// Whether the game may have a [`Session::deadline`].
    pub fn may_have_deadline(&self) -> bool {
        self.clock.is_some() || self.run.is_some() || self.ruling.is_some()
    }

    /// When the side to move has used up its time, or is overdue in a game that the server plays by itself, or a paused game is
    /// given up. None if no time runs.
    pub fn deadline(&self) -> Option<GameTime> {
        if self.is_paused() {
            return self.paused_until;
        }
        let by_clock = self.clock.as_ref().and_then(|clock| clock.deadline());
        by_clock.into_iter().chain(self.run_to_continue().map(|run| run.due)).min()
    }

    /// What the game notes if the server is to play it on by itself.
    pub fn run_to_continue(&self) -> Option<Run> {
        self.run.filter(|_| self.game.outcome().is_none() && !self.is_paused())
    }

    /// This session ended by its clock: aborted if a first move is late or a pause too long, drawn if the other side does not have enough
    /// material to win, otherwise lost by the side to move. None if the deadline has not passed.
    pub fn timed_out(&self, now: GameTime) -> Option<Session> {
        if self.paused_until.is_some_and(|until| now >= until) {
            return self.with_aborted(Aborted::PausedTooLong, now).ok();
        }
        let clock = self.clock.as_ref()?;
        let late = clock.running.filter(|_| clock.deadline().is_some_and(|deadline| now >= deadline))?.side;
        if !clock.sides[late].has_moved {
            return self.with_aborted(Aborted::FirstMoveLate { side: late }, now).ok();
        }
        let outcome = if self.game.can_win(late.other()) {
            Outcome::Won { winner: late.other(), reason: WinReason::Timeout }
        } else {
            Outcome::Drawn { reason: DrawReason::InsufficientMaterial }
        };
        self.concluded(outcome, now).ok()
    }

    /// This session with the running time charged up to now, so that the shown times of day are right again after
    /// downtime.
    pub fn with_clock_charged(&self, now: GameTime) -> Session {
        let mut next = self.changed();
        if let Some(clock) = &mut next.clock {
            clock.charge(now);
            clock.at = Timestamp::now();
        }
        next
    }

    /// This session with the running time continuing from now, without a charge for the time before.
    pub(super) fn with_clock_from(&self, now: GameTime) -> Session {
        let mut next = self.changed();
        if let Some(clock) = &mut next.clock {
            clock.run_from(now);
        }
        next
    }

    /// Passes the clock to the side to move, with the time of a new move if the move is new and not taken back. The time of
    /// an engine runs only while it thinks, except that its first move must come in time, and each move by correspondence: a
    /// running clock keeps the game.
    pub(super) fn begin_turn(&mut self, now: GameTime, is_new_move: bool) {
        if let Some(run) = &mut self.run {
            run.due = Run::due_after(now);
        }
        let turn = self.game.turn();
        let Some(clock) = &mut self.clock else { return };
        let is_engine = matches!(self.players[turn], Player::Engine(_));
        if is_new_move || is_engine {
            clock.begin_move(turn);
        }
        match self.game.outcome() {
            None if !is_engine || !clock.sides[turn].has_moved || clock.control.is_correspondence() => {
                clock.run(turn, now);
            }
            _ => clock.stop(now),
        }
    }
}

#[cfg(test)]
mod tests;
