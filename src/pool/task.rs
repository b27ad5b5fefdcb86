//! What the pool searches, and what comes of it.

use crate::engine::{Limits, SearchError, SearchReport, SearchRequest};
use crate::rules::Game;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The time limit of a search that has none, for computing its deadline.
const NO_TIME_LIMIT: Duration = Duration::from_secs(365 * 86_400);
/// The nodes of a search that has no time for more. They take about a millisecond.
pub const AT_ONCE_NODES: u64 = 500;

/// A search task: a position, what to search for, and the limits.
#[derive(Clone, Debug)]
pub struct Task {
    pub game: Game,
    pub request: SearchRequest,
    /// The limits. The time limit counts from [`Task::arrived`] and includes the wait for a thread.
    pub limits: Limits,
    /// When the server had read the request.
    pub arrived: Instant,
    /// The name of the program that searches; none for our own engine.
    pub engine: Option<String>,
}

impl Task {
    /// The moment at which the search must end.
    pub fn deadline(&self) -> Instant {
        self.arrived + self.time()
    }

    /// The time limit.
    pub fn time(&self) -> Duration {
        self.limits.time.map_or(NO_TIME_LIMIT, |time| time.min(NO_TIME_LIMIT))
    }

    /// The same task within a few nodes. A private table would take longer than the search.
    pub fn reduced(self) -> Task {
        let nodes = Some(self.limits.nodes.map_or(AT_ONCE_NODES, |nodes| nodes.min(AT_ONCE_NODES)));
        Task {
            request: SearchRequest { isolated: false, threads: 1, ..self.request },
            limits: Limits { nodes, ..self.limits },
            ..self
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    pub report: SearchReport,
    /// How long the search waited for a thread or rested while others had their turn.
    pub queued: Duration,
    /// Whether the server was so busy that the search got only a few nodes.
    pub is_reduced: bool,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Information. It is refused if it cannot be had in time.
    Question,
    /// A move of a game. Rather than refusing it, the pool chooses it with few nodes.
    Move,
}

/// Why a search has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PoolError {
    #[error("all search threads are busy for longer than the time budget")]
    Overloaded { retry_after: Duration },
    #[error("the server is shutting down")]
    ShuttingDown,
    #[error("the search panicked")]
    Panicked,
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// The channel on which a search reports each completed depth.
pub type ReportSender = mpsc::Sender<SearchReport>;

/// A report channel that can buffer every depth a search can reach.
pub fn report_channel() -> (ReportSender, mpsc::Receiver<SearchReport>) {
    mpsc::channel(128)
}
