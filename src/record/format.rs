//! The formats of records, and how they are recognized by their content.

use super::{ReadError, dhtmlxq, movetext, parsed::Parsed, psq, renlib, sgf, wxf, xqf};
use encoding_rs::{Encoding, GB18030};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A format that can be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// PGN of Xiangqi, Gomoku or Renju, with moves in any notation.
    Pgn,
    /// A list of moves, with or without headers of the form `Name: value`.
    Text,
    /// The text format of the World Xiangqi Federation and of PlayOK: `FORMAT WXF`, `START{`, moves, `}END`.
    Wxf,
    /// The text that the web players of dpxq.com read. Also DHJHtmlXQ, the same with numbers for names.
    #[serde(rename = "dhtmlxq")]
    DhtmlXq,
    /// The binary files of XQStudio (象棋演播室).
    Xqf,
    /// The Smart Game Format, for five in a row.
    Sgf,
    /// The files of Piskvork, the tournament manager of Gomocup.
    Psq,
    /// The text board of RenLib: a diagram and numbered moves.
    TextBoard,
    /// The binary position files of RenLib: one byte a move.
    Pos,
}

impl Format {
    pub const ALL: [Format; 9] = [
        Format::Pgn,
        Format::Text,
        Format::Wxf,
        Format::DhtmlXq,
        Format::Xqf,
        Format::Sgf,
        Format::Psq,
        Format::TextBoard,
        Format::Pos,
    ];

    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Text => "text",
            Format::Wxf => "wxf",
            Format::DhtmlXq => "dhtmlxq",
            Format::Xqf => "xqf",
            Format::Sgf => "sgf",
            Format::Psq => "psq",
            Format::TextBoard => "text_board",
            Format::Pos => "pos",
        }
    }

    /// The binary format of these bytes, or none if they are text.
    fn of_binary(bytes: &[u8]) -> Option<Format> {
        if xqf::is_xqf(bytes) {
            Some(Format::Xqf)
        } else if renlib::is_pos(bytes) {
            Some(Format::Pos)
        } else {
            None
        }
    }

    fn of_text(text: &str) -> Format {
        let start = text.trim_start();
        if start.starts_with("(;") {
            Format::Sgf
        } else if start.starts_with(psq::SIGNATURE) {
            Format::Psq
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
}

/// Reads a record without checking its moves. The format is recognized by the content unless it is given. Text may be
/// UTF-8, UTF-16 with a byte order mark, or GB18030, which includes GBK and GB 2312.
///
/// # Errors
/// When the bytes do not have the format. The error names the line or the byte.
pub fn read(bytes: &[u8], format: Option<Format>) -> Result<Parsed, ReadError> {
    let text = || decoded(bytes);
    match format.or_else(|| Format::of_binary(bytes)) {
        Some(Format::Xqf) => xqf::read(bytes),
        Some(Format::Pos) => renlib::read_pos(bytes),
        Some(format) => read_text(&text(), format),
        None => {
            let text = text();
            read_text(&text, Format::of_text(&text))
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

fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => gb18030(bytes),
    }
}

/// Decodes GB18030. Malformed bytes become U+FFFD: the fixed fields of binary formats often cut a character in two.
pub(super) fn gb18030(bytes: &[u8]) -> Cow<'_, str> {
    GB18030.decode_without_bom_handling(bytes).0
}

/// The bytes of a record in base64, with or without line breaks and padding.
///
/// # Errors
/// When the text is not base64, with the byte of the compact text that is wrong.
pub fn from_base64(text: &str) -> Result<Vec<u8>, ReadError> {
    let compact: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    let unpadded = compact.trim_end_matches('=');
    let decoded = data_encoding::BASE64_NOPAD.decode(unpadded.as_bytes());
    decoded.map_err(|error| ReadError::byte(error.position, "expected base64"))
}
