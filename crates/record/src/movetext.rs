//! Reads PGN, plain text and bare lists of moves, in any notation.

use super::format::Format;
use super::parsed::{ClaimedGame, Ending, Parsed, Place, ReadError, RecordMove};
use super::pgn::EXACT_CARO;
use super::tags::kept;
use super::tokens::{self, Token};
use crate::rules::{Options, Ruleset};

/// Reads a list of moves with headers. Annotations and move numbers are skipped, comments and variations are counted.
///
/// # Errors
/// When comments or variations are not closed, or another game follows.
pub(super) fn read(text: &str, format: Format) -> Result<Parsed, ReadError> {
    let split = tokens::split(text, 1)?;
    let mut parsed = Parsed::new(format);
    parsed.comments = split.comments;
    parsed.variations = split.variations;
    let mut headers = Headers::default();
    let mut end = None;
    let mut has_text_after_end = false;
    for (token, line) in split.tokens {
        match token {
            Token::Header(..) if !parsed.moves.is_empty() || end.is_some() => {
                let message = "expected one game, got the header of another after its moves";
                return Err(ReadError::line(line, message));
            }
            Token::Header(name, value) => headers.set(&mut parsed, name, &value),
            // Programs append lines about themselves.
            Token::Text(_) if end.is_some() => has_text_after_end = true,
            Token::Text(word) => match Ending::parse(word) {
                Some(ending) => end = Some(ending),
                None => parsed.moves.push(RecordMove { text: word.to_owned(), place: Place::Line(line) }),
            },
        }
    }
    parsed.comments += usize::from(has_text_after_end);
    parsed.ending = end.or(headers.result);
    headers.name_players(&mut parsed);
    Ok(parsed)
}

/// The headers whose meaning depends on others.
#[derive(Default)]
pub(super) struct Headers {
    red: Option<String>,
    black: Option<String>,
    white: Option<String>,
    pub result: Option<Ending>,
}

impl Headers {
    pub fn set(&mut self, parsed: &mut Parsed, name: &str, value: &str) {
        let tags = &mut parsed.tags;
        match name.to_lowercase().as_str() {
            "fen" => parsed.start_fen = parsed.start_fen.take().or_else(|| Some(value.to_owned())),
            "result" | "结果" | "結果" => self.result = self.result.or_else(|| Ending::parse(value)),
            "game" => {
                parsed.claim.game = claimed_game(value);
                parsed.claim.is_exact_caro = value.trim().eq_ignore_ascii_case(EXACT_CARO);
            }
            "boardsize" => parsed.claim.board_size = value.parse().ok(),
            "event" | "赛事" | "賽事" => tags.event = kept(value),
            "site" | "place" | "地点" | "地點" => tags.site = kept(value),
            "date" | "日期" => tags.date = kept(value),
            "round" | "轮次" | "輪次" => tags.round = kept(value),
            "red" | "红方" | "紅方" => self.red = Some(kept(value)),
            "black" | "黑方" => self.black = Some(kept(value)),
            "white" | "白方" => self.white = Some(kept(value)),
            _ => {}
        }
    }

    /// Black moves second in Xiangqi, where Western programs call Red White, and first in five in a row.
    pub fn name_players(self, parsed: &mut Parsed) {
        let is_xiangqi = parsed.game() == Some(ClaimedGame::Ruleset(Ruleset::Xiangqi));
        let (first, second) = match is_xiangqi || self.red.is_some() {
            true => (self.red.or(self.white), self.black),
            false => (self.black, self.white),
        };
        parsed.tags.first = first.unwrap_or_default();
        parsed.tags.second = second.unwrap_or_default();
    }
}

/// The game that a tag `Game` names.
pub(super) fn claimed_game(value: &str) -> Option<ClaimedGame> {
    let value = value.trim();
    let is = |name: &str| value.eq_ignore_ascii_case(name);
    if is("xiangqi") || is("chinesechess") || is("象棋") || is("中国象棋") {
        return Some(ClaimedGame::Ruleset(Ruleset::Xiangqi));
    }
    if is(EXACT_CARO) {
        return Some(ClaimedGame::Ruleset(Ruleset::Caro));
    }
    let titled = |&ruleset: &Ruleset| is(super::pgn::title(&Options::defaults(ruleset)));
    Ruleset::ALL.into_iter().find(titled).map(ClaimedGame::Ruleset)
}
