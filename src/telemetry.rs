//! The log, and the export of traces over OTLP when an endpoint is configured.

use crate::config::{Config, LogFormat};
use opentelemetry::global;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{ExporterBuildError, Protocol, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal};
use std::sync::OnceLock;
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::Layer;
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::{DefaultFields, FormatFields, Writer};
use tracing_subscriber::fmt::{self as log, MakeWriter};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};

/// The client of a Redis cluster logs every attempt to reach a node, some hundred lines a second. We log what fails in the end.
const QUIET: &str = "redis::cluster_handling=off";

/// How many lines wait for standard error at most. Further ones are dropped, because a stalled output must not stall the server.
const WAITING_LINES: usize = 16_384;

static DROPPED: OnceLock<ErrorCounter> = OnceLock::new();

/// How many lines of the log were dropped because standard error did not take them in time.
pub fn dropped_lines() -> usize {
    DROPPED.get().map_or(0, ErrorCounter::dropped_lines)
}

/// Why logging or the trace export could not start.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    #[error("log: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    #[error(
        "log: expected off, error, warn, info, debug, trace, or a target with its level such as duiyi::http=debug, got {0:?}"
    )]
    Level(String),
    #[error("otlp_endpoint: {0}")]
    Exporter(#[from] ExporterBuildError),
    #[error(transparent)]
    Subscriber(#[from] TryInitError),
}

/// When dropped, exports the remaining spans, stops the exporter, and writes the remaining lines of the log.
#[derive(Debug)]
pub struct Telemetry {
    provider: Option<SdkTracerProvider>,
    /// Dropped last: the exporter logs its errors.
    _log: WorkerGuard,
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
    let filter = filter(&config.log)?;
    let (queue, guard) = NonBlockingBuilder::default()
        .buffered_lines_limit(WAITING_LINES)
        .thread_name("log")
        .finish(BufWriter::new(io::stderr()));
    let dropped = queue.error_counter();
    let lines = lines(config.log_format, io::stderr().is_terminal(), queue);
    let provider = exporter(&config.otlp_endpoint)?;
    let spans = provider.as_ref().map(|provider| {
        let tracer = provider.tracer("duiyi");
        tracing_opentelemetry::layer().with_tracer(tracer)
    });
    tracing_subscriber::registry().with(filter).with(spans).with(lines).try_init()?;
    let _first = DROPPED.set(dropped);
    Ok(Telemetry { provider, _log: guard })
}

/// Checks the setting of the log.
///
/// # Errors
/// When it is not valid.
pub fn check(config: &Config) -> Result<(), TelemetryError> {
    filter(&config.log).map(|_| ())
}

/// Parses a filter. [`Targets`] takes any word for a target, so a misspelled level would silence the log.
fn filter(text: &str) -> Result<Targets, TelemetryError> {
    let is_word = |part: &&str| !part.is_empty() && !part.contains(['=', '[', ']']);
    if let Some(word) = text.split(',').filter(is_word).find(|word| word.parse::<LevelFilter>().is_err()) {
        return Err(TelemetryError::Level(word.to_owned()));
    }
    Ok(format!("{QUIET},{text}").parse()?)
}

/// The layer that writes the lines of the log.
fn lines<S, W>(format: LogFormat, is_terminal: bool, output: W) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let layer = log::layer().with_writer(output);
    match format {
        LogFormat::Text => layer.with_ansi(is_terminal).fmt_fields(OneLine).boxed(),
        LogFormat::Json => layer.json().boxed(),
    }
}

/// Writes fields as [`DefaultFields`] does, which leaves line breaks in messages and every control character in displayed
/// values. A line break would forge a line, and other characters command a terminal.
struct OneLine;

impl<'writer> FormatFields<'writer> for OneLine {
    fn format_fields<R: RecordFields>(&self, mut writer: Writer<'writer>, fields: R) -> fmt::Result {
        let mut text = String::new();
        DefaultFields::new().format_fields(Writer::new(&mut text), fields)?;
        text.chars().try_for_each(|character| match character.is_control() {
            true => write!(writer, "{}", character.escape_debug()),
            false => writer.write_char(character),
        })
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    /// What a part of a program logs.
    fn logged(format: LogFormat, program: impl FnOnce()) -> String {
        let written = Arc::new(Mutex::new(Vec::new()));
        let output = Arc::clone(&written);
        let layer = lines(format, false, move || Output(Arc::clone(&output)));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), program);
        let written = written.lock().unwrap().clone();
        String::from_utf8(written).unwrap()
    }

    struct Output(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Output {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn no_text_forges_a_line_or_commands_a_terminal() {
        let text = "a\nb\u{1b}[0m";
        for format in [LogFormat::Text, LogFormat::Json] {
            let line = logged(format, || {
                let span = tracing::info_span!("request", path = %text);
                span.in_scope(|| tracing::info!(text, display = %text, "{text}"));
            });
            assert_eq!(line.matches('\n').count(), 1, "{line}");
            assert!(line.ends_with('\n') && !line.contains('\u{1b}'), "{line}");
            assert!(line.contains("display") && line.matches("a\\nb").count() >= 4, "{line}");
        }
    }

    #[test]
    fn a_word_that_is_no_level_is_refused() {
        for text in ["info", "OFF", "info,duiyi::http=debug", "warn,duiyi::server=info", ""] {
            assert!(filter(text).is_ok(), "{text}");
        }
        for text in ["loud", "info,duiyi::http", "duiyi::http=loud", "[request{id=a}]=debug"] {
            assert!(filter(text).unwrap_err().to_string().contains("log: "), "{text}");
        }
    }
}
