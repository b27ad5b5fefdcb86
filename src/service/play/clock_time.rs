//! The time budget of a search for a side with a clock.

use super::delays::Delays;
use crate::engine::TimeLeft;
use crate::game::{GameTime, Session, SideClock, TimeControl};
use crate::service::search::settings::SearchSettings;
use crate::service::time::MIN_TIME;
use std::time::Duration;

/// What a move costs on the clock in addition to its search, on average: mostly the wait for a thread of the machine.
const OVERHEAD: Duration = Duration::from_millis(10);
/// Kept in reserve in every move, against delays of the machine and of the store.
const RESERVE: Duration = Duration::from_millis(50);

/// The settings of a search that was requested at `now` and ends with a move of the side to move. Its time is the
/// smaller of the settings' own and what the clock allows: an engine budgets its remaining time, and a search for a
/// person must end before the deadline. Without a clock the settings stay as they are.
pub(in crate::service) fn settings_on_clock(
    session: &Session,
    settings: &SearchSettings,
    now: GameTime,
    delays: &Delays,
) -> SearchSettings {
    let mut settings = settings.clone();
    let Some(clock) = &session.clock else { return settings };
    let left = clock.side_at(session.game.turn(), now);
    let left = match session.engine_to_move() {
        Some(_) => engine_time(&clock.control, left, session.game.ply() / 2, delays),
        None => single_move(&clock.control, left, delays),
    };
    let by_clock = left.allot().limits();
    let own = settings.time();
    settings.limits.time = Some(by_clock.time.unwrap_or(own).min(own));
    settings.limits.soft_time = by_clock.soft_time.filter(|&soft| soft < own);
    settings
}

/// Whether the clock leaves so little time that the engine must move without a regular search.
pub(in crate::service) fn is_too_short(session: &Session, settings: &SearchSettings) -> bool {
    session.clock.is_some() && settings.time() < MIN_TIME
}

/// The clock of an engine's side, as the time manager sees it. The first move, which is not charged, gets no extra
/// time.
fn engine_time(control: &TimeControl, left: SideClock, moves_made: usize, delays: &Delays) -> TimeLeft {
    let single = single_move(control, left, delays);
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
fn single_move(control: &TimeControl, left: SideClock, delays: &Delays) -> TimeLeft {
    let limit = Duration::from_millis(left.left_ms(control));
    let reserve = RESERVE + delays.worst().min(limit / 4);
    TimeLeft { move_limit: Some(limit), reserve, ..TimeLeft::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::game::fixtures::{session, timed_session};

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn only_a_clock_leaves_too_little_time_for_a_search() {
        let timed = timed_session(GameTime(0));
        let too_short = |time| is_too_short(&timed, &SearchSettings::with_time(time));
        assert_eq!([MIN_TIME - MS(1), MIN_TIME, MS(500)].map(too_short), [true, false, false]);
        assert!(!is_too_short(&session(), &SearchSettings::with_time(MS(1))));
    }

    #[test]
    fn more_time_is_kept_back_after_a_late_move_and_less_again_after_moves_in_time() {
        let control = TimeControl {
            initial_ms: None,
            increment_ms: None,
            move_ms: Some(800),
            byoyomi_ms: None,
            first_move_ms: 1000,
            days_per_move: None,
        };
        let left =
            SideClock { remaining_ms: 0, byoyomi_ms: 0, move_spent_ms: 0, has_moved: true, added_ms: 0 };
        let delays = Delays::default();
        let time = |delays: &Delays| single_move(&control, left, delays).allot().hard;
        assert_eq!(time(&delays), MS(650));
        delays.note(MS(70));
        assert_eq!(time(&delays), MS(580));
        delays.note(MS(5000));
        assert_eq!(time(&delays), MS(450), "at most a quarter of the limit");
        (0..1000).for_each(|_| delays.note(Duration::ZERO));
        assert_eq!(time(&delays).as_millis(), 649);
    }
}
