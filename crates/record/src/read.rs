//! Reads a record in any format, which it recognizes by the content.

use super::encoding::decoded;
use super::format::Format;
use super::parsed::{Parsed, ReadError};
use super::{dhtmlxq, movetext, psq, renlib, sgf, wxf, xqf};

/// Reads a record without checking its moves. The format is recognized by the content unless it is given. Text may be
/// UTF-8, UTF-16 with a byte order mark, or GB18030, which includes GBK and GB 2312.
///
/// # Errors
/// When the bytes do not have the format. The error names the line or the byte.
pub fn read(bytes: &[u8], format: Option<Format>) -> Result<Parsed, ReadError> {
    let text = || decoded(bytes);
    match format.or_else(|| binary_format(bytes)) {
        Some(Format::Xqf) => xqf::read(bytes),
        Some(Format::Pos) => renlib::read_pos(bytes),
        Some(format) => read_text(&text(), format),
        None => {
            let text = text();
            read_text(&text, text_format(&text))
        }
    }
}

fn read_text(text: &str, format: Format) -> Result<Parsed, ReadError> {
    match format {
        Format::Pgn | Format::Text => movetext::read(text, format),
        Format::Wxf => wxf::read(text),
        Format::DhtmlXq => dhtmlxq::read(text),
        Format::Sgf => sgf::read(text),
        Format::Psq => psq::read(text),
        Format::TextBoard => renlib::read_text_board(text),
        Format::Xqf => xqf::read(text.as_bytes()),
        Format::Pos => renlib::read_pos(text.as_bytes()),
    }
}

/// The binary format of these bytes, or none if they are text.
fn binary_format(bytes: &[u8]) -> Option<Format> {
    if xqf::is_xqf(bytes) {
        Some(Format::Xqf)
    } else if renlib::is_pos(bytes) {
        Some(Format::Pos)
    } else {
        None
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
    let start = text.trim_start();
    if start.starts_with("(;") {
        Format::Sgf
    } else if start.starts_with(psq::SIGNATURE) {
        Format::Psq
    } else if starts_with_tag_pair(start) {
        Format::Pgn
    } else if dhtmlxq::is_dhtmlxq(text) {
        Format::DhtmlXq
    } else if text.contains(renlib::TEXT_BOARD) {
        Format::TextBoard
    } else if wxf::is_wxf(start) {
        Format::Wxf
    } else if start.starts_with('[') {
        Format::Pgn
    } else {
        Format::Text
    }
}
