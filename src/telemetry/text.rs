//! The lines of the log as text. They read like those of [`tracing_subscriber::fmt::Layer`], which takes three times as long to
//! write one because it asks for the style of every part.

use jiff::Timestamp;
use jiff::fmt::{StdFmtWrite, temporal::DateTimePrinter};
use std::fmt::{self, Debug, Write};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_log::NormalizeEvent;
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, FormattedFields};
use tracing_subscriber::registry::LookupSpan;

static TIME: DateTimePrinter = DateTimePrinter::new().precision(Some(6));

/// Writes events as `TIME LEVEL span{fields}: target: message fields`.
#[derive(Clone, Copy, Debug)]
pub struct Lines;

/// Writes fields as `name=value`, separated by spaces.
#[derive(Clone, Copy, Debug)]
pub struct Pairs;

impl<S: Subscriber + for<'a> LookupSpan<'a>> FormatEvent<S, Pairs> for Lines {
    fn format_event(
        &self,
        context: &FmtContext<'_, S, Pairs>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        // An event of the crate `log` says where it comes from in its fields.
        let normalized = event.normalized_metadata();
        let metadata = normalized.as_ref().unwrap_or_else(|| event.metadata());
        TIME.print_timestamp(&Timestamp::now(), StdFmtWrite(&mut writer)).map_err(|_| fmt::Error)?;
        writer.write_str(level(metadata.level()))?;
        for span in context.event_scope().into_iter().flat_map(|scope| scope.from_root()) {
            writer.write_str(span.name())?;
            if let Some(fields) = span.extensions().get::<FormattedFields<Pairs>>()
                && !fields.is_empty()
            {
                writer.write_char('{')?;
                writer.write_str(fields)?;
                writer.write_char('}')?;
            }
            writer.write_str(": ")?;
        }
        writer.write_str(metadata.target())?;
        writer.write_str(": ")?;
        Pairs.format_fields(writer.by_ref(), event)?;
        writer.write_char('\n')
    }
}

fn level(level: &Level) -> &'static str {
    match *level {
        Level::TRACE => " TRACE ",
        Level::DEBUG => " DEBUG ",
        Level::INFO => "  INFO ",
        Level::WARN => "  WARN ",
        Level::ERROR => " ERROR ",
    }
}

impl<'writer> FormatFields<'writer> for Pairs {
    fn format_fields<R: RecordFields>(&self, writer: Writer<'writer>, fields: R) -> fmt::Result {
        let mut visitor = PairVisitor { writer, is_first: true, result: Ok(()) };
        fields.record(&mut visitor);
        visitor.result
    }
}

struct PairVisitor<'writer> {
    writer: Writer<'writer>,
    is_first: bool,
    result: fmt::Result,
}

impl PairVisitor<'_> {
    fn pair(&mut self, field: &Field, value: impl FnOnce(&mut Writer<'_>) -> fmt::Result) {
        // The normalized metadata has said what these say.
        if field.name().starts_with("log.") {
            return;
        }
        let result = self.result.and_then(|()| {
            if !self.is_first {
                self.writer.write_char(' ')?;
            }
            if field.name() != "message" {
                self.writer.write_str(field.name())?;
                self.writer.write_char('=')?;
            }
            value(&mut self.writer)
        });
        self.is_first = false;
        self.result = result;
    }
}

impl Visit for PairVisitor<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        // Every byte is tested, because a loop without an early end compiles to vector instructions.
        if field.name() != "message" && value.bytes().fold(true, |all, byte| all & is_plain(byte)) {
            self.pair(field, |writer| {
                writer.write_char('"')?;
                writer.write_str(value)?;
                writer.write_char('"')
            });
        } else if field.name() == "message" {
            self.record_debug(field, &format_args!("{value}"));
        } else {
            self.record_debug(field, &value);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.pair(field, |writer| write!(OneLine(writer), "{value:?}"));
    }
}

/// Whether text in quotes may contain this byte as it is.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') & (byte != b'"') & (byte != b'\\')
}

/// Escapes control characters: a line break would forge a line, and other ones command a terminal.
struct OneLine<'a, W>(&'a mut W);

impl<W: Write> Write for OneLine<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return self.0.write_str(text);
        }
        text.chars().try_for_each(|character| {
            if character.is_control() {
                write!(self.0, "{}", character.escape_debug())
            } else {
                self.0.write_char(character)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};
    use tracing_log::log::{self, Record};
    use tracing_subscriber::fmt;
    use tracing_subscriber::layer::SubscriberExt;

    /// The lines that a part of a program logs, without their times.
    fn logged(program: impl FnOnce()) -> Vec<String> {
        let written = Arc::new(Mutex::new(Vec::new()));
        let output = Arc::clone(&written);
        let layer = fmt::layer()
            .fmt_fields(Pairs)
            .event_format(Lines)
            .with_writer(move || Output(Arc::clone(&output)));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), program);
        let text = String::from_utf8(written.lock().unwrap().clone()).unwrap();
        text.lines().map(|line| line[line.find('Z').unwrap()..].to_owned()).collect()
    }

    struct Output(Arc<Mutex<Vec<u8>>>);

    impl std::io::Write for Output {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_names_the_spans_the_target_the_message_and_the_fields() {
        let lines = logged(|| {
            let span =
                tracing::info_span!("request", method = %"GET", path = "/v1", status = tracing::field::Empty);
            span.record("status", 200);
            span.in_scope(|| tracing::warn!(target: "here", count = 3, late = true, "{} lines", 2));
            tracing::info!(target: "there", none = None::<u8>, name = "a \"b\"");
        });
        assert_eq!(
            lines,
            [
                "Z  WARN request{method=GET path=\"/v1\" status=200}: here: 2 lines count=3 late=true",
                "Z  INFO there: name=\"a \\\"b\\\"\"",
            ]
        );
    }

    #[test]
    fn a_line_of_the_crate_log_names_its_own_target() {
        let lines = logged(|| {
            let message = format_args!("{} files", 2);
            let record = Record::builder().level(log::Level::Warn).target("library").args(message).build();
            tracing_log::format_trace(&record).unwrap();
        });
        assert_eq!(lines, ["Z  WARN library: 2 files"]);
    }

    #[test]
    fn no_text_forges_a_line_or_commands_a_terminal() {
        let text = "a\nb\u{1b}[0m\u{9b}";
        let lines = logged(|| tracing::info!(target: "t", text, display = %text, "{text}"));
        let escaped = "a\\nb\\u{1b}[0m\\u{9b}";
        assert_eq!(lines, [format!("Z  INFO t: {escaped} text=\"{escaped}\" display={escaped}")]);
    }
}
