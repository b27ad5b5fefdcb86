//! How a client reaches the tools: by POST requests, or over standard input and output.

use super::api::Api;
use super::tools::Tools;
use rmcp::ServiceExt;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService, stdio};
use std::error::Error;
use std::sync::Arc;

/// The origins of pages on the same machine.
const LOCAL_ORIGINS: [&str; 6] = [
    "http://localhost:*",
    "https://localhost:*",
    "http://127.0.0.1:*",
    "https://127.0.0.1:*",
    "http://[::1]:*",
    "https://[::1]:*",
];

/// The tools over Streamable HTTP, without sessions: a request is a POST, and its response is JSON.
///
/// A browser says which origin a page has, also one that reaches this server by a name of its own (DNS rebinding). Only pages of
/// these origins and of the same machine may call the tools.
pub fn over_http(
    api: Api,
    origins: &[String],
    body_limit: usize,
) -> StreamableHttpService<Tools, NeverSessionManager> {
    let mut config = StreamableHttpServerConfig::default().disable_allowed_hosts().with_allowed_origins(
        origins.iter().map(|origin| with_port(origin)).chain(LOCAL_ORIGINS.map(str::to_owned)),
    );
    config.legacy_session_mode = false;
    config.json_response = true;
    config.max_request_body_bytes = body_limit;
    let tools = Tools::new(api);
    StreamableHttpService::new(move || Ok(tools.clone()), Arc::new(NeverSessionManager::default()), config)
}

/// An origin without a port has that of its scheme.
fn with_port(origin: &str) -> String {
    match origin.split_once("://") {
        Some((_, authority)) if authority.rsplit_once(':').is_some_and(|(_, port)| !port.ends_with(']')) => {
            origin.to_owned()
        }
        Some(("https", _)) => format!("{origin}:443"),
        _ => format!("{origin}:80"),
    }
}

/// Answers on standard output what a client asks on standard input, until its end.
///
/// # Errors
/// When the client does not begin as the protocol has it.
pub async fn over_stdio(api: Api) -> Result<(), Box<dyn Error + Send + Sync>> {
    Box::pin(Tools::new(api).serve(stdio())).await?.waiting().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::with_port;

    #[test]
    fn an_origin_gets_the_port_of_its_scheme() {
        assert_eq!(with_port("https://play.example"), "https://play.example:443");
        assert_eq!(with_port("http://play.example"), "http://play.example:80");
        assert_eq!(with_port("http://play.example:8080"), "http://play.example:8080");
        assert_eq!(with_port("http://[::1]"), "http://[::1]:80");
        assert_eq!(with_port("http://[::1]:8080"), "http://[::1]:8080");
    }
}
