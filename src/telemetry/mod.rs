//! The log, and the export of traces over OTLP when an endpoint is configured.

mod queue;
mod text;

use crate::config::{Config, LogFormat};
use opentelemetry::global;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{ExporterBuildError, Protocol, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use queue::LogThread;
use std::io::{self, IsTerminal};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{EnvFilter, Layer, fmt};

/// The client of a Redis cluster logs every attempt to reach a node, some hundred lines a second. We log what fails in the end.
const QUIET: &str = "redis::cluster_handling=off";

/// Why logging or the trace export could not start.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    #[error("log: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    #[error("otlp_endpoint: {0}")]
    Exporter(#[from] ExporterBuildError),
    #[error("log: {0}")]
    Thread(#[from] io::Error),
    #[error(transparent)]
    Subscriber(#[from] TryInitError),
}

/// When dropped, exports the remaining spans, stops the exporter, and writes the remaining lines of the log.
#[derive(Debug)]
pub struct Telemetry {
    provider: Option<SdkTracerProvider>,
    /// Dropped last: the exporter logs its errors.
    _log: LogThread,
}

impl Drop for Telemetry {
    fn drop(&mut self) {
        if let Some(provider) = &self.provider
            && let Err(error) = provider.shutdown()
        {
            tracing::warn!(%error, "the last spans were not exported");
        }
    }
}

/// Starts the log, and the trace export when `otlp_endpoint` is set. Must not be called within a Tokio runtime, because
/// the exporter blocks the thread it runs on.
///
/// # Errors
/// When a setting is not valid, or a global subscriber is already installed.
pub fn start(config: &Config) -> Result<Telemetry, TelemetryError> {
    let filter = EnvFilter::try_new(format!("{QUIET},{}", config.log))?;
    let thread = LogThread::start(io::stderr(), |lines| {
        tracing::warn!(lines, "standard error did not take the log in time: lines are missing");
    })?;
    let log = fmt::layer().with_writer(thread.queue());
    let log = match config.log_format {
        LogFormat::Text if io::stderr().is_terminal() => log.with_ansi(true).boxed(),
        LogFormat::Text => log.fmt_fields(text::Pairs).event_format(text::Lines).boxed(),
        LogFormat::Json => log.json().boxed(),
    };
    let provider = exporter(&config.otlp_endpoint)?;
    let spans = provider.as_ref().map(|provider| {
        let tracer = provider.tracer("duiyi");
        tracing_opentelemetry::layer().with_tracer(tracer)
    });
    tracing_subscriber::registry().with(filter).with(spans).with(log).try_init()?;
    Ok(Telemetry { provider, _log: thread })
}

fn exporter(endpoint: &str) -> Result<Option<SdkTracerProvider>, ExporterBuildError> {
    if endpoint.is_empty() {
        return Ok(None);
    }
    global::set_text_map_propagator(TraceContextPropagator::new());
    let url = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
    let exporter =
        SpanExporter::builder().with_http().with_protocol(Protocol::HttpBinary).with_endpoint(url).build()?;
    let resource = Resource::builder().with_service_name("duiyi").build();
    Ok(Some(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build()))
}
