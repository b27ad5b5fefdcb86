use super::{Error, HealthcheckArgs, ServeArgs};
use crate::config::{ApiKey, Config};
use crate::{server, telemetry};
use futures_util::Stream;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

/// The number of SIGXFSZ on Linux and macOS.
const SIGXFSZ: i32 = 25;

pub fn serve(args: ServeArgs, out: &mut impl Write) -> Result<(), Error> {
    let mut config = Config::load(args.config.as_deref(), std::env::vars())?;
    config.listen = args.listen.unwrap_or(config.listen);
    config.log = args.log.unwrap_or(config.log);
    config.log_format = args.log_format.unwrap_or(config.log_format);
    if args.check {
        telemetry::check(&config)?;
        let (listen, store) = (config.listen, format!("{:?}", config.store).to_lowercase());
        writeln!(
            out,
            "the settings are valid: listen {listen}, store {store}, {} API keys",
            config.api_keys.len()
        )?;
        return Ok(());
    }
    let _telemetry = telemetry::start(&config)?;
    server::runtime()?.block_on(async {
        let listener = TcpListener::bind(config.listen)
            .await
            .map_err(|error| format!("cannot listen on {}: {error}", config.listen))?;
        // With a handler, a write beyond the file size limit fails with EFBIG. Without one, the signal kills the process.
        let _stays_handled = signal(SignalKind::from_raw(SIGXFSZ))?;
        let mut terminate = signal(SignalKind::terminate())?;
        let shutdown = async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        };
        let api_keys = read_again(args.config)?;
        Ok(Box::pin(server::run(config, listener, shutdown, api_keys)).await?)
    })
}

/// The API keys in the settings, read again at every SIGHUP.
fn read_again(file: Option<PathBuf>) -> io::Result<impl Stream<Item = Vec<ApiKey>>> {
    let mut hangup = signal(SignalKind::hangup())?;
    Ok(async_stream::stream! {
        while hangup.recv().await.is_some() {
            match Config::load(file.as_deref(), std::env::vars()) {
                Ok(config) => yield config.api_keys,
                Err(error) => tracing::error!(%error, "the settings could not be read again: the API keys stay as they were"),
            }
        }
    })
}

pub fn healthcheck(args: &HealthcheckArgs) -> Result<(), Error> {
    const LIMIT: Duration = Duration::from_secs(3);
    let config = Config::load(args.config.as_deref(), std::env::vars())?;
    let address = reachable(args.listen.or(config.admin_listen).unwrap_or(config.listen));
    server::runtime()?.block_on(async {
        let client = reqwest::Client::builder().timeout(LIMIT).no_proxy().build()?;
        let answer = client.get(format!("http://{address}/healthz")).send().await?;
        if answer.status().is_success() {
            Ok(())
        } else {
            Err(format!("{address} answers {}", answer.status()).into())
        }
    })
}

/// The address that reaches a local server: the loopback address if the server listens on all addresses.
pub fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}
