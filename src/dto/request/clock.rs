//! Reads the time control of a new game.

use super::DAY_MS;
use crate::config::Config;
use crate::game::TimeControl;
use crate::json::Fields;
use std::ops::RangeInclusive;

const ANY_MS: RangeInclusive<u64> = 1..=DAY_MS;
const DAYS: RangeInclusive<u64> = 1..=14;

/// Reads `clock`. None if the game has no clock, or a field had an error.
pub fn read(fields: &mut Fields, config: &Config) -> Option<TimeControl> {
    fields.object("clock", |clock| match clock.has("days_per_move") {
        true => read_correspondence(clock),
        false => read_times(clock, config),
    })
}

fn read_correspondence(clock: &mut Fields) -> TimeControl {
    let days = clock.integer("days_per_move", DAYS);
    for name in ["initial_ms", "increment_ms", "move_ms", "byoyomi_ms", "first_move_ms"] {
        clock.refuse(name, "expected no other time beside days_per_move");
    }
    TimeControl::by_correspondence(days.unwrap_or(*DAYS.start()))
}

fn read_times(clock: &mut Fields, config: &Config) -> TimeControl {
    clock.accept_null("days_per_move");
    let times = ["initial_ms", "move_ms"].map(|name| clock.has(name));
    let control = TimeControl {
        initial_ms: clock.integer("initial_ms", 1000..=DAY_MS),
        increment_ms: clock.integer("increment_ms", 0..=DAY_MS),
        move_ms: clock.integer("move_ms", ANY_MS),
        byoyomi_ms: clock.integer("byoyomi_ms", ANY_MS),
        first_move_ms: clock.integer("first_move_ms", ANY_MS).unwrap_or(config.first_move_ms),
        days_per_move: None,
    };
    let [has_initial, has_move] = times;
    if !has_initial && !has_move {
        clock.error("initial_ms", "is required: expected initial_ms, move_ms or both, or days_per_move");
    } else if !has_initial {
        let additions = [("increment_ms", control.increment_ms), ("byoyomi_ms", control.byoyomi_ms)];
        for (name, _) in additions.into_iter().filter(|(_, time)| time.is_some()) {
            clock.error(name, "is an addition to the initial time: expected initial_ms, too");
        }
    }
    control
}
