//! The service and its long-lived state.

use super::access::api_keys::ApiKeys;
use super::access::client::Client;
use super::access::quotas::{QuotaStatus, Quotas};
use super::access::seated_games::SeatedGames;
use super::access::streams::{OpenStreams, StreamGuard};
use super::error::Result;
use super::feed::webhooks::metrics::WebhookMetrics;
use super::metrics::Metrics;
use super::people::connected_players::ConnectedPlayers;
use super::people::seekers::Seekers;
use super::play::delays::Delays;
use super::play::run_places::Runs;
use super::search::review::cache::ReviewCache;
use super::search::running::RunningAnalyses;
use crate::config::Config;
use crate::game::GameTime;
use crate::jobs::{Jobs, Status};
use crate::open_counts::OpenCounts;
use crate::pool::Pool;
use crate::store::{KeepTimes, Store};
use prometheus_client::registry::Registry;
use std::fs::File;
use std::sync::Arc;
use std::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

/// The service and its long-lived state.
#[derive(Debug)]
pub struct Service {
    pub(super) config: Config,
    pub(super) api_keys: ApiKeys,
    pub(super) store: Store,
    pub(super) jobs: Jobs,
    pub(super) pool: Pool,
    pub(super) metrics: Metrics,
    pub(super) webhook_metrics: WebhookMetrics,
    pub(super) quotas: Arc<Quotas>,
    pub(super) streams: Arc<OpenStreams>,
    pub(super) analyses: RunningAnalyses,
    pub(super) reviews: ReviewCache,
    pub(super) seated: SeatedGames,
    pub(super) connected_players: ConnectedPlayers,
    pub(super) seekers: Seekers,
    /// The streams by game that no player has opened.
    pub(super) watchers: OpenCounts<Uuid>,
    pub(super) delays: Delays,
    pub(super) runs: Runs,
    /// The game time when the server started.
    pub(super) started: GameTime,
    /// The background tasks, and the changes in progress. Each change runs to its end even if its client disconnects.
    pub(super) tasks: TaskTracker,
    /// Cancelled when the server begins to shut down: from then on it reports that it is not ready.
    pub(super) shutting_down: CancellationToken,
    /// Cancelled when streams and job workers must end.
    pub(super) draining: CancellationToken,
}

impl Service {
    pub fn new(config: Config, pool: Pool, store: Store, jobs: Jobs) -> Arc<Service> {
        Arc::new(Service {
            api_keys: ApiKeys::new(&config.api_keys),
            quotas: Arc::new(Quotas::new(&config, store.shared_quotas().is_some())),
            streams: Arc::new(OpenStreams::new(&config)),
            metrics: Metrics::default(),
            webhook_metrics: WebhookMetrics::default(),
            analyses: RunningAnalyses::default(),
            reviews: ReviewCache::default(),
            seated: SeatedGames::default(),
            connected_players: ConnectedPlayers::default(),
            seekers: Seekers::default(),
            watchers: OpenCounts::default(),
            delays: Delays::default(),
            runs: Runs::new(config.max_runs_per_client),
            started: store.game_time_now(),
            tasks: TaskTracker::new(),
            shutting_down: CancellationToken::new(),
            draining: CancellationToken::new(),
            config,
            store,
            jobs,
            pool,
        })
    }

    /// How many threads search.
    pub fn thread_count(&self) -> usize {
        self.pool.thread_count()
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The API keys that may use the server.
    pub fn api_keys(&self) -> &ApiKeys {
        &self.api_keys
    }

    /// How long games are kept.
    pub fn keep_times(&self) -> KeepTimes {
        self.store.keep_times()
    }

    /// Whether the store takes changes.
    pub fn takes_changes(&self) -> bool {
        self.store.takes_changes()
    }

    /// The names of the engines that are programs, and whether they could not be started lately.
    pub fn outside_engines(&self) -> impl Iterator<Item = (&str, bool)> {
        self.pool.outside_engines()
    }

    /// Whether the server has begun to shut down.
    pub fn is_shutting_down(&self) -> bool {
        self.shutting_down.is_cancelled()
    }

    /// Whether streams end because the server shuts down.
    pub fn is_draining(&self) -> bool {
        self.draining.is_cancelled()
    }

    /// A consistent copy of the store's file. None if the store has none.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn backup(&self) -> Result<Option<File>> {
        Ok(self.store.backup().await?)
    }

    /// Counts a stream of this client as open until the guard is dropped.
    ///
    /// # Errors
    /// When the server or the client has reached its limit.
    pub fn open_stream(&self, client: Client) -> Result<StreamGuard> {
        self.streams.open(client)
    }

    /// Takes a request from the client's quota.
    ///
    /// # Errors
    /// When nothing is left of it.
    pub fn take_request(&self, client: &Client) -> Result<()> {
        self.quotas.take_request(client, Instant::now())
    }

    /// What is left of the client's quotas.
    pub fn quota_statuses(&self, client: &Client) -> Vec<QuotaStatus> {
        self.quotas.statuses(client, Instant::now()).collect()
    }

    /// What one client may ask for.
    pub fn client_limits(&self) -> ClientLimits {
        ClientLimits {
            games_per_minute: self.quotas.games_per_minute(),
            search_ms_per_minute: self.quotas.search_ms_per_minute(),
            long_searches: self.pool.long_searches_per_client(),
        }
    }

    /// Registers the metrics of the service and of its store.
    pub fn register_metrics(&self, registry: &mut Registry) {
        self.store.metrics().register(registry);
        self.metrics.register(registry);
        self.webhook_metrics.register(registry);
        self.pool.register_outside_metrics(registry);
    }

    /// How much there is at present of what a server has.
    pub fn load(&self) -> Load {
        Load {
            games: self.store.len(),
            streams: self.streams.count(),
            idle_threads: self.pool.idle(),
            jobs: self.jobs.count(),
        }
    }
}

/// What one client may ask for. 0 for no limit.
#[derive(Clone, Copy, Debug)]
pub struct ClientLimits {
    pub games_per_minute: u32,
    pub search_ms_per_minute: u32,
    /// How many long searches at once.
    pub long_searches: usize,
}

/// How much there is at present of what a server has.
#[derive(Clone, Debug)]
pub struct Load {
    pub games: usize,
    pub streams: usize,
    pub idle_threads: usize,
    pub jobs: Vec<(Status, usize)>,
}
