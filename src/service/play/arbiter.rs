//! The arbiter of a game: the API key that owns it, or one with the scope `admin`.

use crate::game::Act;
use crate::rules::Ruleset;
use crate::service::access::call::Call;
use crate::service::access::idempotency::{Attempt, Replayable};
use crate::service::error::{Code, Error, Result};
use crate::service::outcome::Changed;
use crate::service::state::Service;
use std::sync::Arc;
use uuid::Uuid;

impl Service {
    /// Pauses or resumes a game, adds time, or decides it. `act` is read once the ruleset of the game is known.
    ///
    /// # Errors
    /// [`Code::Forbidden`] for everybody but an arbiter, when the game is not in a state for that, or when the store cannot store
    /// the change.
    pub async fn arbitrate(
        self: &Arc<Self>,
        id: Uuid,
        call: Call,
        act: impl FnOnce(Ruleset) -> Result<Act> + Send + 'static,
    ) -> Result<Replayable<Changed>> {
        let key = call.key;
        let change = move |service: Arc<Service>, attempt: Arc<Attempt>| async move {
            let session = service.read(id, call.viewer()).await?;
            let Some(arbiter) = call.client.caller().filter(|_| call.viewer().manages(&session)) else {
                let detail = "expected the API key that owns the game, or one with the scope admin";
                return Err(Error::new(Code::Forbidden, detail));
            };
            // A game without a clock has a deadline while it is paused.
            service.store.running_game_time().await?;
            let session = service.read_for_change(id, &call).await?;
            call.check_condition(&session)?;
            let act = act(session.game.ruleset())?;
            let now = service.store.game_time(call.arrived);
            let next = session.with_ruling(arbiter.name(), act, now)?;
            service.store_change(&call, &session, next, &attempt).await
        };
        self.change_once(key, change).await
    }
}
