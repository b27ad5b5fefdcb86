//! The offers between the sides, as events. They follow from the states of the game before and after a change.

use crate::game::{Rematch, Session, TakebackOffer};
use crate::rules::{DrawReason, Outcome, Side};
use crate::service::play::offer::OfferAction;

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

impl OfferKind {
    pub fn name(self) -> &'static str {
        match self {
            OfferKind::Draw => "draw",
            OfferKind::Takeback { .. } => "takeback",
            OfferKind::Rematch => "rematch",
        }
    }
}

/// What the sides did about offers between two states of a game. The sides are those of the state after.
pub fn offers_between(before: &Session, after: &Session) -> Vec<Offer> {
    // Players who have exchanged their sides keep their offers.
    let has_swapped = before.is_swapped() != after.is_swapped();
    let now = |side: Side| if has_swapped { side.other() } else { side };
    let takeback_offer = before.takeback_offer();
    let takeback_offer = takeback_offer.map(|offer| TakebackOffer { side: now(offer.side), ..offer });
    let offers = [
        draw(before.draw_offer.map(now), after),
        takeback(takeback_offer, before, after),
        rematch(before.rematch(), after),
    ];
    offers.into_iter().flatten().collect()
}

fn draw(before: Option<Side>, after: &Session) -> Option<Offer> {
    let (side, action) = match (before, after.draw_offer) {
        (before, Some(side)) if before != Some(side) => (side, OfferAction::Offer),
        (Some(side), None) => match after.game.outcome() {
            Some(Outcome::Drawn { reason: DrawReason::Agreement }) => (side.other(), OfferAction::Accept),
            // The game ended before the offer was answered.
            Some(_) => return None,
            None => (side.other(), OfferAction::Decline),
        },
        _ => return None,
    };
    Some(Offer { kind: OfferKind::Draw, side, action })
}

fn takeback(offer: Option<TakebackOffer>, before: &Session, after: &Session) -> Option<Offer> {
    let (TakebackOffer { plies, .. }, side, action) = match (offer, after.takeback_offer()) {
        (old, Some(new)) if old != Some(new) => (new, new.side, OfferAction::Offer),
        (Some(old), None) if after.game.outcome().is_none() => {
            let (plies_before, plies_after) = (before.game.ply(), after.game.ply());
            let is_own_move = plies_after > plies_before
                && before.takeback_offer().is_some_and(|offer| offer.side == before.game.turn());
            if is_own_move {
                // The side has moved on, and nobody has answered.
                return None;
            }
            let is_accepted = plies_after < plies_before;
            (old, old.side.other(), if is_accepted { OfferAction::Accept } else { OfferAction::Decline })
        }
        _ => return None,
    };
    Some(Offer { kind: OfferKind::Takeback { plies }, side, action })
}

fn rematch(before: Option<Rematch>, after: &Session) -> Option<Offer> {
    let (side, action) = match (before, after.rematch()) {
        (Some(Rematch::Offered { by, .. }), Some(Rematch::Agreed { .. })) => {
            (by.other(), OfferAction::Accept)
        }
        (Some(Rematch::Offered { by, .. }), None) => (by.other(), OfferAction::Decline),
        (before, Some(Rematch::Offered { by, .. })) if before != after.rematch() => (by, OfferAction::Offer),
        _ => return None,
    };
    Some(Offer { kind: OfferKind::Rematch, side, action })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameTime, Player, Seats};
    use crate::rules::{BySide, Game, Options, Ruleset};

    const NOW: GameTime = GameTime(0);

    fn session() -> Session {
        let game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap();
        let tokens = BySide { first: "one".to_owned(), second: "two".to_owned() };
        let people = BySide { first: Player::Human, second: Player::Human };
        Session::new(game, people, Some(Box::new(Seats::taken(&tokens))))
    }

    fn moved(session: &Session) -> Session {
        session.with_move(session.game.legal_moves()[0], false, NOW).unwrap()
    }

    fn offers(kind: OfferKind, states: &[Session]) -> Vec<(Side, OfferAction)> {
        let offers = states.windows(2).flat_map(|pair| offers_between(&pair[0], &pair[1]));
        offers.inspect(|offer| assert_eq!(offer.kind, kind)).map(|offer| (offer.side, offer.action)).collect()
    }

    #[test]
    fn a_draw_is_offered_and_answered() {
        let begin = session();
        let offered = begin.with_draw_offer(Side::Second, NOW).unwrap();
        let answers = |after| offers(OfferKind::Draw, &[begin.clone(), offered.clone(), after]);
        let offer = (Side::Second, OfferAction::Offer);
        assert_eq!(
            answers(offered.with_draw_accepted(Side::First, NOW).unwrap()),
            [offer, (Side::First, OfferAction::Accept)]
        );
        let decline = [offer, (Side::First, OfferAction::Decline)];
        assert_eq!(answers(offered.with_draw_declined(Side::First).unwrap()), decline);
        assert_eq!(answers(moved(&offered)), decline, "a move declines");
        assert_eq!(answers(offered.with_resignation(Side::First, NOW).unwrap()), [offer]);
    }

    #[test]
    fn a_takeback_is_offered_and_answered() {
        let begin = moved(&session());
        let offered = begin.with_takeback_offer(Side::First, None, NOW).unwrap();
        let answers =
            |after| offers(OfferKind::Takeback { plies: 1 }, &[begin.clone(), offered.clone(), after]);
        let offer = (Side::First, OfferAction::Offer);
        assert_eq!(
            answers(offered.with_takeback_accepted(Side::Second, NOW).unwrap()),
            [offer, (Side::Second, OfferAction::Accept)]
        );
        let decline = [offer, (Side::Second, OfferAction::Decline)];
        assert_eq!(answers(offered.with_takeback_declined(Side::Second).unwrap()), decline);
        assert_eq!(answers(moved(&offered)), decline, "a move declines");
    }

    #[test]
    fn a_rematch_is_offered_and_answered() {
        let over = session().with_resignation(Side::First, NOW).unwrap();
        let offered = over.with_rematch_offer(Side::First).unwrap();
        let offer = (Side::First, OfferAction::Offer);
        let next = offered.rematch_offered_to(Side::Second).unwrap();
        assert_eq!(
            offers(OfferKind::Rematch, &[over.clone(), offered.clone(), offered.with_next_game(next)]),
            [offer, (Side::Second, OfferAction::Accept)]
        );
        let declined = offered.with_rematch_declined(Side::Second).unwrap();
        let decline = (Side::Second, OfferAction::Decline);
        assert_eq!(offers(OfferKind::Rematch, &[over, offered, declined]), [offer, decline]);
    }
}
