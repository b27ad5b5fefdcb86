//! The settings. Later sources override earlier ones: defaults, file, environment, command-line flags.

mod api_keys;
mod engines;
mod webhooks;

pub use api_keys::{ApiKey, Scope};
pub use engines::{OutsideEngine, Protocol};
pub use webhooks::Webhook;

use crate::address::{ProxyHeader, TrustedProxies};
use crate::engine::EngineSettings;
use crate::game::Seats;
use crate::rules::Ruleset;
use crate::store::{KeepTimes, RecordLimits};
use axum::http::Uri;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Every setting. `duiyi.toml` at the root of the repository lists each with its default and explains it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    pub listen: SocketAddr,
    /// The address of a second listener for `/healthz`, `/readyz` and `/metrics`, which the first one then does not serve.
    pub admin_listen: Option<SocketAddr>,
    pub log: String,
    pub log_format: LogFormat,
    /// The base URL of an OTLP/HTTP collector. Empty disables the trace export.
    pub otlp_endpoint: String,
    /// 0 means one per core.
    pub search_threads: usize,
    pub default_time_ms: u64,
    pub max_time_ms: u64,
    /// The longest search time that a job (`/v1/analyses`) may request.
    pub max_job_time_ms: u64,
    pub max_jobs: usize,
    /// How many long analyses of one client may wait or run. 0 means no limit.
    pub max_jobs_per_client: usize,
    /// How many games between engines the server plays at once for one client.
    pub max_runs_per_client: usize,
    pub job_keep_seconds: u64,
    /// The most threads that one search may use.
    pub max_threads: usize,
    pub table_mib: usize,
    /// Where games are stored.
    pub store: StoreKind,
    pub redb_path: PathBuf,
    /// One address, or several nodes of a cluster separated by commas.
    pub redis_url: String,
    /// A file of certificates in PEM: the authorities that are trusted for `rediss://`, in place of the system's.
    pub redis_ca: Option<PathBuf>,
    /// How many replicas of Redis must have a change before it is acknowledged.
    pub redis_wait_replicas: u32,
    /// Whether `/readyz` fails while the store takes no changes.
    pub ready_needs_store: bool,
    pub max_games: usize,
    /// The longest game, in plies.
    pub max_plies: usize,
    /// How long the side to move may be away before the other side may claim the game, unless the game says otherwise.
    pub abandon_ms: u64,
    pub game_idle_seconds: u64,
    /// As `game_idle_seconds`, for games that are over. 0 means the same time.
    pub finished_keep_seconds: u64,
    /// How long the events of `/v1/events` can be read.
    pub feed_keep_seconds: u64,
    /// How long each side may take for its first move in a game with a clock that does not set it.
    pub first_move_ms: u64,
    /// How long the response to a request with an `Idempotency-Key` is kept for replay.
    pub idempotency_keep_seconds: u64,
    /// The most idempotency records of one client.
    pub idempotency_per_client: usize,
    /// The most connections open at once.
    pub max_connections: usize,
    /// The most connections open at once from one address, or from one IPv6 /64 network. 0 means no limit. Trusted proxies are exempt.
    pub max_connections_per_address: usize,
    /// The addresses and networks of the reverse proxies in front of the server.
    pub trusted_proxies: Vec<String>,
    /// The header in which the trusted proxies name the client.
    pub proxy_header: ProxyHeader,
    /// Whether connections from the trusted proxies begin with a head of the PROXY protocol, which names the client.
    pub proxy_protocol: bool,
    /// How long a client may take to send the headers of a request, and then its body, and how long a connection may be idle.
    pub header_timeout_ms: u64,
    pub request_timeout_ms: u64,
    pub body_limit_bytes: usize,
    /// The origins that CORS allows. Empty allows any.
    pub cors_origins: Vec<String>,
    /// The sources (CSP `frame-ancestors`) whose pages may show `/embed/{id}` in a frame. Empty: none.
    pub embed_frame_ancestors: Vec<String>,
    /// The API keys that may use `/v1`. Empty: everybody may.
    pub api_keys: Vec<ApiKey>,
    /// Where the events of games are sent.
    pub webhooks: Vec<Webhook>,
    /// Programs that search in place of our own engine where a request names them.
    pub engines: Vec<OutsideEngine>,
    /// Whether `/mcp` offers the API as tools of the Model Context Protocol.
    pub mcp: bool,
    /// How many requests to `/v1` a client may make per minute. 0 means no limit.
    pub requests_per_minute: u32,
    /// How many games a client may create per minute. 0 means no limit. None limits only clients that have no API key and are
    /// on other machines.
    pub games_per_minute: Option<u32>,
    /// How much search time a client may use per minute, summed over threads. 0 means no limit. None limits only clients that have
    /// no API key and are on other machines.
    pub search_ms_per_minute: Option<u32>,
    /// How many people may look for an opponent at once, on all servers with the same store.
    pub max_seeks: usize,
    /// How many seeks one client may have open at once. 0 means no limit.
    pub max_seeks_per_client: usize,
    /// The most streams open at once.
    pub max_streams: usize,
    /// The most streams one client may have open at once. 0 means no limit.
    pub max_streams_per_client: usize,
    pub shutdown_delay_ms: u64,
    pub shutdown_grace_ms: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    Text,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoreKind {
    /// In memory. Games are lost when the server stops.
    Memory,
    /// In one redb file. Games survive a restart.
    Redb,
    /// In Redis or Valkey. Several servers can share it.
    Redis,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            admin_listen: None,
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            otlp_endpoint: String::new(),
            search_threads: 0,
            default_time_ms: 1000,
            max_time_ms: 60_000,
            max_job_time_ms: 600_000,
            max_jobs: 1000,
            max_jobs_per_client: 100,
            max_runs_per_client: 4,
            job_keep_seconds: 3600,
            max_threads: 4,
            table_mib: 64,
            store: StoreKind::Memory,
            redb_path: PathBuf::from("duiyi.redb"),
            redis_url: "redis://127.0.0.1:6379".to_owned(),
            redis_ca: None,
            redis_wait_replicas: 0,
            ready_needs_store: false,
            max_games: 100_000,
            max_plies: 2000,
            abandon_ms: Seats::ABANDON_MS,
            game_idle_seconds: 86_400,
            finished_keep_seconds: 0,
            feed_keep_seconds: 86_400,
            first_move_ms: 30_000,
            idempotency_keep_seconds: 86_400,
            idempotency_per_client: 1000,
            max_connections: 10_000,
            max_connections_per_address: 5000,
            trusted_proxies: Vec::new(),
            proxy_header: ProxyHeader::XForwardedFor,
            proxy_protocol: false,
            header_timeout_ms: 10_000,
            request_timeout_ms: 90_000,
            body_limit_bytes: 65_536,
            cors_origins: Vec::new(),
            embed_frame_ancestors: vec!["*".to_owned()],
            api_keys: Vec::new(),
            webhooks: Vec::new(),
            engines: Vec::new(),
            mcp: false,
            requests_per_minute: 0,
            games_per_minute: None,
            search_ms_per_minute: None,
            max_seeks: 10_000,
            max_seeks_per_client: 100,
            max_streams: 10_000,
            max_streams_per_client: 2000,
            shutdown_delay_ms: 0,
            shutdown_grace_ms: 10_000,
        }
    }
}

