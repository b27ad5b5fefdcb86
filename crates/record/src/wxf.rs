//! Reads the text format of the World Xiangqi Federation, which PlayOK still writes: `FORMAT WXF`, a line for each
//! header, then the moves between `START{` and `}END`.

use super::format::Format;
use super::movetext::{Headers, OpenLines};
use super::parsed::{ClaimedGame, Ending, Parsed, Place, ReadError};
use super::tokens::{self, Token};
use crate::rules::{Ruleset, shortened};

const START: &str = "START{";

/// Whether the text, without white space before it, has this format.
pub(super) fn is_wxf(text: &str) -> bool {
    text.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("FORMAT"))
        && text[6..].starts_with(char::is_whitespace)
        && text.contains(START)
}

/// # Errors
/// When the moves are missing or not closed.
pub(super) fn read(text: &str) -> Result<Parsed, ReadError> {
    let mut parsed = Parsed::new(Format::Wxf);
    parsed.claim.game = Some(ClaimedGame::Ruleset(Ruleset::Xiangqi));
    let lines = || text.lines().count();
    let missing = || ReadError::line(lines(), format!("expected {START} before the moves"));
    let (head, body) = text.split_once(START).ok_or_else(missing)?;
    let line = head.matches('\n').count() + 1;
    let unclosed = || ReadError::line(lines(), "expected }END after the moves");
    let (body, after) = body.split_once('}').ok_or_else(unclosed)?;
    let mut headers = Headers::default();
    for header in head.lines() {
        let (name, value) = header.trim().split_once(char::is_whitespace).unwrap_or((header, ""));
        // Player lines have the form `name;team;rating`, others may be quoted.
        let value = value.trim().trim_matches('"').split(';').next().unwrap_or_default();
        if !name.eq_ignore_ascii_case("game") {
            headers.set(&mut parsed, name.trim_end_matches(':'), value);
        }
    }
    parsed.comments = usize::from(after.contains("COMMENT{"));
    let split = tokens::split(body, line)?;
    parsed.comments += usize::from(split.has_footer);
    let mut lines = OpenLines::default();
    for (token, line) in split.tokens {
        match token {
            Token::Text(word) => match Ending::parse(word) {
                Some(ending) if lines.is_main() => parsed.ending = Some(ending),
                Some(_) => {}
                None => parsed.push(lines.current(), word, Place::Line(line)),
            },
            Token::Header(name, _) => {
                return Err(ReadError::line(
                    line,
                    format!("expected a move, got the header {:?}", shortened(name)),
                ));
            }
            token => lines.take(&token, line, &mut parsed)?,
        }
    }
    parsed.ending = parsed.ending.or(headers.result);
    headers.name_players(&mut parsed);
    Ok(parsed)
}
