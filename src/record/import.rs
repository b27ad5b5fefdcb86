//! Reading records: PGN-style, or a plain list of moves in any notation.

use crate::rules::{DrawReason, Game, MoveError, Options, Outcome, PositionError, Side, WinReason};

/// Why a record was not read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Counted from 1.
    #[error("ply {ply}, {text:?}: {error}")]
    Move { ply: usize, text: String, error: MoveError },
    #[error("{0}")]
    Unreadable(String),
}

impl ImportError {
    /// The ply that is wrong, from 1, when it is a move.
    pub fn ply(&self) -> Option<usize> {
        match self {
            ImportError::Move { ply, .. } => Some(*ply),
            _ => None,
        }
    }
}

const RESULTS: [(&str, Option<Ending>); 4] = [
    ("1-0", Some(Ending::Won(Side::First))),
    ("0-1", Some(Ending::Won(Side::Second))),
    ("1/2-1/2", Some(Ending::Drawn)),
    ("*", None),
];

#[derive(Clone, Copy)]
enum Ending {
    Won(Side),
    Drawn,
}

/// The game a record tells. A result that the moves do not bring about is taken as a resignation or an agreement.
///
/// Comments (`{…}` and `;…`) and move numbers are passed over. Variations `(…)` are refused: they are not part
/// of the game.
///
/// # Errors
/// When the position is not valid, a move is not legal (with its ply), or the text has no such form.
pub fn import(options: &Options, text: &str) -> Result<Game, ImportError> {
    let (tags, body) = split_tags(text);
    let fen = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case("fen")).map(|(_, value)| value.as_str());
    let mut game = Game::new(options, fen)?;
    let mut ending = None;
    let mut ply = 0;
    for word in words(&body)? {
        if let Some((_, result)) = RESULTS.iter().find(|(name, _)| *name == word) {
            ending = *result;
            continue;
        }
        ply += 1;
        game.parse(&word).and_then(|mv| game.play(mv)).map_err(|error| ImportError::Move {
            ply,
            text: word,
            error,
        })?;
    }
    if let (Some(ending), None) = (ending, game.outcome()) {
        game.conclude(match ending {
            Ending::Won(winner) => Outcome::Won { winner, reason: WinReason::Resignation },
            Ending::Drawn => Outcome::Drawn { reason: DrawReason::Agreement },
        });
    }
    Ok(game)
}

/// The `[Name "value"]` lines, and the rest.
fn split_tags(text: &str) -> (Vec<(String, String)>, String) {
    let mut tags = Vec::new();
    let mut body = String::new();
    for line in text.lines() {
        let tag = line.trim().strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        match tag.and_then(|tag| tag.split_once(char::is_whitespace)) {
            Some((name, value)) => {
                let value = value.trim().trim_matches('"').replace("\\\"", "\"").replace("\\\\", "\\");
                tags.push((name.to_owned(), value));
            }
            None => {
                body.push_str(line);
                body.push('\n');
            }
        }
    }
    (tags, body)
}

/// The moves and results, without comments and numbers.
fn words(body: &str) -> Result<Vec<String>, ImportError> {
    let mut plain = String::new();
    for line in body.lines() {
        plain.push_str(line.split(';').next().unwrap_or_default());
        plain.push('\n');
    }
    while let Some(open) = plain.find('{') {
        let Some(length) = plain[open..].find('}') else {
            return Err(ImportError::Unreadable("expected } at the end of a comment".to_owned()));
        };
        plain.replace_range(open..=open + length, " ");
    }
    if plain.contains(['(', ')']) {
        return Err(ImportError::Unreadable(
            "expected the moves of one game, got variations in ( )".to_owned(),
        ));
    }
    let separators = |character: char| character.is_whitespace() || matches!(character, ',' | '，' | '、');
    Ok(plain
        .split(separators)
        .map(without_number)
        .filter(|word| !is_filler(word))
        .map(str::to_owned)
        .collect())
}

/// The word without a move number such as `12.` or `12...` before it.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|character: char| character.is_ascii_digit());
    match after.strip_prefix(['.', '、']) {
        Some(rest) if after.len() < word.len() => rest.trim_start_matches('.'),
        _ => word,
    }
}

fn is_filler(word: &str) -> bool {
    word.is_empty()
        || word.chars().all(|character| matches!(character, '.' | '…'))
        || word.chars().all(|character| character.is_ascii_digit())
}
