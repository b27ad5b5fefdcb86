use super::limiter::Limiter;
use super::metrics::Metrics;
use super::open_streams::OpenStreams;
use super::reviews::Reviews;
use super::shared::Analyses;
use crate::config::Config;
use crate::jobs::{Jobs, LocalJobs, RedisJobs};
use crate::pool::Pool;
use crate::session::Store;
use axum::extract::FromRef;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The long-lived parts of the service; a handler asks for those it uses.
#[derive(Clone, Debug, FromRef)]
pub struct AppState {
    pub config: Arc<Config>,
    pub store: Arc<Store>,
    pub jobs: Arc<Jobs>,
    pub pool: Pool,
    pub metrics: Arc<Metrics>,
    pub limiter: Arc<Limiter>,
    pub streams: Arc<OpenStreams>,
    pub analyses: Arc<Analyses>,
    pub reviews: Arc<Reviews>,
    pub draining: Draining,
}

/// Tells streams and readiness that the server is on its way out.
#[derive(Clone, Debug, Default)]
pub struct Draining(pub CancellationToken);

impl AppState {
    pub fn new(config: Config, pool: Pool, store: Store) -> AppState {
        let keep = Duration::from_secs(config.job_keep_seconds);
        let jobs = match store.shared() {
            Some(redis) => Jobs::Redis(RedisJobs::new(redis.connection(), config.max_jobs, keep)),
            None => Jobs::Local(LocalJobs::new(config.max_jobs, keep)),
        };
        AppState {
            jobs: Arc::new(jobs),
            limiter: Arc::new(Limiter::new(&config)),
            streams: Arc::new(OpenStreams::new(&config)),
            analyses: Arc::default(),
            reviews: Arc::default(),
            config: Arc::new(config),
            pool,
            metrics: Arc::new(Metrics::new(store.metrics())),
            store: Arc::new(store),
            draining: Draining::default(),
        }
    }
}
