//! Offers between the sides: a draw, moves to take back, a rematch.

use super::error::Result;
use crate::rules::Side;
use crate::session::Session;

/// What a side does about an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferAction {
    Offer,
    Accept,
    Decline,
}

/// The game after `side` has asked to take back `plies`, or has answered the other side.
pub(super) fn takeback(
    session: &Session,
    side: Side,
    action: OfferAction,
    plies: Option<usize>,
) -> Result<Session> {
    Ok(match action {
        OfferAction::Offer => session.with_takeback_offer(side, plies)?,
        OfferAction::Accept => session.with_takeback_accepted(side)?,
        OfferAction::Decline => session.with_takeback_declined(side)?,
    })
}
