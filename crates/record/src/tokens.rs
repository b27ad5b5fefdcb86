//! The lexer of records that are lists of moves.

use super::parsed::{Ending, ReadError};
use std::borrow::Cow;

/// A token of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// `[Name "value"]` or `Name: value` on a line of its own, or a position in FEN before the moves.
    Header(&'a str, Cow<'a, str>),
    /// A move or a result.
    Text(&'a str),
    Comment(&'a str),
    /// A numeric annotation glyph of the move before it: `$1`, or a mark such as `!`.
    Glyph(u8),
    /// A variation to the move before it begins.
    Open,
    Close,
}

/// The tokens of one game of a text, each with its line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tokens<'a> {
    pub tokens: Vec<(Token<'a>, usize)>,
    /// Whether text follows the result: programs append lines about themselves.
    pub has_footer: bool,
    /// What follows the game, from the first header of the next one, and its line.
    pub rest: (&'a str, usize),
}

/// Whether a comment is only a command for programs, such as the time on a clock: `[%clk 0:09:57]`.
fn is_command(comment: &str) -> bool {
    let inner = comment.trim().strip_prefix("[%").and_then(|rest| rest.strip_suffix(']'));
    inner.is_some_and(|inner| !inner.contains(']'))
}

/// Splits the first game of a text into tokens. `line` is the number of its first line.
///
/// # Errors
/// When the braces of comments or the parentheses of variations are not balanced.
pub fn split(text: &str, mut line: usize) -> Result<Tokens<'_>, ReadError> {
    let mut found = Tokens::default();
    let mut rest = text.trim_start_matches('\u{feff}');
    let mut opened = Vec::new();
    let mut at_line_start = true;
    let mut has_moves = false;
    while let Some(character) = rest.chars().next() {
        if at_line_start && opened.is_empty() {
            let (this, after) = rest.split_once('\n').unwrap_or((rest, ""));
            if has_moves && is_tag(this) {
                found.rest = (rest, line);
                return Ok(found);
            }
            if let Some((name, value)) = header(this.trim()) {
                found.tokens.push((Token::Header(name, value), line));
                rest = after;
                line += 1;
                continue;
            }
            if let Some((fen, length)) = fen(this).filter(|_| !has_moves) {
                found.tokens.push((Token::Header("fen", Cow::Borrowed(fen)), line));
                rest = &rest[length..];
                at_line_start = false;
                continue;
            }
        }
        at_line_start = character == '\n';
        let unbalanced = |message: &str| ReadError::line(line, message);
        let mut skip = character.len_utf8();
        match character {
            '{' => {
                let end = rest.find('}');
                let end = end.ok_or_else(|| unbalanced("expected } at the end of a comment that { began"))?;
                skip = end + 1;
                if !is_command(&rest[1..end]) {
                    found.tokens.push((Token::Comment(&rest[1..end]), line));
                }
            }
            ';' => {
                skip = rest.find('\n').unwrap_or(rest.len());
                found.tokens.push((Token::Comment(&rest[1..skip]), line));
            }
            '(' => {
                opened.push(line);
                found.tokens.push((Token::Open, line));
            }
            ')' => {
                _ = opened.pop().ok_or_else(|| unbalanced("expected ( before the ) of a variation"))?;
                found.tokens.push((Token::Close, line));
            }
            '}' => return Err(unbalanced("expected { before the } of a comment")),
            _ if is_separator(character) => {}
            '$' => {
                let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                let glyph = rest[1..=digits].parse().ok();
                found.tokens.extend(glyph.map(|glyph| (Token::Glyph(glyph), line)));
                skip = if digits > 0 { 1 + digits } else { word_length(rest) };
            }
            _ => {
                skip = word_length(rest);
                let Word { before, word, after } = parts(&rest[..skip]);
                found.tokens.extend(before.map(|glyph| (Token::Glyph(glyph), line)));
                if !word.is_empty() {
                    found.tokens.push((Token::Text(word), line));
                    has_moves = true;
                }
                found.tokens.extend(after.map(|glyph| (Token::Glyph(glyph), line)));
                if opened.is_empty() && Ending::parse(word).is_some() {
                    (found.has_footer, found.rest) = after_end(&rest[skip..], line);
                    return Ok(found);
                }
            }
        }
        line += rest[..skip].matches('\n').count();
        rest = &rest[skip..];
    }
    match opened.first() {
        Some(&line) => Err(ReadError::line(line, "expected ) at the end of a variation that ( began")),
        None => Ok(found),
    }
}

/// Whether text follows the end of a game, and the next game with its line.
fn after_end(text: &str, line: usize) -> (bool, (&str, usize)) {
    let mut at = 0;
    let mut has_footer = false;
    for (index, this) in text.split_inclusive('\n').enumerate() {
        if index > 0 && is_tag(this) {
            return (has_footer, (&text[at..], line + index));
        }
        has_footer |= !this.trim().is_empty();
        at += this.len();
    }
    (has_footer, ("", line))
}

/// Whether a line is a tag with a quoted value, which begins a game of a collection.
fn is_tag(line: &str) -> bool {
    let line = line.trim();
    let name =
        line.strip_prefix('[').and_then(|rest| rest.split_once(char::is_whitespace)).map(|(name, _)| name);
    name.is_some_and(|name| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    }) && line.ends_with("\"]")
}

