//! Reads the start of a game or an analysis: ruleset and options, with a position and moves or with a record.

use crate::json::Fields;
use crate::options::{self, OptionError};
use crate::record::{self, ChosenRuleset, Export, Format, PgnMoves, ReadError};
use crate::rules::{Options, Ruleset};
use crate::service::{Conversion, Result, Start, StartSource};

/// The fields that describe the start of a game or an analysis. A field with an error is none.
pub struct StartFields {
    pub ruleset: Option<Ruleset>,
    options: Option<Options>,
    source: StartSource,
}

pub(super) fn rulesets() -> [(&'static str, Ruleset); Ruleset::ALL.len()] {
    Ruleset::ALL.map(|ruleset| (ruleset.name(), ruleset))
}

impl StartFields {
    pub fn read(fields: &mut Fields) -> StartFields {
        let ruleset = fields.required_one_of("ruleset", &rulesets());
        let options = read_options(fields, ruleset).map(|given| given.options);
        let (fen, moves) = (fields.string("fen"), fields.strings("moves"));
        StartFields { ruleset, options, source: StartSource::Moves { fen, moves: moves.unwrap_or_default() } }
    }

    /// Also reads `record`, because a new game can start from an imported record.
    ///
    /// # Errors
    /// When the record cannot be read: the ruleset and so the other fields depend on it.
    pub fn read_with_record(fields: &mut Fields) -> Result<StartFields> {
        let Some(given) = GivenRecord::read(fields) else { return Ok(StartFields::read(fields)) };
        let parsed = record::read(&given.bytes?, given.format)?;
        if fields.string("fen").is_some() || fields.strings("moves").is_some_and(|moves| !moves.is_empty()) {
            let message = "contains the position and the moves: expected neither fen nor moves";
            fields.error("record", message);
        }
        let asked = fields.one_of("ruleset", &rulesets());
        let chosen = parsed.ruleset(asked).map_err(|message| fields.error("ruleset", message)).ok();
        let ruleset = chosen.map(|chosen| chosen.ruleset);
        // The record may have a board of another size.
        let options = read_options(fields, ruleset).and_then(|GivenOptions { options, has_size }| {
            let options = parsed.options(options, has_size);
            options.map_err(|message| fields.nested_error("options", "board_size", message)).ok()
        });
        // Without a ruleset there are no options, so this default is not used.
        let chosen = chosen.unwrap_or(ChosenRuleset { ruleset: Ruleset::Xiangqi, is_assumed: false });
        Ok(StartFields { ruleset, options, source: StartSource::Record(Box::new(parsed), chosen) })
    }

    /// None if a field had an error, which [`Fields::finish`] reports.
    pub fn complete(self) -> Option<Start> {
        Some(Start { options: self.options?, source: self.source })
    }
}

/// The body of `POST /v1/records`.
///
/// # Errors
/// When a field is wrong, a record cannot be read, or its ruleset is not clear.
pub fn conversion(mut fields: Fields) -> Result<Conversion> {
    /// A file of more would take the server too long.
    const MOST_GAMES: usize = 2_000;
    let format = fields.required_one_of("format", &WRITTEN);
    let notation = fields.one_of("notation", &NOTATIONS);
    let asked = fields.one_of("ruleset", &rulesets());
    let Some(given) = GivenRecord::read(&mut fields) else {
        fields.required_string("record");
        return Ok(fields.finish(None)?);
    };
    let games = record::read_all(&given.bytes?, given.format)?;
    if games.len() > MOST_GAMES {
        fields.error("record", format!("expected at most {MOST_GAMES} games, got {}", games.len()));
        return Ok(fields.finish(None)?);
    }
    let mut records = Vec::with_capacity(games.len());
    for parsed in games {
        let chosen = parsed.ruleset(asked).map_err(|message| fields.error("ruleset", message));
        let Ok(chosen) = chosen else { break };
        let options = parsed.options(Options::defaults(chosen.ruleset), false);
        let Ok(options) = options.map_err(|message| fields.error("record", message)) else { break };
        records.push((parsed, chosen, options));
    }
    if notation.is_some() && format.is_some_and(|format| !matches!(format, Export::Pgn(_))) {
        fields.error("notation", "expected format pgn with a notation");
    }
    let export = format.map(|format| match (format, notation) {
        (Export::Pgn(_), Some(moves)) => Export::Pgn(moves),
        _ => format,
    });
    Ok(fields.finish(export.map(|export| Conversion { records, export }))?)
}

/// The formats of records. Pictures are of positions.
const WRITTEN: [(&str, Export); 7] = [
    ("pgn", Export::Pgn(PgnMoves::Coordinates)),
    ("text", Export::Text),
    ("dhtmlxq", Export::DhtmlXq),
    ("sgf", Export::Sgf),
    ("psq", Export::Psq),
    ("text_board", Export::TextBoard),
    ("pos", Export::Pos),
];

const NOTATIONS: [(&str, PgnMoves); 3] =
    [("iccs", PgnMoves::Coordinates), ("chinese", PgnMoves::Chinese), ("wxf", PgnMoves::Wxf)];

/// The field `record`: a text, or an object with a text or with bytes in base64, and optionally the format.
struct GivenRecord {
    bytes: std::result::Result<Vec<u8>, ReadError>,
    format: Option<Format>,
}

impl GivenRecord {
    /// None if there is no record, or it had an error.
    fn read(fields: &mut Fields) -> Option<GivenRecord> {
        if !fields.is_object("record") {
            let text = fields.string("record")?;
            return Some(GivenRecord { bytes: Ok(text.into_bytes()), format: None });
        }
        fields.object("record", |inner| {
            let format = inner.one_of("format", &Format::ALL.map(|format| (format.name(), format)));
            let bytes = match (inner.string("text"), inner.string("base64")) {
                (Some(text), None) => Ok(text.into_bytes()),
                (None, Some(base64)) => record::from_base64(&base64),
                _ => {
                    inner.error("text", "expected either text or base64");
                    return None;
                }
            };
            Some(GivenRecord { bytes, format })
        })?
    }
}

/// The options of a request.
pub(super) struct GivenOptions {
    pub options: Options,
    /// Whether the size of the board was given.
    has_size: bool,
}

pub(super) fn read_options(fields: &mut Fields, ruleset: Option<Ruleset>) -> Option<GivenOptions> {
    let given = fields.object("options", |inner| {
        let object = inner.drain();
        let has_size = object.get("board_size").is_some_and(|size| !size.is_null());
        let read = options::from_json(ruleset?, &object).map(|options| GivenOptions { options, has_size });
        read.map_err(|errors| {
            for OptionError { name, message } in errors {
                inner.error(&name, message);
            }
        })
        .ok()
    });
    match given {
        Some(options) => options,
        None => ruleset.map(|ruleset| GivenOptions { options: Options::defaults(ruleset), has_size: false }),
    }
}
