use super::limiter::Limiter;
use super::metrics::Metrics;
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
    pub limiter: Arc<Limiter>,
    pub draining: Draining,
}

/// Tells streams and readiness that the server is on its way out.
#[derive(Clone, Debug, Default)]
pub struct Draining(pub CancellationToken);

impl AppState {
    pub fn new(config: Config, pool: Pool, store: Store) -> AppState {
        AppState {
            store: Arc::new(store),
            limiter: Arc::new(Limiter::new(config.requests_per_minute)),
            config: Arc::new(config),
            pool,
            metrics: Arc::default(),
            draining: Draining::default(),
        }
    }
}
