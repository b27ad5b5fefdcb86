//! A hint for the side to move, and its move made by the engine.

use super::Service;
use super::call::Call;
use super::engine_turn;
use super::error::{Code, Error, Result};
use super::idempotency::Attempt;
use super::outcome::Changed;
use super::search::{SearchOptions, SearchSettings};
use crate::pool::Answer;
use crate::rules::Side;
use crate::session::Session;
use std::sync::Arc;
use uuid::Uuid;

/// A hint, and the game it is for.
#[derive(Clone, Debug)]
pub struct Hint {
    pub session: Arc<Session>,
    pub answer: Answer,
}

impl Service {
    /// Searches for the side to move. Only the caller learns what is found; a seated game asks for one of its tokens.
    ///
    /// # Errors
    /// When the game is over, the call may not ask, or the search is refused.
    pub async fn hint(&self, id: Uuid, call: &Call, options: &SearchOptions) -> Result<Hint> {
        let session = self.find(id).await?;
        call.check_condition(&session)?;
        check_playing(&session)?;
        call.check_seat(&session, &Side::ALL)?;
        let settings = self.settings_of(&session, options)?;
        let granted = self.admit(&call.client, &settings, call.arrived)?;
        let task = settings.task(&session.game, call.arrived);
        let answer = self.search(task, &granted, None).await?;
        Ok(Hint { session, answer })
    }

    /// On its own turn an engine searches as it was set up to, unless the request says otherwise.
    fn settings_of(&self, session: &Session, options: &SearchOptions) -> Result<SearchSettings> {
        let base = session
            .engine_to_move()
            .map_or_else(|| SearchSettings::default_of(&self.config), SearchSettings::from);
        options.settings(&base, &session.game, &self.config)
    }
}

/// Has the engine make the move of the side to move.
pub(super) async fn play_best(
    service: &Service,
    call: &Call,
    session: Arc<Session>,
    options: &SearchOptions,
    attempt: &Attempt,
) -> Result<Changed> {
    check_playing(&session)?;
    call.check_seat(&session, &[session.game.turn()])?;
    service.check_length(session.game.ply() + 1)?;
    let settings = service.settings_of(&session, options)?;
    let granted = service.admit(&call.client, &settings, call.arrived)?;
    engine_turn::play(service, call, session, &settings, &granted, attempt).await
}

fn check_playing(session: &Session) -> Result<()> {
    match session.game.outcome() {
        None => Ok(()),
        Some(_) => Err(Error::new(Code::GameOver, "the game is over: no move can be played")),
    }
}
