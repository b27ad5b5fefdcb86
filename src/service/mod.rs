//! Every operation of the service, in its own types: commands on games, hints, analyses, reviews, background jobs.
//!
//! This module does not depend on HTTP. [`crate::http`] maps requests to methods of [`Service`], and results to responses.

mod analysis;
mod call;
mod client;
mod clock_time;
mod deadlines;
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
mod offer;
mod outcome;
mod presence;
pub mod puzzles;
mod quotas;
mod readers;
mod rematch;
mod review;
mod run_to_end;
mod search;
mod seats;
mod shared_quotas;
mod sharing;
mod side;
mod start;
mod streams;

pub use analysis::Analysis;
pub use call::{Call, Condition, State};
pub use client::Client;
pub use deadlines::run_deadlines;
pub use error::{Code, Error, FieldError, Result, game_not_found};
pub use events::{EndReason, GameEvent, GameEventKind, Offer, OfferKind, run_rereads};
pub use games::{Command, NewGame};
pub use hint::Hint;
pub use idempotency::Replayable;
pub use jobs::{JobFormat, run_worker};
pub use key::IdempotencyKey;
pub use metrics::{Metrics, seconds};
pub use offer::OfferAction;
pub use outcome::{Changed, Created, Reply, Secrets};
pub use presence::{Presence, Whereabouts, run_presence};
pub use quotas::QuotaStatus;
pub use review::{JudgedMove, ReviewEvent, ReviewEventKind, Summary};
pub use search::{SearchOptions, SearchSettings};
pub use seats::{NewSeats, Seating};
pub use shared_quotas::run_shared_quotas;
pub use sharing::{Listener, SearchProgress, TimedReport};
pub use side::SideName;
pub use start::{Start, StartSource};
pub use streams::{OpenStreams, StreamGuard};

use crate::config::Config;
use crate::jobs::Jobs;
use crate::pool::Pool;
use crate::session::{GameTime, Store};
use clock_time::Delays;
use presence::Listeners;
use quotas::Quotas;
use readers::SeatedGames;
use review::ReviewCache;
use sharing::RunningAnalyses;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The shortest time limit that a request may set.
pub const MIN_TIME: Duration = Duration::from_millis(10);
/// The most principal variations that a search may report (MultiPV).
pub const MAX_LINES: usize = 5;

/// The service and its long-lived state. Clones are cheap and share everything.
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
    seated: SeatedGames,
    listeners: Listeners,
    delays: Delays,
    /// The game time when the server started.
    started: GameTime,
    /// The job workers, and the changes in progress. Each change runs to its end even if its client disconnects.
    pub tasks: TaskTracker,
    /// Cancelled when the server begins to shut down: from then on it reports that it is not ready.
    pub shutting_down: CancellationToken,
    /// Cancelled when streams and job workers must end.
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
            quotas: Arc::new(Quotas::new(&config, store.shared_quotas().is_some())),
            streams: Arc::new(OpenStreams::new(&config)),
            metrics: Metrics::default(),
            analyses: RunningAnalyses::default(),
            reviews: ReviewCache::default(),
            seated: SeatedGames::default(),
            listeners: Listeners::default(),
            delays: Delays::default(),
            started: store.game_time_now(),
            tasks: TaskTracker::new(),
            shutting_down: CancellationToken::new(),
            draining: CancellationToken::new(),
            config,
            store,
            jobs,
            pool,
        }))
    }
}

/// Never returns without a time.
async fn sleep_until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}
