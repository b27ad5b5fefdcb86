//! Reads what somebody looks for.

use super::details::name;
use super::search::level;
use super::start::{read_options, rulesets};
use super::{clock, seats};
use crate::config::Config;
use crate::game::EnginePlayer;
use crate::json::Fields;
use crate::service::{NewSeek, Result, SearchOptions, SearchSettings};
use crate::store::Substitute;

/// The longest that a seeker can let the engine wait: an hour.
const LONGEST_WAIT_MS: u64 = 3_600_000;

/// The body of `POST /v1/seeks`.
pub fn seek(mut fields: Fields, config: &Config) -> Result<NewSeek> {
    let ruleset = fields.required_one_of("ruleset", &rulesets());
    let options = read_options(&mut fields, ruleset).map(|given| given.options);
    let clock = clock::read(&mut fields, config);
    let side = seats::read_side(&mut fields, ruleset);
    let name = name(&mut fields);
    let after_ms = fields.integer("engine_after_ms", 0..=LONGEST_WAIT_MS);
    let level = level(&mut fields);
    if level.is_some() && after_ms.is_none() {
        fields.error("level", "is that of the engine: expected it only with engine_after_ms");
    }
    let engine = after_ms.map(|after_ms| {
        let options = SearchOptions { level, ..SearchOptions::default() };
        let settings = options.with_defaults(&SearchSettings::default_of(config), config);
        Substitute { after_ms, player: EnginePlayer::from(&settings) }
    });
    let options = fields.finish(options)?;
    Ok(NewSeek { options, clock, side, name, engine })
}
