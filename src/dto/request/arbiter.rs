//! Reads what an arbiter does with a game. The names of the sides depend on the ruleset of the game.

use super::details::text;
use super::{DAY_MS, required_side};
use crate::game::Act;
use crate::json::Fields;
use crate::rules::Ruleset;
use crate::service::{Error, Result, SideName};

/// The most time that one request adds: a move by correspondence.
const MOST_ADDED_MS: u64 = 14 * DAY_MS;
const LONGEST_DETAIL: usize = 500;

/// The body of `POST …/pause`: no field.
pub fn pause(fields: Fields) -> Result<impl FnOnce(Ruleset) -> Result<Act>> {
    fields.finish(Some(()))?;
    Ok(|_| Ok(Act::Pause))
}

/// The body of `POST …/resume`: no field.
pub fn resume(fields: Fields) -> Result<impl FnOnce(Ruleset) -> Result<Act>> {
    fields.finish(Some(()))?;
    Ok(|_| Ok(Act::Resume))
}

/// The body of `POST …/add-time`.
pub fn add_time(mut fields: Fields) -> Result<impl FnOnce(Ruleset) -> Result<Act>> {
    let side = required_side(&mut fields);
    let ms = fields.required_integer("ms", 1..=MOST_ADDED_MS);
    let (side, ms) = fields.finish(side.zip(ms))?;
    Ok(move |ruleset| {
        let side = side.of(ruleset).map_err(|message| Error::field("/side", message))?;
        Ok(Act::AddTime { side, ms })
    })
}

/// The body of `POST …/adjudicate`.
pub fn adjudicate(mut fields: Fields) -> Result<impl FnOnce(Ruleset) -> Result<Act>> {
    let winners = SideName::ALL.map(|(name, side)| (name, Some(side)));
    let results = [&winners[..], &[("draw", None)]].concat();
    let result = fields.required_one_of("result", &results);
    let detail = text(&mut fields, "detail", LONGEST_DETAIL);
    let winner = fields.finish(result)?;
    Ok(move |ruleset| {
        let winner = winner.map(|winner| winner.of(ruleset)).transpose();
        let winner = winner.map_err(|message| Error::field("/result", message))?;
        Ok(Act::Adjudicate { winner, detail })
    })
}
