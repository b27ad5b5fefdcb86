//! `duiyi mcp`: the tools for agents on standard input and output.

use super::Error;
use crate::config::{Config, StoreKind};
use crate::http::{AppState, JOB_FORMAT, router};
use crate::mcp::{Api, over_stdio};
use crate::{server, telemetry};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct McpArgs {
    /// A server, such as `https://play.example`. Without it the program plays by itself, and keeps games in memory until it ends.
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// The API key for the server.
    #[arg(long, env = "DUIYI_KEY", hide_env_values = true)]
    key: Option<String>,
    /// A settings file for the program's own server.
    #[arg(long, value_name = "FILE", env = "DUIYI_CONFIG")]
    config: Option<PathBuf>,
    /// What the program's own server logs to standard error.
    #[arg(long, default_value = "warn")]
    log: String,
}

pub fn mcp(args: &McpArgs) -> Result<(), Error> {
    if let Some(server) = &args.server {
        let api = Api::remote(server, args.key.as_deref())?;
        return server::runtime()?.block_on(over_stdio(api));
    }
    let settings = std::env::vars().filter(|(name, _)| name != "DUIYI_KEY");
    let settings = Config::load(args.config.as_deref(), settings)?;
    let config = Config { store: StoreKind::Memory, log: args.log.clone(), ..settings };
    let _telemetry = telemetry::start(&config)?;
    server::runtime()?.block_on(async {
        let service = server::service(config).await?;
        let _housekeeping = service.start_tasks(JOB_FORMAT);
        let served = Box::pin(over_stdio(Api::Local(router(AppState::new(service.clone()))))).await;
        service.stop_searches();
        service.end_outside_engines().await;
        served
    })
}
