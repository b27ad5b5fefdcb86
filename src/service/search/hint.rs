//! Best moves as hints.

use crate::game::Session;
use crate::pool::{Answer, Purpose};
use crate::rules::Side;
use crate::service::access::call::Call;
use crate::service::error::{Code, Error, Result};
use crate::service::people::presence::Presence;
use crate::service::search::settings::{SearchOptions, SearchSettings};
use crate::service::state::Service;
use std::sync::Arc;
use uuid::Uuid;

/// A hint, and the game it belongs to.
#[derive(Clone, Debug)]
pub struct Hint {
    pub session: Arc<Session>,
    /// The presence of the people of the game. None for a game without seats.
    pub presence: Option<Presence>,
    pub answer: Answer,
}

impl Service {
    /// Searches for the best move of the side to move, without playing it and without publishing the search. A game with
    /// seats requires one of its seat tokens.
    ///
    /// # Errors
    /// When the game is over, the caller has no seat, or the search is refused.
    pub async fn hint(&self, id: Uuid, call: &Call, options: &SearchOptions) -> Result<Hint> {
        let (session, presence) = self.read_with_presence(id, call.viewer()).await?;
        check_allowed(&session)?;
        call.check_condition(&session)?;
        call.check_seat(&session, &Side::ALL)?;
        session.check_playing()?;
        let settings = self.search_settings(&session, options)?;
        let task = settings.task(&session.game, call.arrived);
        let permit = self.charge_and_admit(&call.client, Purpose::Question, &task)?;
        let answer = self.search(task, &permit, None).await?;
        Ok(Hint { session, presence, answer })
    }

    /// The settings of a search. If an engine is to move, its own settings are the defaults of the options.
    pub(in crate::service) fn search_settings(
        &self,
        session: &Session,
        options: &SearchOptions,
    ) -> Result<SearchSettings> {
        let base = session
            .engine_to_move()
            .map_or_else(|| SearchSettings::default_of(&self.config), SearchSettings::from);
        options.settings(&base, &session.game, &self.config)
    }
}

/// # Errors
/// [`Code::HintsOff`] while a game without hints is running.
pub(in crate::service) fn check_allowed(session: &Session) -> Result<()> {
    if session.allows_hints() {
        return Ok(());
    }
    Err(Error::new(
        Code::HintsOff,
        "the game was created without hints: the engine says nothing until it is over",
    ))
}