/// Why the settings are not valid.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{}: {source}", path.display())]
    Parse { path: PathBuf, source: toml::de::Error },
    #[error("environment variable {name}: {source}")]
    Environment { name: String, source: toml::de::Error },
    #[error("{0}")]
    Value(String),
}

const ENVIRONMENT_PREFIX: &str = "DUIYI_";

impl Config {
    /// Loads the settings: the defaults, overridden by `file` if one is given, overridden by `environment`, where
    /// `DUIYI_MAX_GAMES=10` sets `max_games`.
    ///
    /// # Errors
    /// When the file cannot be read, a setting is unknown, or a value is not valid.
    pub fn load(
        file: Option<&Path>,
        environment: impl Iterator<Item = (String, String)>,
    ) -> Result<Config, ConfigError> {
        let mut table = match file {
            Some(path) => read_file(path)?,
            None => toml::Table::new(),
        };
        for (name, value) in environment {
            let Some(setting) = name.strip_prefix(ENVIRONMENT_PREFIX) else { continue };
            // DUIYI_CONFIG belongs to the command line. It is not a setting.
            if setting != "CONFIG" && !is_service_link(setting) {
                let setting = setting.to_ascii_lowercase();
                let value = environment_value(&setting, &value)
                    .map_err(|source| ConfigError::Environment { name: name.clone(), source })?;
                table.insert(setting, value);
            }
        }
        let parsed = table.try_into::<Config>();
        let config = parsed.map_err(|error| ConfigError::Value(error.to_string().trim().to_owned()))?;
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> Result<(), ConfigError> {
        let refuse = |text: String| Err(ConfigError::Value(text));
        if self.max_time_ms < 10 || self.default_time_ms < 10 || self.default_time_ms > self.max_time_ms {
            return refuse(format!(
                "expected 10 <= default_time_ms <= max_time_ms, got {} and {}",
                self.default_time_ms, self.max_time_ms
            ));
        }
        if self.request_timeout_ms <= self.max_time_ms {
            return refuse(format!(
                "expected request_timeout_ms above max_time_ms ({}), got {}",
                self.max_time_ms, self.request_timeout_ms
            ));
        }
        if (1..self.game_idle_seconds).contains(&self.finished_keep_seconds) {
            return refuse(format!(
                "expected finished_keep_seconds to be 0 or at least game_idle_seconds ({}), got {}",
                self.game_idle_seconds, self.finished_keep_seconds
            ));
        }
        if self.first_move_ms == 0 {
            return refuse("expected first_move_ms above 0".to_owned());
        }
        if self.header_timeout_ms == 0 {
            return refuse("expected header_timeout_ms above 0".to_owned());
        }
        if let Some(search_ms) = self.search_ms_per_minute
            && (1..self.default_time_ms).contains(&u64::from(search_ms))
        {
            return refuse(format!(
                "expected search_ms_per_minute to be 0 or to allow for a search of default_time_ms ({}), got {search_ms}",
                self.default_time_ms
            ));
        }
        if let Err(text) = TrustedProxies::parse(&self.trusted_proxies, self.proxy_header) {
            return refuse(format!("trusted_proxies: expected an address or a network, got {text:?}"));
        }
        if let Some(origin) = self.cors_origins.iter().find(|origin| !is_origin(origin)) {
            return refuse(format!(
                "cors_origins: expected origins such as \"https://play.example\", or none to allow any, got {origin:?}"
            ));
        }
        for source in &self.embed_frame_ancestors {
            if source.is_empty()
                || !source.bytes().all(|byte| byte.is_ascii_graphic() && !b";,".contains(&byte))
            {
                return refuse(format!(
                    "embed_frame_ancestors: expected origins such as \"https://club.example\", got {source:?}"
                ));
            }
        }
        for key in &self.api_keys {
            key.check().map_err(|text| ConfigError::Value(format!("api_keys: {text}")))?;
        }
        for webhook in &self.webhooks {
            webhook.check().map_err(|text| ConfigError::Value(format!("webhooks: {text}")))?;
        }
        for (place, engine) in self.engines.iter().enumerate() {
            engine.check().map_err(|text| ConfigError::Value(format!("engines: {text}")))?;
            if self.engines[..place].iter().any(|other| other.name == engine.name) {
                return refuse(format!("engines: there are two of the name {}", engine.name));
            }
        }
        Ok(())
    }

    /// The program with this name.
    pub fn engine(&self, name: &str) -> Option<&OutsideEngine> {
        self.engines.iter().find(|engine| engine.name == name)
    }

    /// The program with this name.
    ///
    /// # Errors
    /// Lists those that there are.
    pub fn engine_or_list(&self, name: &str) -> Result<&OutsideEngine, String> {
        self.engine(name).ok_or_else(|| expected_engine(name, "", self.engines.iter()))
    }

    /// The program with this name, which plays this ruleset.
    ///
    /// # Errors
    /// Lists those that do.
    pub fn engine_for(&self, name: &str, ruleset: Ruleset) -> Result<&OutsideEngine, String> {
        let plays = |engine: &&OutsideEngine| engine.rulesets.contains(&ruleset);
        let for_it = format!(" for {}", ruleset.name());
        let list = || expected_engine(name, &for_it, self.engines.iter().filter(plays));
        self.engine(name).filter(plays).ok_or_else(list)
    }

    /// These settings with the time limit of jobs in place of that of requests.
    pub fn for_jobs(&self) -> Config {
        Config { max_time_ms: self.max_job_time_ms, ..self.clone() }
    }

    /// The settings of the engines of all rulesets.
    pub fn engine_settings(&self) -> EngineSettings {
        EngineSettings { table_mib: self.table_mib, ..EngineSettings::default() }
    }

    /// How long games are stored after their last use.
    pub fn keep_times(&self) -> KeepTimes {
        let seconds = self.game_idle_seconds.max(self.finished_keep_seconds);
        KeepTimes {
            unfinished: Duration::from_secs(self.game_idle_seconds),
            finished: Duration::from_secs(seconds),
            news: Duration::from_secs(self.feed_keep_seconds),
        }
    }

    /// The limits of the idempotency records.
    pub fn record_limits(&self) -> RecordLimits {
        RecordLimits {
            keep: Duration::from_secs(self.idempotency_keep_seconds),
            per_client: self.idempotency_per_client,
            ..RecordLimits::default()
        }
    }

    /// The value of CSP's `frame-ancestors` for pages that other sites may show in a frame.
    pub fn frame_ancestors(&self) -> String {
        match self.embed_frame_ancestors.as_slice() {
            [] => "'none'".to_owned(),
            sources => sources.join(" "),
        }
    }

    /// The proxies whose word about the address of a client counts.
    pub fn proxies(&self) -> TrustedProxies {
        TrustedProxies::parse(&self.trusted_proxies, self.proxy_header).expect("the settings were checked")
    }

    /// How many search threads the server runs.
    pub fn search_width(&self) -> usize {
        match self.search_threads {
            0 => cores(),
            threads => threads,
        }
    }

    /// How often what has expired is deleted: soon after the time that is set, but not all the time.
    pub fn sweep_every(&self) -> Duration {
        Duration::from_secs((self.game_idle_seconds / 10).clamp(1, 30))
    }
}

/// The message of a request that names an engine that is not one of these.
fn expected_engine<'a>(name: &str, which: &str, engines: impl Iterator<Item = &'a OutsideEngine>) -> String {
    let names: Vec<&str> = engines.map(|engine| engine.name.as_str()).collect();
    match names.as_slice() {
        [] => format!("this server has no engine{which} but its own, which searches without this field"),
        names => format!("expected one of the engines{which}: {}; got {name:?}", names.join(", ")),
    }
}

