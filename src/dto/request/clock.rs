//! Reads the time control of a new game.

use super::DAY_MS;
use crate::config::Config;
use crate::game::TimeControl;
use crate::json::Fields;
use std::ops::RangeInclusive;

const ANY_MS: RangeInclusive<u64> = 1..=DAY_MS;

/// Reads `clock`. None if the game has no clock, or a field had an error.
pub fn read(fields: &mut Fields, config: &Config) -> Option<TimeControl> {
    fields.object("clock", |clock| {
        let times = ["initial_ms", "move_ms"].map(|name| clock.has(name));
        let control = TimeControl {
            initial_ms: clock.integer("initial_ms", 1000..=DAY_MS),
            increment_ms: clock.integer("increment_ms", 0..=DAY_MS),
            move_ms: clock.integer("move_ms", ANY_MS),
            byoyomi_ms: clock.integer("byoyomi_ms", ANY_MS),
            first_move_ms: clock.integer("first_move_ms", ANY_MS).unwrap_or(config.first_move_ms),
        };
        let [has_initial, has_move] = times;
        if !has_initial && !has_move {
            clock.error("initial_ms", "is required: expected initial_ms, move_ms or both");
        } else if !has_initial {
            let additions = [("increment_ms", control.increment_ms), ("byoyomi_ms", control.byoyomi_ms)];
            for (name, _) in additions.into_iter().filter(|(_, time)| time.is_some()) {
                clock.error(name, "is an addition to the initial time: expected initial_ms, too");
            }
        }
        control
    })
}
