//! Reads the fields of a search.

use crate::config::Config;
use crate::engine::Level;
use crate::engine::Limits;
use crate::json::{Fields, MAX_INTEGER};
use crate::service::{MAX_LINES, MIN_TIME, SearchOptions};
use std::time::Duration;

/// More moves than are legal in any position.
const MAX_LISTED_MOVES: usize = 400;

pub fn read_search(fields: &mut Fields, config: &Config) -> SearchOptions {
    let mut moves = |name| {
        let moves = fields.strings(name).unwrap_or_default();
        if moves.len() > MAX_LISTED_MOVES {
            fields.error(name, format!("expected at most {MAX_LISTED_MOVES} moves, got {}", moves.len()));
        }
        moves
    };
    let (search_moves, avoid_moves) = (moves("search_moves"), moves("avoid_moves"));
    SearchOptions { search_moves, avoid_moves, ..read_search_settings(fields, config) }
}

/// The names of the fields that [`read_search_settings`] reads.
pub const SEARCH_SETTINGS: [&str; 8] =
    ["engine", "limits", "level", "lines", "threads", "seed", "isolated", "book"];

/// Reads the name of a program in the settings of the server.
fn read_engine(fields: &mut Fields, config: &Config) -> Option<String> {
    let name = fields.string("engine")?;
    match config.engine_or_list(&name) {
        Ok(_) => Some(name),
        Err(message) => {
            fields.error("engine", message);
            None
        }
    }
}

/// Reads the search settings that do not depend on the position. Players of kind `engine` have the same fields.
pub fn read_search_settings(fields: &mut Fields, config: &Config) -> SearchOptions {
    let engine = read_engine(fields, config);
    let limits = fields.object("limits", |limits| {
        let time = limits.integer("time_ms", MIN_TIME.as_millis() as u64..=MAX_INTEGER);
        let depth = limits.integer("depth", 1..=100).map(|depth| depth as u32);
        Limits {
            time: time.map(Duration::from_millis),
            depth,
            nodes: limits.integer("nodes", 1..=MAX_INTEGER),
            early: limits.boolean("early"),
            soft_time: None,
        }
    });
    let level = level(fields);
    if engine.is_some() && level.is_some() {
        fields.error("level", "is of our own engine: expected no level with \"engine\"");
    }
    SearchOptions {
        engine,
        limits: limits.unwrap_or_default(),
        level,
        lines: fields.integer("lines", 1..=MAX_LINES as u64).map(|lines| lines as usize),
        threads: fields.integer("threads", 1..=1024).map(|threads| threads as usize),
        seed: fields.integer("seed", 0..=MAX_INTEGER),
        isolated: fields.boolean("isolated"),
        book: fields.boolean("book"),
        ..SearchOptions::default()
    }
}

/// Reads the `level` of an engine.
pub fn level(fields: &mut Fields) -> Option<Level> {
    let level = fields.integer("level", u64::from(Level::MIN)..=u64::from(Level::MAX));
    level.and_then(|level| Level::new(level as u8))
}