/// The position of a line such as `fen RANKS w - - 0 1 moves h2e2`, and how many bytes of the line it takes.
fn fen(line: &str) -> Option<(&str, usize)> {
    /// Boards of five in a row may be as small as this.
    const FEWEST_RANKS: usize = 5;
    let start = line.trim_start();
    let start = start.strip_prefix("position ").unwrap_or(start).trim_start();
    let start = start.strip_prefix("fen ").unwrap_or(start).trim_start();
    let (fen, moves) = start.split_once(" moves ").unwrap_or((start, ""));
    let board = fen.split_whitespace().next()?;
    let is_board = board.matches('/').count() + 1 >= FEWEST_RANKS
        && board.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'/');
    is_board.then(|| (fen.trim(), line.len() - moves.len()))
}

fn header(line: &str) -> Option<(&str, Cow<'_, str>)> {
    if let Some(tag) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
        let (name, value) = tag.trim().split_once(char::is_whitespace)?;
        let value = value.trim();
        let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        return Some((name, unescaped(quoted.unwrap_or(value))));
    }
    named_value(line).map(|(name, value)| (name, Cow::Borrowed(value)))
}

/// The parts of a line `Name: value`.
pub fn named_value(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once([':', '：'])?;
    let is_name = !name.is_empty() && name.chars().all(char::is_alphabetic);
    is_name.then(|| (name, value.trim()))
}

/// Removes the backslashes that escape quotes and backslashes in the value of a tag.
fn unescaped(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut characters = value.chars();
    let mut text = String::with_capacity(value.len());
    while let Some(character) = characters.next() {
        match character {
            '\\' => text.extend(characters.next()),
            _ => text.push(character),
        }
    }
    Cow::Owned(text)
}

fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | '，' | '、')
}

/// The length of the word at the start of a text.
fn word_length(text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let ends = |next: char| is_separator(next) || "{}();$".contains(next);
    text[first..].find(ends).map_or(text.len(), |length| first + length)
}

/// A word without its move number, and the glyphs of the marks before and after it.
struct Word<'a> {
    before: Option<u8>,
    /// May be empty.
    word: &'a str,
    after: Option<u8>,
}

/// Takes a word apart. XieXie writes the mark of a move before the number of the next one.
fn parts(word: &str) -> Word<'_> {
    let is_mark = |character: char| matches!(character, '!' | '?' | '！' | '？');
    let is_digit = |character: char| matches!(character, '0'..='9' | '０'..='９');
    let is_dot = |character: char| matches!(character, '.' | '．' | '…');
    let unmarked = word.trim_start_matches(is_mark);
    let before = glyph(&word[..word.len() - unmarked.len()]);
    let after = unmarked.trim_start_matches(is_digit);
    let numbered = after.len() < unmarked.len() && (after.is_empty() || after.starts_with(is_dot));
    let rest =
        if numbered || unmarked.starts_with(is_dot) { after.trim_start_matches(is_dot) } else { unmarked };
    let word = rest.trim_end_matches(is_mark);
    Word { before, word, after: glyph(&rest[word.len()..]) }
}

/// The glyph of the marks `!`, `?` and their pairs.
fn glyph(marks: &str) -> Option<u8> {
    let mut narrow = marks.chars().map(|mark| if matches!(mark, '!' | '！') { '!' } else { '?' });
    match (narrow.next()?, narrow.next(), narrow.next()) {
        ('!', None, _) => Some(1),
        ('?', None, _) => Some(2),
        ('!', Some('!'), None) => Some(3),
        ('?', Some('?'), None) => Some(4),
        ('!', Some('?'), None) => Some(5),
        ('?', Some('!'), None) => Some(6),
        _ => None,
    }
}
