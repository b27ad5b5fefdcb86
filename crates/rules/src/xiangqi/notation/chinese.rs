//! Chinese notation: `炮二平五`, `马8进7`, `前车进一`.
//!
//! Red counts in Chinese numerals and Black in Arabic ones. Reading takes either for both sides, half-width or
//! full-width, and simplified or traditional characters.

use super::super::types::Role;
use super::phrase::{Phrase, Way, Which};
use crate::Side;

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

fn name(side: Side, role: Role) -> char {
    match (role, side) {
        (Role::General, Side::First) => '帅',
        (Role::General, Side::Second) => '将',
        (Role::Advisor, Side::First) => '仕',
        (Role::Advisor, Side::Second) => '士',
        (Role::Elephant, Side::First) => '相',
        (Role::Elephant, Side::Second) => '象',
        (Role::Horse, _) => '马',
        (Role::Rook, _) => '车',
        (Role::Cannon, _) => '炮',
        (Role::Soldier, Side::First) => '兵',
        (Role::Soldier, Side::Second) => '卒',
    }
}

fn role(character: char) -> Option<Role> {
    Some(match character {
        '帅' | '帥' | '将' | '將' => Role::General,
        '仕' | '士' => Role::Advisor,
        '相' | '象' => Role::Elephant,
        '马' | '馬' | '傌' => Role::Horse,
        '车' | '車' | '俥' => Role::Rook,
        '炮' | '砲' | '包' => Role::Cannon,
        '兵' | '卒' => Role::Soldier,
        _ => return None,
    })
}

fn number(character: char) -> Option<u8> {
    let place = match character {
        '1'..='9' => character as u32 - '0' as u32,
        '１'..='９' => character as u32 - '０' as u32,
        _ => NUMERALS.iter().position(|&numeral| numeral == character)? as u32 + 1,
    };
    u8::try_from(place).ok()
}

fn way(character: char) -> Option<Way> {
    match character {
        '进' | '進' => Some(Way::Forward),
        '退' => Some(Way::Backward),
        '平' => Some(Way::Across),
        _ => None,
    }
}

/// Selects the piece among others of the same role: by the character before its name, and the file after its name.
fn which(before: char, file: Option<u8>) -> Option<Which> {
    match before {
        '前' => Some(Which::Front(file)),
        '中' => Some(Which::Middle(file)),
        '后' | '後' => Some(Which::Rear(file)),
        _ => number(before).map(|nth| Which::Nth(nth, file)),
    }
}

/// Reads a move. Returns `None` if the text is not Chinese notation.
pub fn read(text: &str) -> Option<Phrase> {
    let characters: Vec<char> = text.chars().filter(|character| !character.is_whitespace()).take(6).collect();
    let (role, which, way_at, number_at) = match *characters.as_slice() {
        [piece, file, way, to] if role(piece).is_some() && number(file).is_some() => {
            (role(piece)?, Which::File(number(file)?), way, to)
        }
        [place, piece, way, to] => (role(piece)?, which(place, None)?, way, to),
        [place, piece, file, way, to] if role(piece).is_some() => {
            (role(piece)?, which(place, Some(number(file)?))?, way, to)
        }
        _ => return None,
    };
    Some(Phrase { role, which, way: way(way_at)?, number: number(number_at)? })
}

pub fn write(side: Side, phrase: &Phrase) -> String {
    let numeral = |number: u8| match side {
        Side::First => NUMERALS[usize::from(number.clamp(1, 9)) - 1],
        Side::Second => (b'0' + number) as char,
    };
    let piece = name(side, phrase.role);
    let which = match phrase.which {
        Which::File(file) | Which::Center(file) => [piece, numeral(file)],
        Which::Front(_) | Which::InnerFront(_) => ['前', piece],
        Which::Middle(_) => ['中', piece],
        Which::Rear(_) | Which::InnerRear(_) => ['后', piece],
        Which::Nth(nth, _) => [NUMERALS[usize::from(nth.clamp(1, 9)) - 1], piece],
    };
    let way = match phrase.way {
        Way::Forward => '进',
        Way::Backward => '退',
        Way::Across => '平',
    };
    /// Four characters of three bytes.
    const LONGEST: usize = 12;
    let mut text = String::with_capacity(LONGEST);
    text.extend(which.into_iter().chain([way, numeral(phrase.number)]));
    text
}
