//! Offers between the sides: a draw, moves to take back, a rematch.

use crate::game::{GameTime, Session};
use crate::rules::Side;
use crate::service::error::Result;
use serde::Serialize;

/// What a side does about an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferAction {
    Offer,
    Accept,
    Decline,
}

/// The game after `side` has asked to take back `plies`, or has answered the other side.
pub(in crate::service) fn takeback(
    session: &Session,
    side: Side,
    action: OfferAction,
    plies: Option<usize>,
    now: GameTime,
) -> Result<Session> {
    Ok(match action {
        OfferAction::Offer => session.with_takeback_offer(side, plies, now)?,
        OfferAction::Accept => session.with_takeback_accepted(side, now)?,
        OfferAction::Decline => session.with_takeback_declined(side)?,
    })
}
