//! The lexer of records that are lists of moves.

use super::parsed::ReadError;
use std::borrow::Cow;

/// A token of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// `[Name "value"]` or `Name: value` on a line of its own.
    Header(&'a str, Cow<'a, str>),
    /// A move or a result.
    Text(&'a str),
}

/// The tokens of a record, each with its line. Comments and variations are skipped and counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tokens<'a> {
    pub tokens: Vec<(Token<'a>, usize)>,
    pub comments: usize,
    pub variations: usize,
}

/// Whether a comment is only a command for programs, such as the time on a clock: `[%clk 0:09:57]`.
fn is_command(comment: &str) -> bool {
    let inner = comment.trim().strip_prefix("[%").and_then(|rest| rest.strip_suffix(']'));
    inner.is_some_and(|inner| !inner.contains(']'))
}

/// Splits a record into tokens. `line` is the number of its first line.
///
/// # Errors
/// When the braces of comments or the parentheses of variations are not balanced.
pub fn split(text: &str, mut line: usize) -> Result<Tokens<'_>, ReadError> {
    let mut found = Tokens::default();
    let mut rest = text.trim_start_matches('\u{feff}');
    let mut opened = Vec::new();
    let mut at_line_start = true;
    while let Some(character) = rest.chars().next() {
        if at_line_start && opened.is_empty() {
            let (this, after) = rest.split_once('\n').unwrap_or((rest, ""));
            if let Some((name, value)) = header(this.trim()) {
                found.tokens.push((Token::Header(name, value), line));
                rest = after;
                line += 1;
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
                let says_something = !is_command(&rest[1..end]);
                found.comments += usize::from(opened.is_empty() && says_something);
            }
            ';' => {
                skip = rest.find('\n').unwrap_or(rest.len());
                found.comments += usize::from(opened.is_empty());
            }
            '(' => {
                found.variations += usize::from(opened.is_empty());
                opened.push(line);
            }
            ')' => {
                _ = opened.pop().ok_or_else(|| unbalanced("expected ( before the ) of a variation"))?;
            }
            '}' => return Err(unbalanced("expected { before the } of a comment")),
            _ if is_separator(character) => {}
            _ => {
                skip = rest.find(|next| is_separator(next) || "{}();".contains(next)).unwrap_or(rest.len());
                let word = without_marks(&rest[..skip]);
                if opened.is_empty() && !word.is_empty() {
                    found.tokens.push((Token::Text(word), line));
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

fn header(line: &str) -> Option<(&str, Cow<'_, str>)> {
    if let Some(tag) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
        let (name, value) = tag.trim().split_once(char::is_whitespace)?;
        let value = value.trim();
        let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        return Some((name, unescaped(quoted.unwrap_or(value))));
    }
    let (name, value) = line.split_once([':', '：'])?;
    let is_name = !name.is_empty() && name.chars().all(char::is_alphabetic);
    is_name.then(|| (name, Cow::Borrowed(value.trim())))
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

/// Strips the move number before a word and the annotation marks after it. The result may be empty.
fn without_marks(word: &str) -> &str {
    if word.starts_with('$') {
        return "";
    }
    let is_digit = |character: char| matches!(character, '0'..='9' | '０'..='９');
    let is_dot = |character: char| matches!(character, '.' | '．' | '…');
    let after = word.trim_start_matches(is_digit);
    let numbered = after.len() < word.len() && (after.is_empty() || after.starts_with(is_dot));
    let word = if numbered || word.starts_with(is_dot) { after.trim_start_matches(is_dot) } else { word };
    word.trim_end_matches(['!', '?', '！', '？'])
}
