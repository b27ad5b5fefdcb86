use super::dto::GameText;
use super::limiter::Limiter;
use super::metrics::Metrics;
use super::open_streams::OpenStreams;
use super::reviews::Reviews;
use super::shared::Analyses;
use crate::config::Config;
use crate::jobs::{Jobs, LocalJobs, RedisJobs};
use crate::pool::Pool;
use crate::session::Store;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How much of what was shown is kept to be shown again.
const SHOWN_BYTES: u64 = 32 << 20;

/// The long-lived parts of the service. Cheap to clone; clones share everything.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Parts>);

#[derive(Debug)]
pub struct Parts {
    pub config: Config,
    pub store: Store,
    pub jobs: Jobs,
    pub pool: Pool,
    pub metrics: Metrics,
    pub limiter: Arc<Limiter>,
    pub streams: Arc<OpenStreams>,
    pub analyses: Arc<Analyses>,
    pub reviews: Reviews,
    /// Games as they are shown, and in which version: the one that was shown last.
    pub shown: Cache<Uuid, (u64, GameText), ByLength>,
    /// Tells readiness that the server is on its way out.
    pub leaving: CancellationToken,
    /// Tells streams and workers to end.
    pub draining: CancellationToken,
}

/// Weighs a text by its length.
#[derive(Clone, Copy, Debug)]
pub struct ByLength;

impl Weighter<Uuid, (u64, GameText)> for ByLength {
    fn weight(&self, _: &Uuid, (_, shown): &(u64, GameText)) -> u64 {
        shown.text.len() as u64
    }
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl AppState {
    pub fn new(config: Config, pool: Pool, store: Store) -> AppState {
        let keep = Duration::from_secs(config.job_keep_seconds);
        let jobs = match store.shared() {
            Some(redis) => Jobs::Redis(RedisJobs::new(redis.connection(), config.max_jobs, keep)),
            None => Jobs::Local(LocalJobs::new(config.max_jobs, keep)),
        };
        AppState(Arc::new(Parts {
            jobs,
            limiter: Arc::new(Limiter::new(&config)),
            streams: Arc::new(OpenStreams::new(&config)),
            analyses: Arc::default(),
            reviews: Reviews::default(),
            shown: Cache::with_weighter(SHOWN_BYTES as usize >> 12, SHOWN_BYTES, ByLength),
            config,
            pool,
            metrics: Metrics::new(store.metrics()),
            store,
            leaving: CancellationToken::new(),
            draining: CancellationToken::new(),
        }))
    }
}
