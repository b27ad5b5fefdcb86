use super::idempotency::Answers;
use super::limiter::Limiter;
use super::metrics::Metrics;
use super::open_streams::OpenStreams;
use super::reviews::Reviews;
use super::shared::Analyses;
use crate::config::Config;
use crate::pool::Pool;
use crate::session::Store;
use axum::extract::FromRef;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The long-lived parts of the service; a handler asks for those it uses.
#[derive(Clone, Debug, FromRef)]
pub struct AppState {
    pub config: Arc<Config>,
    pub store: Arc<Store>,
    pub pool: Pool,
    pub metrics: Arc<Metrics>,
    pub answers: Arc<Answers>,
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
        AppState {
            store: Arc::new(store),
            limiter: Arc::new(Limiter::new(&config)),
            streams: Arc::new(OpenStreams::new(&config)),
            analyses: Arc::default(),
            reviews: Arc::default(),
            config: Arc::new(config),
            pool,
            metrics: Arc::default(),
            answers: Arc::default(),
            draining: Draining::default(),
        }
    }
}
