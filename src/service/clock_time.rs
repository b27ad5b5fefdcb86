//! The time of a search that is made for a side with a clock.

use super::MIN_TIME;
use super::search::SearchSettings;
use crate::engine::TimeLeft;
use crate::session::{GameTime, Session, SideClock, TimeControl};
use std::time::Duration;

/// What a move costs on the clock beside its search, on average: mostly the wait for a thread of the machine.
const OVERHEAD: Duration = Duration::from_millis(10);
/// What is kept back in every move against delays of the machine and of the store.
const RESERVE: Duration = Duration::from_millis(50);

/// The settings of a search that was asked for at `now` and ends with a move of the side to move. Its time is the smaller one
/// of the settings' own and of what the clock allows: an engine shares out its time, and a person's search must end before
/// the deadline. Without a clock the settings stay as they are.
pub(super) fn settings_on_clock(
    session: &Session,
    settings: &SearchSettings,
    now: GameTime,
) -> SearchSettings {
    let mut settings = settings.clone();
    let Some(clock) = &session.clock else { return settings };
    let left = clock.side_at(session.game.turn(), now);
    let left = match session.engine_to_move() {
        Some(_) => engine_time(&clock.control, left, session.game.ply() / 2),
        None => single_move(&clock.control, left),
    };
    let by_clock = left.allot().limits();
    let own = settings.time();
    settings.limits.time = Some(by_clock.time.unwrap_or(own).min(own));
    settings.limits.soft_time = by_clock.soft_time.filter(|&soft| soft < own);
    settings
}

/// Whether the clock leaves so little time that a move must be made without a search of its own.
pub(super) fn is_too_short(session: &Session, settings: &SearchSettings) -> bool {
    session.clock.is_some() && settings.time() < MIN_TIME
}

/// The clock of an engine's side, as the time manager sees it. A first move is made as fast as if it was charged.
fn engine_time(control: &TimeControl, left: SideClock, moves_made: usize) -> TimeLeft {
    let single = single_move(control, left);
    TimeLeft {
        game: control.initial_ms.map(|_| Duration::from_millis(left.remaining_ms)),
        increment: Duration::from_millis(control.increment_ms.unwrap_or(0)),
        byoyomi: Duration::from_millis(left.byoyomi_ms),
        move_limit: single.move_limit.into_iter().chain(control.move_ms.map(Duration::from_millis)).min(),
        moves_made,
        overhead: OVERHEAD,
        ..single
    }
}

/// The limit of the move alone.
fn single_move(control: &TimeControl, left: SideClock) -> TimeLeft {
    let limit = Duration::from_millis(left.left_ms(control));
    TimeLeft { move_limit: Some(limit), reserve: RESERVE, ..TimeLeft::default() }
}
