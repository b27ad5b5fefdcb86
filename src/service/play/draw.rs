//! Draws by agreement: offer, accept, decline, and the engine's answer to an offer.

use crate::engine::{Level, Score};
use crate::game::{Player, Session};
use crate::pool::Purpose;
use crate::rules::Side;
use crate::service::access::call::Call;
use crate::service::error::Result;
use crate::service::play::offer::OfferAction;
use crate::service::search::settings::SearchSettings;
use crate::service::state::Service;
use std::time::Duration;

/// The game after `side` offers a draw or answers an offer. If the opponent is an engine, it answers in the same change.
pub(in crate::service) async fn decide(
    service: &Service,
    call: &Call,
    session: &Session,
    side: Side,
    action: OfferAction,
) -> Result<Session> {
    let now = service.store.game_time(call.arrived);
    Ok(match action {
        OfferAction::Accept => session.with_draw_accepted(side, now)?,
        OfferAction::Decline => session.with_draw_declined(side)?,
        OfferAction::Offer => {
            let offered = session.with_draw_offer(side, now)?;
            match engine_accepts(service, call, &offered, side).await? {
                Some(true) => offered.with_draw_accepted_at_once(side.other(), now)?,
                Some(false) => Session { draw_offer: None, ..offered },
                None => offered,
            }
        }
    })
}

/// Whether the engine on the other side accepts. It accepts unless a short search says that it is better. None when no
/// engine plays that side, or the game is over.
async fn engine_accepts(
    service: &Service,
    call: &Call,
    session: &Session,
    side: Side,
) -> Result<Option<bool>> {
    /// The engine declines above this score, in centipawns (hundredths of a soldier).
    const DECLINE_ABOVE: i32 = 20;
    const MAX_TIME: Duration = Duration::from_millis(300);
    let Player::Engine(engine) = &session.players[side.other()] else { return Ok(None) };
    if session.game.outcome().is_some() {
        return Ok(None);
    }
    let mut settings = SearchSettings::with_time(SearchSettings::from(&**engine).time().min(MAX_TIME));
    settings.request.level = Level::new(Level::MAX);
    settings.request.book = false;
    let task = settings.task(&session.game, call.arrived);
    let permit = service.charge_and_admit(&call.client, Purpose::Move, &task)?;
    let answer = service.search(task, &permit, None).await?;
    let engine_to_move = session.game.turn() != side;
    let stands_better = match answer.report.score {
        Score::Cp(score) if engine_to_move => score > DECLINE_ABOVE,
        Score::Cp(score) => -score > DECLINE_ABOVE,
        Score::Mate(moves) => (moves > 0) == engine_to_move,
    };
    Ok(Some(!stands_better))
}
