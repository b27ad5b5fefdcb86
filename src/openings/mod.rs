//! The names of openings in English and Chinese: the common ones of Xiangqi, and the 26 of Renju, mirrored and turned too.

use crate::rules::{Game, Ruleset};
use std::collections::HashMap;
use std::sync::LazyLock;

#[cfg(test)]
mod tests;

/// Later moves do not name an opening.
const PLIES: usize = 16;

/// The name of an opening. Those of Renju are Japanese in English texts too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    pub english: &'static str,
    pub chinese: &'static str,
}

/// The moves by which an opening of Xiangqi is known.
struct XiangqiOpening {
    /// The moves of each side in their order. Others may come between them, but not before Red's first, nor before Black's if it is
    /// the only one.
    red: Vec<&'static str>,
    black: Vec<&'static str>,
    name: Name,
}

static XIANGQI: LazyLock<Vec<XiangqiOpening>> = LazyLock::new(|| {
    let opening = |(moves, name): (&'static str, Name)| {
        let (red, black) = moves.split_once('/').expect("an opening of Xiangqi has the moves of both sides");
        let [red, black] = [red, black].map(|moves| moves.split_whitespace().collect());
        XiangqiOpening { red, black, name }
    };
    table(include_str!("xiangqi.txt")).map(opening).collect()
});

/// The openings of Renju by their second and third stones.
static RENJU: LazyLock<HashMap<&str, Name>> = LazyLock::new(|| table(include_str!("renju.txt")).collect());

/// The lines of a table: moves and a name.
fn table(text: &'static str) -> impl Iterator<Item = (&'static str, Name)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut columns = line.split('|').map(str::trim);
        let mut next = || columns.next().expect("a line has three columns");
        (next(), Name { english: next(), chinese: next() })
    })
}

/// The name of the opening of a game that began with the start position. None if the opening has none.
pub fn name(game: &Game) -> Option<Name> {
    let is_whole = Game::new(&game.options(), None).is_ok_and(|fresh| fresh.fen() == game.start_fen());
    if !is_whole {
        return None;
    }
    let played: Vec<String> = game.moves().into_iter().take(PLIES).map(|mv| game.coordinates(mv)).collect();
    match game.ruleset() {
        Ruleset::Xiangqi => xiangqi(&played),
        Ruleset::Renju => renju(&played),
        Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Caro => None,
    }
}

/// The name after the last of these moves. A name holds until one whose moves include its own replaces it: an opening does not
/// become another one because moves of that come later.
fn xiangqi(played: &[String]) -> Option<Name> {
    let mirrored: Vec<String> = played.iter().map(|mv| mirror(mv)).collect();
    let mut known: Option<&XiangqiOpening> = None;
    for plies in 1..=played.len() {
        let is_taken = |opening: &XiangqiOpening| {
            opening.is_taken(&played[..plies]) || opening.is_taken(&mirrored[..plies])
        };
        let taken = XIANGQI
            .iter()
            .filter(|opening| known.is_none_or(|known| opening.refines(known)) && is_taken(opening));
        // The one with the most moves, and of several the first in the table.
        known = taken.rev().max_by_key(|opening| opening.moves()).or(known);
    }
    known.map(|opening| opening.name)
}

impl XiangqiOpening {
    fn moves(&self) -> usize {
        self.red.len() + self.black.len()
    }

    fn is_taken(&self, played: &[String]) -> bool {
        let of_side = |first: usize| played.iter().skip(first).step_by(2).map(String::as_str);
        // What is known by a single reply is known by the first one.
        let replies = |count| of_side(1).take(count);
        let black = if self.black.len() == 1 { replies(1) } else { replies(PLIES) };
        of_side(0).next() == Some(self.red[0])
            && has_in_order(of_side(0), &self.red)
            && has_in_order(black, &self.black)
    }

    /// Whether the moves of this opening include those of the other one, and more.
    fn refines(&self, other: &XiangqiOpening) -> bool {
        self.moves() > other.moves()
            && has_in_order(self.red.iter().copied(), &other.red)
            && has_in_order(self.black.iter().copied(), &other.black)
    }
}

fn has_in_order<'a>(mut played: impl Iterator<Item = &'a str>, wanted: &[&str]) -> bool {
    wanted.iter().all(|wanted| played.any(|mv| mv == *wanted))
}

/// The move on the board with left and right exchanged.
fn mirror(mv: &str) -> String {
    let file = |sign: char| (b'a' + b'i' - sign as u8) as char;
    mv.chars().map(|sign| if sign.is_ascii_lowercase() { file(sign) } else { sign }).collect()
}

/// A point of 15 by 15, in steps from the center.
type FromCenter = (i8, i8);

fn renju(played: &[String]) -> Option<Name> {
    // The choices of an opening are no stones.
    let mut stones = played.iter().filter_map(|mv| from_center(mv));
    let (first, second, third) = (stones.next()?, stones.next()?, stones.next()?);
    if first != (0, 0) {
        return None;
    }
    (0..8).find_map(|way| {
        let key = format!("{} {}", text(turned(second, way)), text(turned(third, way)));
        RENJU.get(key.as_str()).copied()
    })
}

fn from_center(mv: &str) -> Option<FromCenter> {
    let file = *mv.as_bytes().first().filter(|file| (b'a'..=b'o').contains(file))?;
    let rank: i8 = mv[1..].parse().ok()?;
    Some((file as i8 - b'h' as i8, rank - 8))
}

fn text((right, up): FromCenter) -> String {
    format!("{}{}", (b'h' as i8 + right) as u8 as char, up + 8)
}

/// One of the eight ways to turn and mirror the board.
fn turned((right, up): FromCenter, way: u8) -> FromCenter {
    let (a, b) = if way & 4 == 0 { (right, up) } else { (up, right) };
    (if way & 1 == 0 { a } else { -a }, if way & 2 == 0 { b } else { -b })
}
