//! Reads records in any format, which it recognizes by the content.

use super::encoding::decoded;
use super::format::Format;
use super::parsed::{Parsed, Place, ReadError};
use super::{cbf, cbr, dhtmlxq, movetext, psq, renlib, sgf, wxf, xqf};

/// Reads the record of one game without checking its moves. The format is recognized by the content unless it is given. Text
/// may be UTF-8, UTF-16 with a byte order mark, or GB18030, which includes GBK and GB 2312.
///
/// # Errors
/// When the bytes do not have the format, or hold several games. The error names the line or the byte.
pub fn read(bytes: &[u8], format: Option<Format>) -> Result<Parsed, ReadError> {
    let mut games = read_all(bytes, format)?;
    if let Some(second) = games.get(1) {
        let place = second.first_place().unwrap_or(Place::Line(1));
        let message = format!("expected one game, got {}: another begins before this", games.len());
        return Err(ReadError { place, message });
    }
    games.pop().ok_or_else(|| ReadError::byte(0, "expected a game"))
}

/// Reads all games of a collection without checking their moves: PGN, SGF and CBL hold several, the others one.
///
/// # Errors
/// As [`read`].
pub fn read_all(bytes: &[u8], format: Option<Format>) -> Result<Vec<Parsed>, ReadError> {
    let one = |read: Result<Parsed, ReadError>| Ok(vec![read?]);
    match format.or_else(|| binary_format(bytes)) {
        Some(Format::Xqf) => one(xqf::read(bytes)),
        Some(Format::Pos) => one(renlib::read_pos(bytes)),
        Some(Format::Cbr) => one(cbr::read(bytes)),
        Some(Format::Cbl) => cbr::read_library(bytes),
        Some(format) => read_text(&decoded(bytes), format),
        None => {
            let text = decoded(bytes);
            read_text(&text, text_format(&text))
        }
    }
}

fn read_text(text: &str, format: Format) -> Result<Vec<Parsed>, ReadError> {
    let game = match format {
        Format::Pgn | Format::Text => return movetext::read_all(text, format),
        Format::Sgf => return sgf::read_all(text),
        Format::Cbl => return cbr::read_library(text.as_bytes()),
        Format::Wxf => wxf::read(text),
        Format::DhtmlXq => dhtmlxq::read(text),
        Format::Psq => psq::read(text),
        Format::TextBoard => renlib::read_text_board(text),
        Format::Cbf => cbf::read(text),
        Format::Xqf => xqf::read(text.as_bytes()),
        Format::Pos => renlib::read_pos(text.as_bytes()),
        Format::Cbr => cbr::read(text.as_bytes()),
    };
    Ok(vec![game?])
}

/// The binary format of these bytes, or none if they are text.
fn binary_format(bytes: &[u8]) -> Option<Format> {
    if xqf::is_xqf(bytes) {
        Some(Format::Xqf)
    } else if renlib::is_pos(bytes) {
        Some(Format::Pos)
    } else {
        cbr::format_of(bytes)
    }
}

/// Whether a text begins as PGN does. Its values are names that anybody chose, and may contain what marks another format.
fn starts_with_tag_pair(text: &str) -> bool {
    let Some(tag) = text.strip_prefix('[') else { return false };
    let value =
        tag.trim_start_matches(|character: char| character.is_ascii_alphanumeric() || character == '_');
    value.len() < tag.len() && value.trim_start().starts_with('"')
}

fn text_format(text: &str) -> Format {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    // Names of players may contain what marks another format.
    let body = movetext::after_headers(start);
    if is_sgf(start) {
        Format::Sgf
    } else if start.starts_with(psq::SIGNATURE) {
        Format::Psq
    } else if starts_with_tag_pair(start) {
        Format::Pgn
    } else if cbf::is_cbf(start) {
        Format::Cbf
    } else if let Some(format) = first_mark(body) {
        format
    } else if wxf::is_wxf(start) {
        Format::Wxf
    } else if start.starts_with('[') {
        Format::Pgn
    } else {
        Format::Text
    }
}

/// The format whose mark comes first, of those that may stand anywhere in a text.
fn first_mark(text: &str) -> Option<Format> {
    let marks =
        [(dhtmlxq::first_value(text), Format::DhtmlXq), (text.find(renlib::TEXT_BOARD), Format::TextBoard)];
    marks
        .into_iter()
        .filter_map(|(at, format)| Some((at?, format)))
        .min_by_key(|(at, _)| *at)
        .map(|(_, format)| format)
}

fn is_sgf(start: &str) -> bool {
    start.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}
