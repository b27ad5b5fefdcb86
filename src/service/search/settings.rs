//! The settings of searches, and the options of a request that they come from.

use crate::config::Config;
use crate::engine::{Level, Limits, SearchRequest};
use crate::game::EnginePlayer;
use crate::pool::Task;
use crate::rules::{Game, Move};
use crate::service::error::{Error, Result};
use crate::service::time::MIN_TIME;
use std::time::{Duration, Instant};

/// The settings of a search. With a position they make a search task.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SearchSettings {
    pub request: SearchRequest,
    pub limits: Limits,
    /// The name of the program that searches; none for our own engine.
    pub engine: Option<String>,
}

impl SearchSettings {
    /// The settings of a search for which the client set no options.
    pub fn default_of(config: &Config) -> SearchSettings {
        SearchSettings::with_time(Duration::from_millis(config.default_time_ms))
    }

    pub fn with_time(time: Duration) -> SearchSettings {
        let limits = Limits { time: Some(time), ..Limits::default() };
        SearchSettings { request: SearchRequest::default(), limits, engine: None }
    }

    /// The time limit. Every search of the service has one.
    pub fn time(&self) -> Duration {
        self.limits.time.unwrap_or(MIN_TIME)
    }

    pub fn set_time(&mut self, time: Duration) {
        self.limits.time = Some(time);
    }

    /// The search of a position for a request that arrived at `arrived`.
    pub fn task(&self, game: &Game, arrived: Instant) -> Task {
        let SearchSettings { request, limits, engine } = self.clone();
        Task { game: game.clone(), request, limits, arrived, engine }
    }
}

impl From<&EnginePlayer> for SearchSettings {
    fn from(player: &EnginePlayer) -> SearchSettings {
        let request = SearchRequest {
            level: player.level.and_then(Level::new),
            lines: player.lines,
            threads: player.threads,
            seed: player.seed,
            isolated: player.isolated,
            book: player.book,
            ..SearchRequest::default()
        };
        SearchSettings { request, limits: player.limits, engine: player.engine.clone() }
    }
}

impl From<&SearchSettings> for EnginePlayer {
    fn from(SearchSettings { request, limits, engine }: &SearchSettings) -> EnginePlayer {
        EnginePlayer {
            engine: engine.clone(),
            level: request.level.map(Level::get),
            lines: request.lines,
            threads: request.threads,
            seed: request.seed,
            isolated: request.isolated,
            book: request.book,
            limits: *limits,
        }
    }
}

/// The search options of a request. Options that are not set get defaults. Moves are text, because parsing them needs the
/// position.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// The name of a program in the settings of the server.
    pub engine: Option<String>,
    pub limits: Limits,
    pub level: Option<Level>,
    pub lines: Option<usize>,
    pub threads: Option<usize>,
    pub seed: Option<u64>,
    pub isolated: Option<bool>,
    pub book: Option<bool>,
    pub search_moves: Vec<String>,
    pub avoid_moves: Vec<String>,
}

impl SearchOptions {
    /// Fills the options that are not set from `base`, and applies the server's limits.
    pub fn with_defaults(&self, base: &SearchSettings, config: &Config) -> SearchSettings {
        // A program has no levels, and who asks for a level asks for our own engine.
        let engine = self.engine.as_ref().or(base.engine.as_ref().filter(|_| self.level.is_none())).cloned();
        let threads = self.threads.unwrap_or(base.request.threads).min(config.max_threads.max(1));
        let request = SearchRequest {
            level: if engine.is_some() { None } else { self.level.or(base.request.level) },
            lines: self.lines.unwrap_or(base.request.lines),
            threads: engine.as_ref().and_then(|name| config.engine(name)).map_or(threads, |it| it.threads),
            seed: self.seed.or(base.request.seed),
            isolated: self.isolated.unwrap_or(base.request.isolated),
            book: self.book.unwrap_or(base.request.book),
            ..SearchRequest::default()
        };
        let time = self.limits.time.unwrap_or(base.time()).min(Duration::from_millis(config.max_time_ms));
        let limits = Limits {
            time: Some(time),
            depth: self.limits.depth.or(base.limits.depth),
            nodes: self.limits.nodes.or(base.limits.nodes),
            soft_time: None,
            early: self.limits.early.or(base.limits.early),
        };
        SearchSettings { request, limits, engine }
    }

    /// As [`SearchOptions::with_defaults`], for a search of this position.
    ///
    /// # Errors
    /// When a move to search or to avoid is not legal, the moves to avoid leave no legal move, or the program does not play the
    /// ruleset or has no command for the moves to search.
    pub fn settings(&self, base: &SearchSettings, game: &Game, config: &Config) -> Result<SearchSettings> {
        if let Some(name) = &self.engine {
            config.engine_for(name, game.ruleset()).map_err(|message| Error::field("/engine", message))?;
        }
        let mut settings = self.with_defaults(base, config);
        let program = settings.engine.as_ref().and_then(|name| config.engine(name));
        for (field, moves) in [("search_moves", &self.search_moves), ("avoid_moves", &self.avoid_moves)] {
            if !moves.is_empty() && program.is_some_and(|program| !program.can_limit_moves()) {
                let message = "the protocol of this engine cannot limit the moves: only UCI can";
                return Err(Error::field(&format!("/{field}"), message));
            }
        }
        settings.request.search_moves = moves(game, "search_moves", &self.search_moves)?;
        settings.request.avoid_moves = moves(game, "avoid_moves", &self.avoid_moves)?;
        if !self.avoid_moves.is_empty() {
            let avoided = &settings.request.avoid_moves;
            if game.legal_moves().iter().all(|mv| avoided.contains(mv)) {
                return Err(Error::field("/avoid_moves", "leaves no legal move to search"));
            }
        }
        Ok(settings)
    }
}

fn moves(game: &Game, field: &str, texts: &[String]) -> Result<Vec<Move>> {
    let mut moves: Vec<Move> = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let mv = game
            .parse(text)
            .map_err(|error| Error::from(error).with("pointer", format!("/{field}/{index}")))?;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    Ok(moves)
}
