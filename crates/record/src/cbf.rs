//! Reads the XML files of CCBridge (`.cbf`): a head of named values, then `<Move value="77-47">` for each move, which may
//! contain a comment. A point is two digits, the file from Red's left and the row from Black's side, both from 0. The first
//! move, `00-00`, stands for the start position.

use super::dhtmlxq;
use super::format::Format;
use super::parsed::{ClaimedGame, Ending, Parsed, Place, ReadError};
use super::tags::kept;
use crate::rules::{Ruleset, Side, shortened};

const ROOT: &str = "<ChineseChessRecord";
const MOVE: &str = "<Move ";
const START: &str = "00-00";

pub(super) fn is_cbf(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<') && text.contains(ROOT)
}

/// # Errors
/// When the moves are missing, or one is malformed. The error names the line.
pub(super) fn read(text: &str) -> Result<Parsed, ReadError> {
    let Some(at) = text.find("<MoveList") else {
        return Err(ReadError::line(1, "expected <MoveList> in a CBF file"));
    };
    let (head, list) = text.split_at(at);
    let mut parsed = Parsed::new(Format::Cbf);
    parsed.claim.game = Some(ClaimedGame::Ruleset(Ruleset::Xiangqi));
    let value = |name: &str| element(head, name).map(|text| kept(&unescaped(text))).unwrap_or_default();
    let tags = &mut parsed.tags;
    (tags.event, tags.site) = (value("Contest"), value("Site"));
    (tags.date, tags.round) = (value("Date"), value("Round"));
    (tags.first, tags.second) = (value("Red"), value("Black"));
    if tags.event.is_empty() {
        tags.event = value("Name");
    }
    parsed.start_fen = element(head, "FEN").map(|fen| fen.trim().to_owned()).filter(|fen| !fen.is_empty());
    parsed.ending = match element(head, "RecordResult").map(str::trim) {
        Some("1") => Some(Ending::Won(Side::First)),
        Some("2") => Some(Ending::Won(Side::Second)),
        Some("3") => Some(Ending::Drawn),
        _ => None,
    };
    read_moves(list, head.matches('\n').count() + 1, &mut parsed)?;
    Ok(parsed)
}

fn read_moves(list: &str, mut line: usize, parsed: &mut Parsed) -> Result<(), ReadError> {
    let mut parts = list.split(MOVE);
    line += parts.next().unwrap_or_default().matches('\n').count();
    for (index, part) in parts.enumerate() {
        let (attributes, content) = part.split_once('>').unwrap_or((part, ""));
        let value = attributes.split_once("value=\"").and_then(|(_, rest)| rest.split_once('"'));
        let value = value.map_or("", |(value, _)| value);
        if !(index == 0 && value == START) {
            let digits = value.replace('-', "");
            let mv = dhtmlxq::read_move(digits.as_bytes()).flatten().ok_or_else(|| {
                let got = shortened(value);
                ReadError::line(line, format!("expected a move such as 77-47, got {got:?}"))
            })?;
            parsed.push(0, mv.to_string(), Place::Line(line));
        }
        if !attributes.ends_with('/') {
            let comment = content.split_once("</Move>").map_or("", |(comment, _)| comment);
            parsed.comment(0, &unescaped(comment));
        }
        line += part.matches('\n').count();
    }
    Ok(())
}

/// The content of the first element with this name.
fn element<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("<{name}>"))?;
    rest.split_once(&format!("</{name}>")).map(|(content, _)| content)
}

fn unescaped(text: &str) -> String {
    let inner = text.trim().strip_prefix("<![CDATA[").and_then(|inner| inner.strip_suffix("]]>"));
    match inner {
        Some(literal) => literal.to_owned(),
        None => [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
            .into_iter()
            .fold(text.to_owned(), |text, (entity, character)| text.replace(entity, character)),
    }
}
