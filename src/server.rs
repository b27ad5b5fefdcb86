//! Starts the service, runs it, and shuts it down.

use crate::config::{ApiKey, Config, OutsideEngine, StoreKind, cores};
use crate::connections::{self, ConnectionLimits};
use crate::engine::Engines;
use crate::http::{AppState, JOB_FORMAT, admin_router, router};
use crate::jobs::{Jobs, LocalJobs, RedisJobs};
use crate::pool::Pool;
use crate::redis_link::RedisLink;
use crate::service::Service;
use crate::store::{FileError, LocalStore, RedisStore, Store};
use futures_util::{Stream, StreamExt};
use std::future::{self, Future};
use std::io;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio_util::task::AbortOnDropHandle;

/// How long the server waits for the game time before it serves. Until it is known, no game with a clock can start.
const GAME_TIME_TIMEOUT: Duration = Duration::from_secs(1);

/// Why the server could not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("the store {}: {source}", path.display())]
    Redb { path: PathBuf, source: FileError },
    #[error("redis_url: {0}")]
    Redis(#[from] redis::RedisError),
    #[error("redis_ca: {}: {source}", path.display())]
    RedisCa { path: PathBuf, source: io::Error },
    #[error("table_mib: the memory for two tables of {0} MiB is not there")]
    Tables(usize),
    #[error(transparent)]
    Listener(#[from] io::Error),
}

fn redis_link(config: &Config) -> Result<RedisLink, ServeError> {
    let read = |path: &PathBuf| {
        std::fs::read(path).map_err(|source| ServeError::RedisCa { path: path.clone(), source })
    };
    let ca = config.redis_ca.as_ref().map(read).transpose()?;
    Ok(RedisLink::new(&config.redis_url, ca.as_deref())?)
}

/// Checks that the tables of the engines can be allocated: a failed allocation would end the program without saying why.
fn check_tables(config: &Config) -> Result<(), ServeError> {
    let bytes = config.table_mib.saturating_mul(2 << 20);
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| ServeError::Tables(config.table_mib))
}

/// Opens the stores of games and jobs that the settings name.
fn open_stores(config: &Config) -> Result<(Store, Jobs), ServeError> {
    let keep_games = config.keep_times();
    let keep = Duration::from_secs(config.job_keep_seconds);
    let records = config.record_limits();
    let local_jobs = || Jobs::Local(LocalJobs::new(config.max_jobs, keep));
    Ok(match config.store {
        StoreKind::Memory => {
            (LocalStore::in_memory(config.max_games, keep_games, records).into(), local_jobs())
        }
        StoreKind::Redb => {
            let path = &config.redb_path;
            let store = LocalStore::open(path, config.max_games, keep_games, records)
                .map_err(|source| ServeError::Redb { path: path.clone(), source })?;
            (store.into(), local_jobs())
        }
        StoreKind::Redis => {
            let link = redis_link(config)?;
            let store = RedisStore::new(&link, config.max_games, keep_games, records)?
                .waiting_for_replicas(config.redis_wait_replicas)?;
            (store.into(), Jobs::Redis(RedisJobs::new(&link, config.max_jobs, keep)?))
        }
    })
}

/// The runtime that answers requests, with a thread for each four cores: threads that wake each other spend more time on that than
/// on the requests, unless they are busy all the time. They are named by what they run, because searches use far more processor
/// time than responses.
pub fn runtime() -> io::Result<Runtime> {
    let response_threads = cores().div_ceil(4);
    // Tokio starts the threads of its tasks while it builds the runtime, and those of blocking work later.
    let is_built = Arc::new(AtomicBool::new(false));
    let name = {
        let is_built = is_built.clone();
        move || if is_built.load(Ordering::Relaxed) { "search" } else { "respond" }.to_owned()
    };
    let mut builder = match response_threads {
        // A single thread needs no queue of tasks that it shares with others, so a request costs less.
        1 => Builder::new_current_thread(),
        _ => Builder::new_multi_thread(),
    };
    let runtime = builder.worker_threads(response_threads).enable_all().thread_name_fn(name).build()?;
    is_built.store(true, Ordering::Relaxed);
    Ok(runtime)
}

