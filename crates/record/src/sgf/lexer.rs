//! Splits SGF into properties and the parentheses around them.

use super::super::parsed::ReadError;
use crate::rules::shortened;
use std::borrow::Cow;

/// A property of a node, such as `B[hh]`, with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property<'a> {
    /// The capital letters of the name: old files write `Black` for `B`.
    pub name: String,
    pub values: Vec<Cow<'a, str>>,
    /// The values as the file has them, with their brackets.
    pub raw: &'a str,
    pub line: usize,
}

/// A part of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part<'a> {
    Open,
    Close,
    Node,
    Property(Property<'a>),
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Lexer<'a> {
    fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::line(self.line, message)
    }

    /// The next character that is not white space.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.skip(rest.len() - trimmed.len());
        trimmed.chars().next()
    }

    fn skip(&mut self, length: usize) {
        self.line += self.text[self.at..self.at + length].matches('\n').count();
        self.at += length;
    }

    /// The rest of a value, without the bracket that ends it.
    fn value(&mut self) -> Result<Cow<'a, str>, ReadError> {
        let rest = &self.text[self.at..];
        let mut is_escaped = false;
        let end = rest.find(|character| {
            let ends = character == ']' && !is_escaped;
            is_escaped = character == '\\' && !is_escaped;
            ends
        });
        let end = end.ok_or_else(|| self.error("expected ] at the end of a value"))?;
        self.skip(end + 1);
        Ok(unescaped(&rest[..end]))
    }

    fn property(&mut self) -> Result<Property<'a>, ReadError> {
        let rest = &self.text[self.at..];
        let length = rest.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let name: String = rest[..length].chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
        let line = self.line;
        self.skip(length);
        let mut values = Vec::new();
        let from = self.at;
        let mut to = from;
        while self.peek() == Some('[') {
            self.skip(1);
            values.push(self.value()?);
            to = self.at;
        }
        let raw = self.text[from..to].trim_start();
        match values.is_empty() {
            true => Err(self.error(format!("expected [ after the property {:?}", shortened(&name)))),
            false => Ok(Property { name, values, raw, line }),
        }
    }
}

/// Removes the backslashes that escape characters, and the line breaks that they escape.
fn unescaped(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => text.extend(characters.next().filter(|&escaped| escaped != '\n' && escaped != '\r')),
            _ => text.push(character),
        }
    }
    Cow::Owned(text)
}

/// The parts of each game of a collection.
///
/// # Errors
/// When brackets or parentheses are not closed, or something else stands between the nodes.
pub fn games(text: &str) -> Result<Vec<Vec<Part<'_>>>, ReadError> {
    let mut lexer = Lexer { text: text.trim_start_matches('\u{feff}'), at: 0, line: 1 };
    let mut found = vec![Vec::new()];
    let mut depth = 0_usize;
    let mut has_node = false;
    while let Some(character) = lexer.peek() {
        let Some(game) = found.last_mut() else { break };
        match character {
            // Servers append lines of their own.
            _ if depth == 0 && !game.is_empty() => match next_game(&lexer.text[lexer.at..]) {
                Some(length) => {
                    lexer.skip(length);
                    found.push(Vec::new());
                    has_node = false;
                    continue;
                }
                None => break,
            },
            '(' => {
                depth += 1;
                game.push(Part::Open);
            }
            ')' => {
                depth = depth.checked_sub(1).ok_or_else(|| lexer.error("expected ( before )"))?;
                game.push(Part::Close);
            }
            _ if depth == 0 => {
                return Err(lexer.error(format!("expected ( at the start of a game, got {character:?}")));
            }
            ';' => {
                has_node = true;
                game.push(Part::Node);
            }
            // Renju has the property 5A, for the alternatives to the fifth stone.
            letter if letter.is_ascii_alphanumeric() => {
                let property = lexer.property()?;
                if !has_node {
                    return Err(lexer.error("expected ; before the first property"));
                }
                game.push(Part::Property(property));
                continue;
            }
            other => return Err(lexer.error(format!("expected a property, ; or ), got {other:?}"))),
        }
        lexer.skip(1);
    }
    match depth {
        0 if !found[0].is_empty() => Ok(found),
        _ => Err(lexer.error("expected ) at the end of the game")),
    }
}

/// Where the next game of a collection starts.
fn next_game(text: &str) -> Option<usize> {
    let starts = text.match_indices('(').map(|(at, _)| at);
    starts.into_iter().find(|at| text[at + 1..].trim_start().starts_with(';'))
}
