//! WXF notation: `C2=5`, `H8+7`, `+R-1`, and `1P+1` for soldiers that share files.

use super::super::types::Role;
use super::phrase::{Phrase, Way, Which};

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

/// Like [`place`], for a character after the letter. There, `a` to `e` also number the soldiers that share files.
fn place_after(character: char) -> Option<Which> {
    match character.to_ascii_lowercase() {
        letter @ 'a'..='e' => Some(Which::Nth(letter as u8 - b'a' + 1, None)),
        _ => place(character),
    }
}

/// Reads a move. Returns `None` if the text is not WXF notation.
///
/// The place of a piece among others of its role may come before its letter (`+R-1`, `1P+1`) or after it (`R+-1`,
/// `Pa+1`). A soldier may omit the letter: `17=8` is the first soldier from the front on file 7.
pub fn read(text: &str) -> Option<Phrase> {
    let characters: Vec<char> = text.chars().take(5).collect();
    let &[first, second, way_at, number_at] = characters.as_slice() else { return None };
    let (role, which) = match (role(first), role(second)) {
        (Some(role), _) => (role, number(second).map(Which::File).or_else(|| place_after(second))?),
        (None, Some(role)) => (role, place(first)?),
        (None, None) => (Role::Soldier, Which::Nth(number(first)?, Some(number(second)?))),
    };
    Some(Phrase { role, which, way: way(way_at)?, number: number(number_at)? })
}

pub fn write(phrase: &Phrase) -> String {
    let piece = letter(phrase.role);
    let digit = |number: u8| (b'0' + number) as char;
    let which = match phrase.which {
        Which::File(file) => [piece, digit(file)],
        Which::Front(_) => ['+', piece],
        Which::Middle(_) => ['=', piece],
        Which::Rear(_) => ['-', piece],
        Which::Nth(nth, _) => [digit(nth), piece],
    };
    let way = match phrase.way {
        Way::Forward => '+',
        Way::Backward => '-',
        Way::Across => '=',
    };
    which.into_iter().chain([way, digit(phrase.number)]).collect()
}