/// The service with the engines and stores that the settings name.
///
/// # Errors
/// When the store cannot be opened, or the memory for the engines is not there.
pub async fn service(config: Config) -> Result<Arc<Service>, ServeError> {
    check_tables(&config)?;
    let engines = Engines::new(config.engine_settings());
    let programs = config.engines.iter().map(OutsideEngine::spec).collect();
    let pool = Pool::new(Arc::new(engines), config.search_width()).with_outside(programs);
    let (store, jobs) = open_stores(&config)?;
    // A store that is down must not keep the server from starting.
    let _known = tokio::time::timeout(GAME_TIME_TIMEOUT, store.game_time_known()).await;
    Ok(Service::new(config, pool, store, jobs))
}

async fn replace_keys(service: Arc<Service>, api_keys: impl Stream<Item = Vec<ApiKey>>) {
    let mut api_keys = pin!(api_keys);
    while let Some(keys) = api_keys.next().await {
        service.api_keys().replace(&keys);
    }
}

/// Serves until `shutdown` resolves, then shuts down in two stages.
///
/// First `/readyz` reports that the server is shutting down. After `shutdown_delay_ms` the server refuses new searches and
/// ends its streams, while admitted searches continue. Second, after `shutdown_grace_ms`, it stops every search, which then
/// answers with the best move found so far.
///
/// `api_keys` are the new ones whenever the keys were read again.
///
/// # Errors
/// When the store cannot be opened, or the listener fails.
pub async fn run(
    config: Config,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
    api_keys: impl Stream<Item = Vec<ApiKey>> + Send + 'static,
) -> Result<(), ServeError> {
    let grace = Duration::from_millis(config.shutdown_grace_ms);
    let delay = Duration::from_millis(config.shutdown_delay_ms);
    let limits = ConnectionLimits {
        max_open: config.max_connections,
        max_per_address: config.max_connections_per_address,
        proxies: config.proxies(),
        proxy_protocol: config.proxy_protocol,
        header_timeout: Duration::from_millis(config.header_timeout_ms),
        write_timeout: connections::WRITE_TIMEOUT,
    };
    let admin_listener = match config.admin_listen {
        Some(address) => Some(TcpListener::bind(address).await?),
        None => None,
    };
    let service = service(config).await?;
    tracing::info!(address = %listener.local_addr()?, threads = service.thread_count(), "listening");
    let housekeeping = service.start_tasks(JOB_FORMAT);
    let state = AppState::new(service.clone());
    // Serves until the end, so that operators can watch the shutdown.
    let _admin = admin_listener.map(|listener| {
        // Operators connect without a proxy.
        let limits = ConnectionLimits { proxy_protocol: false, ..limits.clone() };
        let serve = connections::serve(listener, admin_router(state.clone()), limits, future::pending());
        AbortOnDropHandle::new(tokio::spawn(serve))
    });
    let _keys = AbortOnDropHandle::new(tokio::spawn(replace_keys(service.clone(), api_keys)));
    let closing = service.clone();
    let serve = connections::serve(listener, router(state), limits, async move {
        shutdown.await;
        closing.announce_shutdown();
        // Load balancers need time to notice. A sleep of zero would still yield, and so admit a search.
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        // The listener closes after the grace period even if searches still run.
        let _ = tokio::time::timeout(grace, closing.drain()).await;
    });
    let end_searches = async {
        service.draining().await;
        tokio::time::sleep(grace).await;
        service.stop_searches();
        // Clients get one more grace period to read their responses.
        tokio::time::sleep(grace).await;
    };
    tokio::select! {
        () = serve => {}
        () = end_searches => {}
    }
    // The searches of clients that have disconnected are stopped by now.
    let _ = tokio::time::timeout(grace, service.ended()).await;
    let _ = tokio::time::timeout(grace, service.end_outside_engines()).await;
    drop(housekeeping);
    Ok(())
}
