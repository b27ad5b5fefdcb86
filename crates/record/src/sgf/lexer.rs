//! Splits SGF into the properties of the main line.

use super::super::parsed::ReadError;
use crate::rules::shortened;
use std::borrow::Cow;

/// A property of a node, such as `B[hh]`, with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property<'a> {
    /// The capital letters of the name: old files write `Black` for `B`.
    pub name: String,
    pub values: Vec<Cow<'a, str>>,
    pub line: usize,
}

/// The nodes of the main line, which follows the first variation everywhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MainLine<'a> {
    pub nodes: Vec<Vec<Property<'a>>>,
    pub variations: usize,
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
        while self.peek() == Some('[') {
            self.skip(1);
            values.push(self.value()?);
        }
        match values.is_empty() {
            true => Err(self.error(format!("expected [ after the property {:?}", shortened(&name)))),
            false => Ok(Property { name, values, line }),
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

/// # Errors
/// When brackets or parentheses are not closed, something else stands between the nodes, or there are several games.
pub fn main_line(text: &str) -> Result<MainLine<'_>, ReadError> {
    let mut lexer = Lexer { text: text.trim_start_matches('\u{feff}'), at: 0, line: 1 };
    let mut found = MainLine::default();
    // For each open tree of the main line: whether its first variation has been read.
    let mut open: Vec<bool> = Vec::new();
    // The number of open trees within the variation that is skipped.
    let mut skipped = 0_usize;
    let mut is_over = false;
    while let Some(character) = lexer.peek() {
        match character {
            // Servers append lines of their own.
            _ if is_over => match lexer.text[lexer.at..].contains("(;") {
                true => return Err(lexer.error("expected one game, got another after it")),
                false => break,
            },
            '(' if skipped > 0 => skipped += 1,
            '(' => match open.last_mut() {
                Some(has_main_line @ false) => {
                    *has_main_line = true;
                    open.push(false);
                }
                Some(true) => {
                    found.variations += 1;
                    skipped = 1;
                }
                None => open.push(false),
            },
            ')' if skipped > 0 => skipped -= 1,
            ')' => {
                open.pop().ok_or_else(|| lexer.error("expected ( before )"))?;
                is_over = open.is_empty();
            }
            _ if open.is_empty() => {
                return Err(lexer.error(format!("expected ( at the start of a game, got {character:?}")));
            }
            ';' if skipped > 0 => {}
            ';' => found.nodes.push(Vec::new()),
            // Renju has the property 5A, for the alternatives to the fifth stone.
            letter if letter.is_ascii_alphanumeric() => {
                let property = lexer.property()?;
                if skipped == 0 {
                    match found.nodes.last_mut() {
                        Some(node) => node.push(property),
                        None => return Err(lexer.error("expected ; before the first property")),
                    }
                }
                continue;
            }
            other => return Err(lexer.error(format!("expected a property, ; or ), got {other:?}"))),
        }
        lexer.skip(1);
    }
    match is_over {
        true => Ok(found),
        false => Err(lexer.error("expected ) at the end of the game")),
    }
}
