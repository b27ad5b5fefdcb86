//! What the service does, in its own types: commands on games, hints, analyses, reviews, long analyses. It knows no HTTP:
//! `http` turns requests into calls of [`Service`] and their outcomes into responses.

mod analysis;
mod call;
mod client;
mod draw;
mod engine_turn;
mod error;
mod events;
mod games;
mod hint;
mod idempotency;
mod jobs;
mod key;
mod metrics;
mod outcome;
mod quotas;
mod review;
mod search;
mod sharing;
mod start;
mod streams;

pub use analysis::Analysis;
pub use call::{Call, Condition, State};
pub use client::Client;
pub use draw::DrawAction;
pub use error::{Code, Error, FieldError, Result};
pub use events::{EndReason, GameEvent, GameEventKind};
pub use games::{Command, NewGame, SideName, game_not_found};
pub use hint::Hint;
pub use idempotency::Answered;
pub use jobs::{JobFormat, work};
pub use key::IdempotencyKey;
pub use metrics::{Metrics, seconds};
pub use outcome::{Changed, Created, Reply};
pub use quotas::Standing;
pub use review::{JudgedMove, ReviewEvent, ReviewEventKind, Summary};
pub use search::{SearchOptions, SearchSettings};
pub use sharing::{Finding, Listener, Step};
pub use start::{From, Start};
pub use streams::{OpenStreams, StreamGuard};

use crate::config::Config;
use crate::jobs::Jobs;
use crate::pool::Pool;
use crate::session::Store;
use quotas::Quotas;
use review::ReviewCache;
use sharing::RunningAnalyses;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The least time a search can be given.
pub const MIN_TIME: Duration = Duration::from_millis(10);
/// The most lines a search reports.
pub const MAX_LINES: usize = 5;

/// The long-lived parts of the service. Cheap to clone; clones share everything.
#[derive(Clone, Debug)]
pub struct Service(Arc<Parts>);

#[derive(Debug)]
pub struct Parts {
    pub config: Config,
    pub store: Store,
    pub jobs: Jobs,
    pub pool: Pool,
    pub metrics: Metrics,
    pub quotas: Arc<Quotas>,
    pub streams: Arc<OpenStreams>,
    analyses: RunningAnalyses,
    reviews: ReviewCache,
    /// Workers, and changes that run to their end whether or not a client waits for them.
    pub tasks: TaskTracker,
    /// Cancelled when the server is about to shut down: it is no longer ready.
    pub leaving: CancellationToken,
    /// Cancelled when streams and workers have to end.
    pub draining: CancellationToken,
}

impl Deref for Service {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Service {
    pub fn new(config: Config, pool: Pool, store: Store, jobs: Jobs) -> Service {
        Service(Arc::new(Parts {
            quotas: Arc::new(Quotas::new(&config)),
            streams: Arc::new(OpenStreams::new(&config)),
            metrics: Metrics::default(),
            analyses: RunningAnalyses::default(),
            reviews: ReviewCache::default(),
            tasks: TaskTracker::new(),
            leaving: CancellationToken::new(),
            draining: CancellationToken::new(),
            config,
            store,
            jobs,
            pool,
        }))
    }
}
