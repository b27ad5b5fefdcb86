//! The clock of a game as JSON.

use super::sides::Sides;
use crate::game::{Session, TimeControl};
use crate::rules::{BySide, Side};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct ClockJson {
    #[serde(flatten)]
    control: TimeControl,
    remaining_ms: Sides<u64>,
    byoyomi: Sides<bool>,
    at: Timestamp,
    running: Option<&'static str>,
    deadline: Option<Timestamp>,
}

impl ClockJson {
    /// None if the game has no clock.
    pub fn new(session: &Session) -> Option<ClockJson> {
        let clock = session.clock.as_deref()?;
        let names = session.game.ruleset().side_names();
        let control = clock.control;
        let turn = session.game.turn();
        let shown = |side: Side| clock.sides[side].shown_ms(&control, side == turn);
        let in_byoyomi = |side: Side| clock.sides[side].is_in_byoyomi(&control);
        let left = clock.running_left_ms().and_then(|left| i64::try_from(left).ok());
        Some(ClockJson {
            control,
            remaining_ms: Sides { names, values: BySide::from_fn(shown) },
            byoyomi: Sides { names, values: BySide::from_fn(in_byoyomi) },
            at: clock.at,
            running: clock.running.filter(|_| clock.has_begun()).map(|running| names[running.side]),
            deadline: left.and_then(|left| clock.at.checked_add(SignedDuration::from_millis(left)).ok()),
        })
    }
}
