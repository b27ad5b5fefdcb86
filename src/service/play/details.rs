//! What players and owners call a game: names, the owner's reference and metadata.

use crate::game::{DetailChanges, Session};
use crate::rules::Ruleset;
use crate::service::access::call::Call;
use crate::service::access::idempotency::{Attempt, Replayable};
use crate::service::error::{Code, Error, Result};
use crate::service::outcome::Changed;
use crate::service::state::Service;
use std::sync::Arc;
use uuid::Uuid;

fn reference(session: &Session) -> Option<&str> {
    session.owner.as_ref()?.reference.as_deref()
}

impl Service {
    /// Changes the details of a game for its owner. `changes` are read once the ruleset of the game is known.
    ///
    /// # Errors
    /// [`Code::Forbidden`] for everybody else, [`Code::ReferenceTaken`], when the metadata is too large, or when the store cannot
    /// store the change.
    pub async fn change_details(
        self: &Arc<Self>,
        id: Uuid,
        call: Call,
        changes: impl FnOnce(Ruleset) -> Result<DetailChanges> + Send + 'static,
    ) -> Result<Replayable<Changed>> {
        let key = call.key;
        let change = move |service: Arc<Service>, attempt: Arc<Attempt>| async move {
            let session = service.read(id, call.viewer()).await?;
            if !call.viewer().manages(&session) {
                let detail = "expected the API key that owns the game";
                return Err(Error::new(Code::Forbidden, detail));
            }
            call.check_condition(&session)?;
            service.store.catch_up(&session).await?;
            let changes = changes(session.game.ruleset())?;
            let next = session.with_details(changes).map_err(|message| Error::field("/metadata", message))?;
            let has_other_reference = reference(&next) != reference(&session);
            if has_other_reference {
                service.store.reserve_reference(&next).await?;
            }
            let changed = service.store_change(&call, &session, next, &attempt).await?;
            if has_other_reference {
                service.store.release_reference(&session).await;
            }
            Ok(changed)
        };
        self.change_once(key, change).await
    }
}
