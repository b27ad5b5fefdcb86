//! Many new games at once, all or none.

use super::games::{NewGame, new_id};
use crate::service::access::call::Call;
use crate::service::access::idempotency::{Attempt, Replayable};
use crate::service::error::{Error, Result};
use crate::service::outcome::{Changed, Created, Secrets};
use crate::service::state::Service;
use futures_util::{StreamExt, TryStreamExt, stream};
use std::sync::Arc;
use uuid::Uuid;

/// How many games of a batch are set up at once: engines may have the first move.
const AT_ONCE: usize = 4;

impl Service {
    /// Creates games, all or none.
    ///
    /// # Errors
    /// Those of [`Service::create`], with the place of the game that is wrong.
    pub async fn create_all(
        self: &Arc<Self>,
        call: Call,
        games: Vec<NewGame>,
    ) -> Result<Replayable<Vec<Created>>> {
        let (key, secret) = (call.key, call.secret());
        let create = move |service: Arc<Service>, attempt: Arc<Attempt>| async move {
            service.create_all_now(call, games, secret, &attempt).await
        };
        let Replayable { value: games, is_replayed } = self.create_once(key, create).await?;
        let created = games.into_iter().map(|changed| {
            let secrets = Secrets::of_creator(&changed.session, &secret);
            Created { changed, secrets }
        });
        Ok(Replayable { value: created.collect(), is_replayed })
    }

    async fn create_all_now(
        &self,
        call: Call,
        games: Vec<NewGame>,
        secret: [u8; 32],
        attempt: &Attempt,
    ) -> Result<Vec<Changed>> {
        self.quotas.take_games(&call.client, games.len(), call.arrived)?;
        // Games of one request are stored together, so a cluster must have them in one shard.
        let shard = Uuid::new_v4().as_bytes()[15];
        let set_up = stream::iter(games.into_iter().enumerate()).map(|(place, new)| {
            let call = &call;
            async move {
                let mut id = new_id(call, &new, place).into_bytes();
                id[15] = call.key.map_or(shard, |_| id[15]);
                self.set_up(call, new, Uuid::from_bytes(id), &secret)
                    .await
                    .map_err(|error| in_batch(place, error))
            }
        });
        let sessions: Vec<_> = set_up.buffered(AT_ONCE).try_collect().await?;
        attempt.insert_all(sessions).await.map_err(|error| call.refusal(error))
    }
}

/// An error of the game at this place of a request.
pub fn in_batch(place: usize, error: Error) -> Error {
    error.within(&format!("/games/{place}"))
}
