//! Rematches: when both players of a game that is over agree, there is a new one with the colors exchanged.

use crate::game::{Rematch, Session};
use crate::rules::Side;
use crate::service::access::call::Call;
use crate::service::access::idempotency::Attempt;
use crate::service::error::{Error, Result};
use crate::service::feed::news::with_news;
use crate::service::outcome::Changed;
use crate::service::play::engine_turn;
use crate::service::play::offer::OfferAction;
use crate::service::state::Service;
use crate::store::StoreError;
use std::sync::Arc;
use uuid::Uuid;

/// Offers a rematch for `side`, or answers the offer of the other side. An engine agrees at once.
pub(in crate::service) async fn decide(
    service: &Service,
    call: &Call,
    session: Arc<Session>,
    side: Side,
    action: OfferAction,
    attempt: &Attempt,
) -> Result<Changed> {
    let next = match action {
        OfferAction::Accept => session.rematch_offered_to(side)?,
        OfferAction::Decline => {
            return service.store_change(call, &session, session.with_rematch_declined(side)?, attempt).await;
        }
        OfferAction::Offer => {
            let next = session.rematch_id()?;
            match session.rematch() {
                Some(Rematch::Agreed { .. }) => return Ok(attempt.settle_with(session).await?),
                Some(Rematch::Offered { by, .. }) if by != side => next,
                _ if !session.players[side.other()].is_human() => next,
                _ => {
                    return service
                        .store_change(call, &session, session.with_rematch_offer(side)?, attempt)
                        .await;
                }
            }
        }
    };
    create(service, call, &session, next).await?;
    service.store_change(call, &session, session.with_next_game(next), attempt).await
}

/// Creates the rematch, unless an earlier attempt has: a server may crash before the old game names the new one.
async fn create(service: &Service, call: &Call, session: &Session, next: Uuid) -> Result<()> {
    match service.store.get(next).await {
        Ok(_) => return Ok(()),
        Err(StoreError::NotFound) => {}
        Err(error) => return Err(error.into()),
    }
    service.quotas.take_game(&call.client, call.arrived)?;
    let game = session.next_game(next)?.started(service.store.game_time(call.arrived));
    let game = Box::pin(engine_turn::play_first_moves(service, call, game)).await?;
    service.store.catch_up(&game).await?;
    let game = game.stamped(None, service.store.game_time_now());
    match service.store.insert(with_news(None, Arc::new(game)), None).await {
        Ok(_) | Err(StoreError::Conflict(_)) => Ok(()),
        Err(error) => Err(Error::from(error)),
    }
}
