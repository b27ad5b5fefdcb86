use super::pgn::{first_number, first_side};
use super::{Tags, result};
use crate::rules::{Game, Side};
use std::fmt::Write;

/// The game for people to read: numbered pairs of moves, in Chinese where the ruleset has it.
pub fn text(game: &Game, tags: &Tags) -> String {
    let mut text = format!("{} - {}  {}  {}\n", tags.first, tags.second, tags.date, result(game));
    let start = game.start_fen();
    if Game::new(&game.options(), None).is_ok_and(|fresh| fresh.fen() != start) {
        text.push_str(&start);
        text.push('\n');
    }
    let moves = game.describe_played();
    let offset = usize::from(first_side(game) == Side::Second);
    let number = first_number(game);
    for (index, mv) in moves.iter().enumerate() {
        let place = index + offset;
        let words = mv.chinese.as_ref().unwrap_or(&mv.coordinates);
        let line = number + place / 2;
        match place % 2 {
            0 => write!(text, "{line:>3}. {words}"),
            _ if index == 0 => writeln!(text, "{line:>3}. ……  {words}"),
            _ => writeln!(text, "  {words}"),
        }
        .expect("writing to a string does not fail");
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
