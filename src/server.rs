//! The service from start to end: settings, engines, listener, shutdown.

use crate::config::{Config, StoreKind};
use crate::connections::{self, ConnectionLimits};
use crate::engine::{EngineSettings, Engines};
use crate::http::{AppState, router, work};
use crate::pool::Pool;
use crate::session::{MemoryStore, OpenError, RedbStore, RedisStore, Store};
use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How often a server that shuts down looks whether its searches have ended.
const LOOK_EVERY: Duration = Duration::from_millis(10);

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

fn open_store(config: &Config) -> Result<Store, ServeError> {
    let idle = Duration::from_secs(config.game_idle_seconds);
    Ok(match config.store {
        StoreKind::Memory => MemoryStore::new(config.max_games, idle).into(),
        StoreKind::Redb => {
            let path = &config.redb_path;
            let store = RedbStore::open(path, config.max_games, idle);
            store.map_err(|source| ServeError::Redb { path: path.clone(), source })?.into()
        }
        StoreKind::Redis => RedisStore::new(&config.redis_url, config.max_games, idle)?.into(),
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
    let store = open_store(&config)?;
    let state = AppState::new(config, pool.clone(), store);
    tracing::info!(address = %listener.local_addr()?, threads = pool.width(), "listening");

    let sweeping = state.clone();
    let sweeper = tokio::spawn(async move {
        loop {
            sweeping.store.sweep().await;
            sweeping.jobs.sweep().await;
            tokio::time::sleep(sweep_every).await;
        }
    });
    for _ in 0..pool.width() {
        tokio::spawn(work(state.clone()));
    }
    let (leaving, draining) = (state.leaving.clone(), state.draining.clone());
    let stopping = draining.clone();
    let closing = pool.clone();
    let serve = connections::serve(listener, router(state), limits, async move {
        shutdown.await;
        tracing::info!(searches = closing.load(), "shutting down");
        leaving.cancel();
        // Until whoever sends requests here has noticed. To sleep for no time would still let a search in.
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        draining.cancel();
        closing.close();
        let ended = async {
            while closing.load() > 0 {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        // Whether or not they ended, the listener closes now.
        let _ = tokio::time::timeout(grace, ended).await;
    });
    let end_searches = async {
        stopping.cancelled().await;
        tokio::time::sleep(grace).await;
        pool.stop();
        // Whoever has not taken its answer by then will not.
        tokio::time::sleep(grace).await;
    };
    tokio::select! {
        () = serve => {}
        () = end_searches => {}
    }
    sweeper.abort();
    Ok(())
}