/// Whether this is what a browser sends as `Origin`: scheme, host and port, without a path.
fn is_origin(text: &str) -> bool {
    text.parse::<Uri>().is_ok_and(|uri| match (uri.scheme_str(), uri.authority()) {
        (Some(scheme), Some(authority)) => text == format!("{scheme}://{authority}"),
        _ => false,
    })
}

/// How many processor cores the server may use.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn read_file(path: &Path) -> Result<toml::Table, ConfigError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| ConfigError::Read { path: path.to_owned(), source })?;
    // Deserialize straight from the text first: these errors name the line.
    toml::from_str::<Config>(&text).map_err(|source| ConfigError::Parse { path: path.to_owned(), source })?;
    toml::from_str(&text).map_err(|source| ConfigError::Parse { path: path.to_owned(), source })
}

/// Whether Kubernetes sets this variable. It sets `DUIYI_PORT`, `DUIYI_SERVICE_HOST` and others in every pod of a
/// namespace that has a service named duiyi.
fn is_service_link(setting: &str) -> bool {
    setting == "PORT" || setting.starts_with("PORT_") || setting.starts_with("SERVICE_")
}

/// Parses a value from the environment: plain text for a string, comma-separated words for a list of words, TOML for the rest.
fn environment_value(setting: &str, text: &str) -> Result<toml::Value, toml::de::Error> {
    let default = toml::Value::try_from(Config::default()).ok();
    let kind = default.as_ref().and_then(|table| table.get(setting));
    match kind {
        Some(toml::Value::String(_)) => Ok(toml::Value::String(text.to_owned())),
        // A setting that has no value by default is a number or plain text.
        None => Ok(text.parse().map_or_else(|_| toml::Value::String(text.to_owned()), toml::Value::Integer)),
        Some(toml::Value::Array(_)) if !text.starts_with('[') => {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            Ok(toml::Value::Array(items.map(|item| toml::Value::String(item.to_owned())).collect()))
        }
        _ => {
            let table: toml::Table = toml::from_str(&format!("value = {text}"))?;
            Ok(table.into_iter().next().map_or(toml::Value::Boolean(false), |(_, value)| value))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(pairs: &[(&str, &str)]) -> impl Iterator<Item = (String, String)> {
        pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn the_file_at_the_root_lists_every_setting_with_its_default() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("duiyi.toml");
        assert_eq!(Config::load(Some(&path), environment(&[])).unwrap(), Config::default());
        let listed: toml::Table = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let all = toml::Table::try_from(Config::default()).unwrap();
        assert_eq!(listed.keys().collect::<Vec<_>>(), all.keys().collect::<Vec<_>>());
    }

    #[test]
    fn the_environment_overrides_the_file() {
        let config = Config::load(
            None,
            environment(&[
                ("DUIYI_LISTEN", "0.0.0.0:9000"),
                ("DUIYI_MAX_GAMES", "7"),
                ("DUIYI_GAMES_PER_MINUTE", "8"),
                ("DUIYI_REDIS_CA", "ca.pem"),
                ("DUIYI_CORS_ORIGINS", "https://a.example, https://b.example"),
                ("HOME", "/"),
                ("DUIYI_PORT", "tcp://10.0.0.1:8080"),
                ("DUIYI_SERVICE_HOST", "10.0.0.1"),
            ]),
        )
        .unwrap();
        assert_eq!((config.listen.port(), config.max_games, config.cors_origins.len()), (9000, 7, 2));
        assert_eq!((config.games_per_minute, config.redis_ca), (Some(8), Some(PathBuf::from("ca.pem"))));
    }

    #[test]
    fn the_environment_may_have_api_keys() {
        let digest = "0".repeat(64);
        let text = format!("[{{name = \"shop\", sha256 = \"{digest}\"}}]");
        let config = Config::load(None, environment(&[("DUIYI_API_KEYS", &text)])).unwrap();
        assert_eq!(config.api_keys, [ApiKey::new("shop", &digest)]);
    }

    #[test]
    fn the_environment_may_have_engines() {
        let text = r#"[{name = "fish", protocol = "uci", command = ["fish"], rulesets = ["xiangqi"]}]"#;
        let config = Config::load(None, environment(&[("DUIYI_ENGINES", text)])).unwrap();
        let fish = OutsideEngine::new("fish", Protocol::Uci, vec!["fish".to_owned()], vec![Ruleset::Xiangqi]);
        assert_eq!(config.engines, [fish]);
    }

    #[test]
    fn an_error_names_the_setting_that_is_wrong() {
        let error = |pairs: &[(&str, &str)]| Config::load(None, environment(pairs)).unwrap_err().to_string();
        assert!(error(&[("DUIYI_MAX_GAME", "7")]).contains("max_game"));
        assert!(error(&[("DUIYI_MAX_GAMES", "many")]).contains("DUIYI_MAX_GAMES"));
        assert!(error(&[("DUIYI_MAX_TIME_MS", "5")]).contains("max_time_ms"));
        assert!(error(&[("DUIYI_FINISHED_KEEP_SECONDS", "5")]).contains("finished_keep_seconds"));
        assert!(error(&[("DUIYI_HEADER_TIMEOUT_MS", "0")]).contains("header_timeout_ms"));
        assert!(error(&[("DUIYI_SEARCH_MS_PER_MINUTE", "999")]).contains("search_ms_per_minute"));
        assert!(
            error(&[("DUIYI_EMBED_FRAME_ANCESTORS", "* ;script-src *")]).contains("embed_frame_ancestors")
        );
        for origin in ["not an origin", "*", "play.example", "https://play.example/", "https://a.example,/b"]
        {
            assert!(error(&[("DUIYI_CORS_ORIGINS", origin)]).contains("cors_origins"), "{origin}");
        }
        let key = |rest: &str| error(&[("DUIYI_API_KEYS", &format!("[{{name = \"shop\", {rest}}}]"))]);
        assert!(key("sha256 = \"secret\"").contains("64 hexadecimal digits"));
        let hook = |text: &str| error(&[("DUIYI_WEBHOOKS", &format!("[{{{text}}}]"))]);
        assert!(hook("url = \"ftp://a\", secret = \"x\"").contains("https://"));
        assert!(hook("url = \"https://a.example\", secret = \"x\"").contains("whsec_"));
        let secret = "secret = \"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"";
        let wrong = format!("url = \"https://a.example\", {secret}, events = [\"game_ended\"]");
        assert!(hook(&wrong).contains("game_finished"));
        let engine = |rest: &str| {
            let text = format!("[{{name = \"fish\", command = [\"fish\"], {rest}}}]");
            error(&[("DUIYI_ENGINES", &text)])
        };
        assert!(engine("protocol = \"xboard\", rulesets = [\"xiangqi\"]").contains("gomocup"));
        assert!(
            engine("protocol = \"uci\", rulesets = [\"renju\"]").contains("uci and ucci are for xiangqi")
        );
        assert!(engine("protocol = \"uci\", rulesets = []").contains("rulesets"));
        let uci = "protocol = \"uci\", rulesets = [\"xiangqi\"]";
        assert!(engine(&format!("{uci}, processes = 0")).contains("1 to 64 processes"));
        assert!(engine(&format!("{uci}, options = {{Hash = \"1\\nquit\"}}")).contains("control"));
        let digest = format!("sha256 = \"{}\"", "0".repeat(64));
        assert!(key(&format!("{digest}, scopes = [\"game\"]")).contains("games"));
        assert!(key(&format!("{digest}, scope = [\"games\"]")).contains("scopes"));
        assert!(Config::load(Some(Path::new("/nowhere.toml")), environment(&[])).is_err());
    }
}
