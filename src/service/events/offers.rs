//! The offers between the sides, as events. They follow from the states of the game before and after a change.

use crate::rules::{DrawReason, Outcome, Side};
use crate::service::OfferAction;
use crate::session::{Rematch, Session, TakebackOffer};

/// What a side did about an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    pub kind: OfferKind,
    pub side: Side,
    pub action: OfferAction,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferKind {
    Draw,
    Takeback { plies: u32 },
    Rematch,
}

/// What the sides did about offers between two states of a game. The sides are those of the state after.
pub fn offers_between(before: &Session, after: &Session) -> Vec<Offer> {
    // The offers of a player who has exchanged the sides since.
    let has_swapped = before.is_swapped() != after.is_swapped();
    let now = |side: Side| if has_swapped { side.other() } else { side };
    let draw = draw(before.draw_offer.map(now), after);
    let before_takeback = before.takeback_offer().map(|offer| TakebackOffer { side: now(offer.side), ..offer });
    let takeback = takeback(before_takeback, before.game.ply(), after);
    let rematch = rematch(before.rematch(), after);
    [draw, takeback, rematch].into_iter().flatten().collect()
}

fn draw(before: Option<Side>, after: &Session) -> Option<Offer> {
    let offer = |side, action| Some(Offer { kind: OfferKind::Draw, side, action });
    match (before, after.draw_offer) {
        (before, Some(side)) if before != Some(side) => offer(side, OfferAction::Offer),
        (Some(side), None) => match after.game.outcome() {
            Some(Outcome::Drawn { reason: DrawReason::Agreement }) => offer(side.other(), OfferAction::Accept),
            Some(_) => None,
            None => offer(side.other(), OfferAction::Decline),
        },
        _ => None,
    }
}

fn takeback(before: Option<TakebackOffer>, plies_before: usize, after: &Session) -> Option<Offer> {
    let offer = |TakebackOffer { plies, .. }, side, action| {
        Some(Offer { kind: OfferKind::Takeback { plies }, side, action })
    };
    match (before, after.takeback_offer()) {
        (before, Some(new)) if before != Some(new) => offer(new, new.side, OfferAction::Offer),
        (Some(old), None) if after.game.outcome().is_some() => {
            // The end of the game ends the offer, and nobody has answered it.
            let _unanswered = old;
            None
        }
        (Some(old), None) => {
            let is_taken_back = after.game.ply() < plies_before;
            let action = if is_taken_back { OfferAction::Accept } else { OfferAction::Decline };
            offer(old, old.side.other(), action)
        }
        _ => None,
    }
}

fn rematch(before: Option<Rematch>, after: &Session) -> Option<Offer> {
    let offer = |side, action| Some(Offer { kind: OfferKind::Rematch, side, action });
    match (before, after.rematch()) {
        (Some(Rematch::Offered { by, .. }), Some(Rematch::Agreed { .. })) => offer(by.other(), OfferAction::Accept),
        (Some(Rematch::Offered { by, .. }), None) => offer(by.other(), OfferAction::Decline),
        (before, Some(Rematch::Offered { by, .. }))
            if !matches!(before, Some(Rematch::Offered { by: known, .. }) if known == by) =>
        {
            offer(by, OfferAction::Offer)
        }
        _ => None,
    }
}
