//! The lexer of records.

use std::borrow::Cow;

/// A token of a record. Comments and variations are skipped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// `[Name "value"]` or `Name: value` on a line of its own.
    Header(&'a str, Cow<'a, str>),
    /// A move or a result.
    Text(&'a str),
}

/// Splits a record into tokens.
///
/// # Errors
/// A message when the braces of comments or the parentheses of variations are not balanced.
pub fn split(text: &str) -> Result<Vec<Token<'_>>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start_matches('\u{feff}');
    let mut variation_depth = 0_usize;
    let mut at_line_start = true;
    while let Some(character) = rest.chars().next() {
        if at_line_start && variation_depth == 0 {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            if let Some((name, value)) = header(line.trim()) {
                tokens.push(Token::Header(name, value));
                rest = after;
                continue;
            }
        }
        at_line_start = character == '\n';
        let mut skip = character.len_utf8();
        match character {
            '{' => {
                let length = rest.find('}').ok_or("expected } at the end of a comment that { began")?;
                skip = length + 1;
            }
            ';' => skip = rest.find('\n').unwrap_or(rest.len()),
            '(' => variation_depth += 1,
            ')' => {
                variation_depth =
                    variation_depth.checked_sub(1).ok_or("expected ( before the ) of a variation")?
            }
            '}' => return Err("expected { before the } of a comment".to_owned()),
            _ if is_separator(character) => {}
            _ => {
                skip = rest.find(|next| is_separator(next) || "{}();".contains(next)).unwrap_or(rest.len());
                let word = without_marks(&rest[..skip]);
                if variation_depth == 0 && !word.is_empty() {
                    tokens.push(Token::Text(word));
                }
            }
        }
        rest = &rest[skip..];
    }
    if variation_depth > 0 {
        return Err("expected ) at the end of a variation that ( began".to_owned());
    }
    Ok(tokens)
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
