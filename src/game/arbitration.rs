//! What an arbiter does with a game: it pauses and resumes it, adds time, or decides it.

use super::change_error::ChangeError;
use super::clock::GameTime;
use super::ruling::{Act, Ruling};
use super::session::Session;
use crate::rules::{DrawReason, Outcome, Side, WinReason};

/// How long a game can be paused before it is aborted, in milliseconds of game time: no game is kept for ever.
const LONGEST_PAUSE_MS: i64 = 90 * 86_400_000;

impl Session {
    pub fn is_paused(&self) -> bool {
        self.paused_until.is_some()
    }

    /// This session after the arbiter has acted.
    ///
    /// # Errors
    /// When the game is over, or is not in a state for that.
    pub fn with_ruling(&self, by: &str, act: Act, now: GameTime) -> Result<Session, ChangeError> {
        let next = match &act {
            Act::Pause => self.paused(now)?,
            Act::Resume => self.resumed(now)?,
            &Act::AddTime { side, ms } => self.with_added_time(side, ms, now)?,
            Act::Adjudicate { winner, .. } => {
                let outcome = match *winner {
                    Some(winner) => Outcome::Won { winner, reason: WinReason::Adjudication },
                    None => Outcome::Drawn { reason: DrawReason::Adjudication },
                };
                self.concluded(outcome, now)?
            }
        };
        let ruling = Ruling { by: by.to_owned(), at: next.updated_at, act };
        Ok(Session { ruling: Some(Box::new(ruling)), ..next })
    }

    fn paused(&self, now: GameTime) -> Result<Session, ChangeError> {
        self.check_playing()?;
        let mut next = self.changed();
        if let Some(clock) = &mut next.clock {
            clock.stop(now);
        }
        next.paused_until = Some(GameTime(now.0.saturating_add(LONGEST_PAUSE_MS)));
        Ok(next)
    }

    fn resumed(&self, now: GameTime) -> Result<Session, ChangeError> {
        self.check_not_over()?;
        if !self.is_paused() {
            return Err(ChangeError::NotPaused);
        }
        let mut next = Session { paused_until: None, ..self.changed() };
        next.begin_turn(now, false);
        if let Some(run) = &mut next.run {
            run.due = now;
        }
        Ok(next)
    }

    fn with_added_time(&self, side: Side, ms: u64, now: GameTime) -> Result<Session, ChangeError> {
        self.check_not_over()?;
        if self.is_waiting() {
            return Err(ChangeError::NotStarted);
        }
        let mut next = self.changed();
        let clock = next.clock.as_mut().ok_or(ChangeError::NoClock)?;
        clock.add_time(side, ms, now);
        Ok(next)
    }

    pub(super) fn check_not_paused(&self) -> Result<(), ChangeError> {
        if self.is_paused() { Err(ChangeError::Paused) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
