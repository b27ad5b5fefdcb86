//! Draws by agreement: offered, accepted, declined, and what an engine says to an offer.

use super::Service;
use super::call::Call;
use super::error::Result;
use super::search::SearchSettings;
use crate::engine::{Level, Score};
use crate::rules::Side;
use crate::session::{Player, Session};
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawAction {
    Offer,
    Accept,
    Decline,
}

/// The game after `side` offered a draw or answered an offer. An engine answers in the same change.
pub(super) async fn decide(
    service: &Service,
    call: &Call,
    session: &Session,
    side: Side,
    action: DrawAction,
) -> Result<Session> {
    Ok(match action {
        DrawAction::Accept => session.with_draw_accepted(side)?,
        DrawAction::Decline => session.with_draw_declined(side)?,
        DrawAction::Offer => {
            let offered = session.with_draw_offer(side)?;
            match engine_accepts(service, call, &offered, side).await? {
                Some(true) => offered.with_draw_accepted_at_once(side.other())?,
                Some(false) => Session { draw_offer: None, ..offered },
                None => offered,
            }
        }
    })
}

/// Whether the engine on the other side accepts, which it does unless it stands better; none when no engine plays there
/// or the game is over.
async fn engine_accepts(
    service: &Service,
    call: &Call,
    session: &Session,
    side: Side,
) -> Result<Option<bool>> {
    /// What the engine must see for itself, in hundredths of a soldier, to play on.
    const WORTH_PLAYING_ON: i32 = 20;
    const MOST_TIME: Duration = Duration::from_millis(300);
    let Player::Engine(engine) = &session.players[side.other()] else { return Ok(None) };
    if session.game.outcome().is_some() {
        return Ok(None);
    }
    let mut settings = SearchSettings::with_time(SearchSettings::from(&**engine).time().min(MOST_TIME));
    settings.request.level = Level::new(Level::MAX);
    settings.request.book = false;
    let granted = service.admit(&call.client, &settings, call.arrived)?;
    let answer = service.search(settings.task(&session.game, call.arrived), &granted, None).await?;
    let engine_to_move = session.game.turn() != side;
    let stands_better = match answer.report.score {
        Score::Cp(score) if engine_to_move => score > WORTH_PLAYING_ON,
        Score::Cp(score) => -score > WORTH_PLAYING_ON,
        Score::Mate(moves) => (moves > 0) == engine_to_move,
    };
    Ok(Some(!stands_better))
}
