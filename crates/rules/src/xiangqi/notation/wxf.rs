//! WXF notation: `C2=5`, `H8+7`, and `R+-1` for the front one of two rooks on a file.
//!
//! Soldiers that share files are named as <http://www.wxf.org/xq/computer/wxf_notation.html> says. Of three on file 4, `P+` is
//! the front one, `P4` the middle one and `P-` the rear one. Of four or five, `++` is the foremost one and `--` the rearmost
//! one; those between are named as of two or three. If soldiers share two files, the file stands for the letter: `4+`.

use super::super::position::Position;
use super::super::types::{Role, Square};
use super::phrase::{Phrase, Way, Which, file_number, tandems};

fn letter(role: Role) -> char {
    match role {
        Role::General => 'K',
        Role::Advisor => 'A',
        Role::Elephant => 'E',
        Role::Horse => 'H',
        Role::Rook => 'R',
        Role::Cannon => 'C',
        Role::Soldier => 'P',
    }
}

fn role(character: char) -> Option<Role> {
    Some(match character.to_ascii_uppercase() {
        'K' | 'G' => Role::General,
        'A' => Role::Advisor,
        'E' | 'B' => Role::Elephant,
        'H' | 'N' => Role::Horse,
        'R' => Role::Rook,
        'C' => Role::Cannon,
        'P' | 'S' => Role::Soldier,
        _ => return None,
    })
}

fn number(character: char) -> Option<u8> {
    match character {
        '1'..='9' => Some(character as u8 - b'0'),
        _ => None,
    }
}

fn way(character: char) -> Option<Way> {
    match character {
        '+' => Some(Way::Forward),
        '-' => Some(Way::Backward),
        '=' | '.' => Some(Way::Across),
        _ => None,
    }
}

/// Selects the piece among others of the same role, by a character before its letter.
fn place(character: char) -> Option<Which> {
    match character {
        '+' => Some(Which::Front(None)),
        '-' => Some(Which::Rear(None)),
        '=' | '.' => Some(Which::Middle(None)),
        _ => number(character).map(|nth| Which::Nth(nth, None)),
    }
}

/// Selects the piece by a character after its letter. `a` to `e` number the soldiers that share files.
fn place_after(role: Role, character: char) -> Option<Which> {
    match (role, character.to_ascii_lowercase()) {
        (_, letter @ 'a'..='e') => Some(Which::Nth(letter as u8 - b'a' + 1, None)),
        (Role::Soldier, '+') => Some(Which::InnerFront(None)),
        (Role::Soldier, '-') => Some(Which::InnerRear(None)),
        (Role::Soldier, digit @ '1'..='9') => number(digit).map(Which::Center),
        (_, digit @ '1'..='9') => number(digit).map(Which::File),
        _ => place(character),
    }
}

/// Selects a soldier without its letter. Of two digits, the first numbers the soldiers on the file that the second names, as
/// Fairy-Stockfish writes them; but the rules of the federation have `33.4`, with a dot, for the middle soldier on file 3.
fn soldier(first: char, second: char, way: char) -> Option<Which> {
    match (number(first), second) {
        (None, '+') if first == '+' => Some(Which::Front(None)),
        (None, '-') if first == '-' => Some(Which::Rear(None)),
        (Some(file), '+') => Some(Which::InnerFront(Some(file))),
        (Some(file), '-') => Some(Which::InnerRear(Some(file))),
        (Some(file), _) if first == second && way == '.' => Some(Which::Center(file)),
        (Some(nth), _) => Some(Which::Nth(nth, Some(number(second)?))),
        (None, _) => None,
    }
}

/// The ASCII character of which this is the full-width form, or the character itself.
fn narrow(character: char) -> char {
    const WIDE: std::ops::RangeInclusive<char> = '\u{ff01}'..='\u{ff5e}';
    const STEP: u32 = 0xff01 - '!' as u32;
    match character {
        '．' | '。' => '.',
        '−' | '–' | '—' => '-',
        wide if WIDE.contains(&wide) => char::from_u32(u32::from(wide) - STEP).unwrap_or(wide),
        other => other,
    }
}

/// Reads a move. Returns `None` if the text is not WXF notation.
///
/// The place of a piece among others of its role may come after its letter (`R+-1`, `Pa+1`) or before it (`+R-1`, `1P+1`).
pub fn read(text: &str) -> Option<Phrase> {
    let characters: Vec<char> = text.chars().take(5).map(narrow).collect();
    let &[first, second, way_at, number_at] = characters.as_slice() else { return None };
    let (role, which) = match (role(first), role(second)) {
        (Some(role), _) => (role, place_after(role, second)?),
        (None, Some(role)) => (role, place(first)?),
        (None, None) => (Role::Soldier, soldier(first, second, way_at)?),
    };
    Some(Phrase { role, which, way: way(way_at)?, number: number(number_at)? })
}

/// Writes the move of the piece on `from`.
pub fn write(position: &Position, from: Square, phrase: &Phrase) -> String {
    let way = match phrase.way {
        Way::Forward => '+',
        Way::Backward => '-',
        Way::Across => '=',
    };
    piece(position, from, phrase).into_iter().chain([way, digit(phrase.number)]).collect()
}

fn digit(number: u8) -> char {
    (b'0' + number) as char
}

/// The piece as two characters.
fn piece(position: &Position, from: Square, phrase: &Phrase) -> [char; 2] {
    let (letter, file) = (letter(phrase.role), digit(file_number(position.turn(), from)));
    if matches!(phrase.which, Which::File(_)) {
        return [letter, file];
    }
    let files = tandems(position, phrase.role);
    let own = files.iter().find(|squares| squares.contains(&from)).map_or(&[][..], Vec::as_slice);
    let nth = own.iter().position(|&square| square == from).unwrap_or_default();
    let from_rear = own.len().saturating_sub(nth + 1);
    match (phrase.role, files.len(), own.len()) {
        (Role::Soldier, 2.., 2..) if nth == 0 => [file, '+'],
        (Role::Soldier, 2.., 2..) if from_rear == 0 => [file, '-'],
        (Role::Soldier, 1, 4..=5) if nth == 0 => ['+', '+'],
        (Role::Soldier, 1, 4..=5) if from_rear == 0 => ['-', '-'],
        (Role::Soldier, 1, 3 | 5) if nth == from_rear => [letter, file],
        (Role::Soldier, 1, 2..=5) | (_, 1, 2..=3) if nth < from_rear => [letter, '+'],
        (Role::Soldier, 1, 2..=5) | (_, 1, 2..=3) if nth > from_rear => [letter, '-'],
        (Role::Soldier, ..) => [digit(nth as u8 + 1), file],
        (_, 1, 3) => ['=', letter],
        _ => match phrase.which {
            Which::Nth(nth, _) => [digit(nth), letter],
            _ => [letter, file],
        },
    }
}
