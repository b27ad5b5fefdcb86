//! Reads PGN, plain text and bare lists of moves, in any notation.

use super::format::Format;
use super::parsed::{ClaimedGame, Ending, Parsed, Place, ReadError, collected};
use super::pgn::EXACT_CARO;
use super::tags::kept;
use super::tokens::{self, Token, Tokens};
use crate::rules::{Options, Ruleset};

/// Reads the games of a text: lists of moves with headers. Move numbers are skipped.
///
/// # Errors
/// When comments or variations are not closed, or there are too many.
pub(super) fn read_all(text: &str, format: Format) -> Result<Vec<Parsed>, ReadError> {
    let mut rest = Some((text, 1));
    collected(std::iter::from_fn(|| {
        let (text, line) = rest.take()?;
        let game = tokens::split(text, line).and_then(|split| {
            rest = Some(split.rest).filter(|(text, _)| !text.is_empty());
            read_game(split, format)
        });
        Some(game)
    }))
}

fn read_game(split: Tokens<'_>, format: Format) -> Result<Parsed, ReadError> {
    let mut parsed = Parsed::new(format);
    parsed.comments = usize::from(split.has_footer);
    let mut headers = Headers::default();
    let mut end = None;
    let mut lines = OpenLines::default();
    for (token, line) in split.tokens {
        match token {
            Token::Header(..) if !parsed.moves().is_empty() => {
                let message = "expected one game, got the header of another after its moves";
                return Err(ReadError::line(line, message));
            }
            Token::Header(name, value) => headers.set(&mut parsed, name, &value),
            Token::Text(word) => match Ending::parse(word) {
                Some(ending) if lines.is_main() => end = Some(ending),
                Some(_) => {}
                None => parsed.push(lines.current(), word, Place::Line(line)),
            },
            token => lines.take(&token, line, &mut parsed)?,
        }
    }
    parsed.ending = end.or(headers.result);
    headers.name_players(&mut parsed);
    Ok(parsed)
}

/// What follows the lines `Name: value` at the start of a text, of names that a record has.
pub(super) fn after_headers(text: &str) -> &str {
    let mut rest = text;
    while let Some((line, after)) = rest.split_once('\n')
        && let Some((name, _)) = tokens::named_value(line.trim())
        && Headers::NAMES.contains(&name.to_lowercase().as_str())
    {
        rest = after;
    }
    rest
}

/// The variations that are open at a place of a record.
#[derive(Default)]
pub(super) struct OpenLines(Vec<usize>);

impl OpenLines {
    /// The line to which the next move belongs.
    pub fn current(&self) -> usize {
        self.0.last().copied().unwrap_or(0)
    }

    pub fn is_main(&self) -> bool {
        self.0.is_empty()
    }

    /// Opens and closes variations, and keeps comments and glyphs. `text_line` is the line of the token.
    ///
    /// # Errors
    /// When there are too many variations.
    pub fn take(
        &mut self,
        token: &Token<'_>,
        text_line: usize,
        parsed: &mut Parsed,
    ) -> Result<(), ReadError> {
        let current = self.current();
        match token {
            Token::Open => {
                let line = &parsed.lines[current];
                // The alternative to the last move.
                let ply = if line.moves.is_empty() { line.ply } else { line.end() - 1 };
                self.0.push(parsed.branch(current, ply, Place::Line(text_line))?);
            }
            Token::Close => _ = self.0.pop(),
            Token::Comment(text) => parsed.comment(current, text),
            Token::Glyph(glyph) => parsed.glyph(current, *glyph),
            Token::Header(..) | Token::Text(_) => {}
        }
        Ok(())
    }
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
    /// The names that [`Headers::set`] knows, in lower case.
    const NAMES: [&'static str; 27] = [
        "fen",
        "result",
        "结果",
        "結果",
        "variant",
        "game",
        "options",
        "boardsize",
        "event",
        "赛事",
        "賽事",
        "site",
        "place",
        "地点",
        "地點",
        "date",
        "日期",
        "round",
        "轮次",
        "輪次",
        "red",
        "红方",
        "紅方",
        "black",
        "黑方",
        "white",
        "白方",
    ];

    pub fn set(&mut self, parsed: &mut Parsed, name: &str, value: &str) {
        let tags = &mut parsed.tags;
        match name.to_lowercase().as_str() {
            "fen" => parsed.start_fen = parsed.start_fen.take().or_else(|| Some(value.to_owned())),
            "result" | "结果" | "結果" => self.result = self.result.or_else(|| Ending::parse(value)),
            "variant" => parsed.claim.game = parsed.claim.game.or_else(|| claimed_game(value)),
            "game" => {
                parsed.claim.game = claimed_game(value);
                parsed.claim.is_exact_caro = value.trim().eq_ignore_ascii_case(EXACT_CARO);
            }
            "options" => parsed.claim.options = kept(value),
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
