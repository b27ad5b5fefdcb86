//! The service from start to end: settings, engines, listener, shutdown.

use crate::config::{Config, StoreKind};
use crate::connections::{self, ConnectionLimits};
use crate::engine::{EngineSettings, Engines};
use crate::http::{AppState, JOB_FORMAT, router};
use crate::jobs::{Jobs, LocalJobs, RedisJobs};
use crate::pool::Pool;
use crate::redis_link::RedisLink;
use crate::service::{Service, work};
use crate::session::{MemoryStore, OpenError, RedbStore, RedisStore, Store};
use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// Why the service cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("the store {}: {source}", path.display())]
    Redb { path: PathBuf, source: OpenError },
    #[error("redis_url: {0}")]
    Redis(#[from] redis::RedisError),
    #[error(transparent)]
    Listener(#[from] io::Error),
}

/// Where games and long analyses are kept.
fn open_stores(config: &Config) -> Result<(Store, Jobs), ServeError> {
    let idle = Duration::from_secs(config.game_idle_seconds);
    let keep = Duration::from_secs(config.job_keep_seconds);
    let records = config.record_limits();
    let local_jobs = || Jobs::Local(LocalJobs::new(config.max_jobs, keep));
    Ok(match config.store {
        StoreKind::Memory => (MemoryStore::new(config.max_games, idle, records).into(), local_jobs()),
        StoreKind::Redb => {
            let path = &config.redb_path;
            let store = RedbStore::open(path, config.max_games, idle, records)
                .map_err(|source| ServeError::Redb { path: path.clone(), source })?;
            (store.into(), local_jobs())
        }
        StoreKind::Redis => {
            let link = RedisLink::new(&config.redis_url)?;
            let store = RedisStore::new(&link, config.max_games, idle, records)?;
            (store.into(), Jobs::Redis(RedisJobs::new(&link, config.max_jobs, keep)?))
        }
    })
}

/// Serves until `shutdown` is done, then in two stages: no new searches and streams told to end, while searches that
/// were admitted go on, and `/readyz` says so as long as they do; after the grace period every search is told to
/// answer with what it has.
///
/// # Errors
/// When the store cannot be opened, or the listener fails.
pub async fn run(
    config: Config,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let sweep_every = Duration::from_secs(config.sweep_seconds.max(1));
    let grace = Duration::from_millis(config.shutdown_grace_ms);
    let delay = Duration::from_millis(config.shutdown_delay_ms);
    let engines = Engines::new(EngineSettings::with_tables(config.table_mib, config.isolated_table_mib));
    let limits = ConnectionLimits {
        most: config.max_connections,
        header_timeout: Duration::from_millis(config.header_timeout_ms),
    };
    let pool = Pool::new(Arc::new(engines), config.search_width());
    let (store, jobs) = open_stores(&config)?;
    let service = Service::new(config, pool, store, jobs);
    tracing::info!(address = %listener.local_addr()?, threads = service.pool.width(), "listening");

    let sweeper = tokio::spawn(sweep(service.clone(), sweep_every));
    for _ in 0..service.pool.width() {
        service.tasks.spawn(work(service.clone(), JOB_FORMAT));
    }
    let closing = service.clone();
    let serve = connections::serve(listener, router(AppState::new(service.clone())), limits, async move {
        shutdown.await;
        tracing::info!(searches = closing.pool.load(), "shutting down");
        closing.leaving.cancel();
        // Until load balancers have noticed. To sleep for no time would still admit a search.
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        closing.draining.cancel();
        closing.pool.close();
        // Whether or not the searches have ended by then, the listener closes.
        let _ = tokio::time::timeout(grace, closing.pool.drained()).await;
    });
    let end_searches = async {
        service.draining.cancelled().await;
        tokio::time::sleep(grace).await;
        service.pool.stop();
        // A client that has not taken its answer by then will not.
        tokio::time::sleep(grace).await;
    };
    tokio::select! {
        () = serve => {}
        () = end_searches => {}
    }
    // Changes whose clients have left still run to their end, since their searches have been stopped. Jobs that workers
    // had to leave go back to the queue.
    service.tasks.close();
    let ended = async {
        service.tasks.wait().await;
        service.jobs.returned().await;
    };
    let _ = tokio::time::timeout(grace, ended).await;
    sweeper.abort();
    Ok(())
}

async fn sweep(service: Service, every: Duration) {
    loop {
        service.store.sweep().await;
        service.jobs.sweep().await;
        tokio::time::sleep(every).await;
    }
}
