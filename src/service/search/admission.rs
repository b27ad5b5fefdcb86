//! Searches: their settings, their admission, and their execution on the pool.

use crate::config::Config;
use crate::engine::{Level, Limits, SearchRequest};
use crate::game::EnginePlayer;
use crate::pool::{Admission, Answer, PoolError, Purpose, ReportSender, Task};
use crate::rules::{Game, Move};
use crate::service::access::client::Client;
use crate::service::access::quotas::Charge;
use crate::service::error::{Code, Error, Result};
use crate::service::state::Service;
use crate::service::time::MIN_TIME;
use std::time::{Duration, Instant};

/// The settings of a search. With a position they make a search task.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SearchSettings {
    pub request: SearchRequest,
    pub limits: Limits,
}

impl SearchSettings {
    /// The settings of a search for which the client set no options.
    pub fn default_of(config: &Config) -> SearchSettings {
        SearchSettings::with_time(Duration::from_millis(config.default_time_ms))
    }

    pub fn with_time(time: Duration) -> SearchSettings {
        let limits = Limits { time: Some(time), ..Limits::default() };
        SearchSettings { request: SearchRequest::default(), limits }
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
        Task { game: game.clone(), request: self.request.clone(), limits: self.limits, arrived }
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
        SearchSettings { request, limits: player.limits }
    }
}

impl From<&SearchSettings> for EnginePlayer {
    fn from(SearchSettings { request, limits }: &SearchSettings) -> EnginePlayer {
        EnginePlayer {
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
        let request = SearchRequest {
            level: self.level.or(base.request.level),
            lines: self.lines.unwrap_or(base.request.lines),
            threads: self.threads.unwrap_or(base.request.threads).min(config.max_threads.max(1)),
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
        SearchSettings { request, limits }
    }

    /// As [`SearchOptions::with_defaults`], for a search of this position.
    ///
    /// # Errors
    /// When a move to search or to avoid is not legal, or the moves to avoid leave no legal move.
    pub fn settings(&self, base: &SearchSettings, game: &Game, config: &Config) -> Result<SearchSettings> {
        let mut settings = self.with_defaults(base, config);
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

/// The permission for one search: its admission to the pool, and the search time reserved from its client's quota.
#[derive(Debug)]
pub struct SearchPermit {
    admission: Admission,
    charge: Charge,
}

impl Drop for SearchPermit {
    fn drop(&mut self) {
        self.charge.spend(self.admission.thread_time());
    }
}

impl Service {
    /// Admits a search. Callers do this before they change a game, so that a refusal leaves the game as it was.
    ///
    /// # Errors
    /// When the search cannot have its result in time, or the client has used up its search time.
    pub(in crate::service) fn charge_and_admit(
        &self,
        client: &Client,
        purpose: Purpose,
        task: &Task,
    ) -> Result<SearchPermit> {
        self.try_admit(client, purpose, task).inspect_err(|error| {
            self.metrics.refusal(match error.code {
                Code::Overloaded => "overloaded",
                Code::ShuttingDown => "shutting_down",
                _ => "rate_limited",
            });
        })
    }

    /// As [`Service::admit`], but does not count a refusal in the metrics, for callers that retry.
    ///
    /// # Errors
    /// As [`Service::admit`].
    pub(in crate::service) fn try_admit(
        &self,
        client: &Client,
        purpose: Purpose,
        task: &Task,
    ) -> Result<SearchPermit> {
        let charge = self.charge(client, task)?;
        Ok(SearchPermit { admission: self.pool.admit(client.id(), purpose, task)?, charge })
    }

    /// Admits a move that must be made, however busy the server is.
    ///
    /// # Errors
    /// When the client has used up its search time.
    pub(in crate::service) fn charge_and_admit_at_once(
        &self,
        client: &Client,
        task: &Task,
    ) -> Result<SearchPermit> {
        let charge = self.charge(client, task)?;
        Ok(SearchPermit { admission: self.pool.admit_at_once(client.id(), task), charge })
    }

    fn charge(&self, client: &Client, task: &Task) -> Result<Charge> {
        self.quotas.charge(client, task.limits.time.unwrap_or_default(), task.request.threads)
    }

    /// Runs an admitted search and counts it in the metrics.
    ///
    /// # Errors
    /// As [`crate::pool::Pool::search_admitted`].
    pub(in crate::service) async fn search(
        &self,
        task: Task,
        permit: &SearchPermit,
        reports: Option<ReportSender>,
    ) -> Result<Answer> {
        let asked = (task.limits.time, task.arrived);
        let result = self.pool.search_admitted(task, &permit.admission, reports).await;
        self.counted(asked, result)
    }

    /// As [`Service::search`], within a few nodes.
    ///
    /// # Errors
    /// As [`crate::pool::Pool::search_at_once`].
    pub(in crate::service) async fn search_at_once(
        &self,
        task: Task,
        permit: &SearchPermit,
    ) -> Result<Answer> {
        let asked = (task.limits.time, task.arrived);
        let result = self.pool.search_at_once(task, &permit.admission, None).await;
        self.counted(asked, result)
    }

    /// Counts a search in the metrics that asked for this time when it arrived.
    fn counted(
        &self,
        (time, arrived): (Option<Duration>, Instant),
        result: std::result::Result<Answer, PoolError>,
    ) -> Result<Answer> {
        self.metrics.search(&result, time.unwrap_or(Duration::MAX), arrived.elapsed());
        Ok(result?)
    }
}
