use super::pgn::{USUAL_SIZE, capitalized, first_number, first_side, title};
use super::{Tags, is_own_start, one_line, option_text, result};
use crate::rules::{Game, Side};
use std::fmt::{self, Write};

/// Exports a game as plain text for people: numbered pairs of moves, in Chinese notation if the ruleset has one.
pub fn text(game: &Game, tags: &Tags) -> String {
    let mut text = String::new();
    write_text(&mut text, game, tags).expect("writing to a string does not fail");
    text
}

fn write_text(text: &mut String, game: &Game, tags: &Tags) -> fmt::Result {
    let names = game.ruleset().side_names();
    writeln!(text, "{}: {}", capitalized(names[Side::First]), one_line(&tags.first))?;
    writeln!(text, "{}: {}", capitalized(names[Side::Second]), one_line(&tags.second))?;
    if matches!(game, Game::Gomoku(_)) {
        writeln!(text, "Game: {}", title(&game.options()))?;
    }
    writeln!(text, "Date: {}", one_line(&tags.date))?;
    writeln!(text, "Result: {}", result(game))?;
    if is_own_start(game) {
        writeln!(text, "FEN: {}", game.start_fen())?;
    }
    if let Game::Gomoku(own) = game
        && own.rules().board_size != USUAL_SIZE
    {
        writeln!(text, "BoardSize: {}", own.rules().board_size)?;
    }
    let options = option_text::write(&game.options());
    if !options.is_empty() {
        writeln!(text, "Options: {options}")?;
    }
    text.push('\n');
    let offset = usize::from(first_side(game) == Side::Second);
    let first_number = first_number(game);
    for (index, mv) in game.describe_played(0).into_iter().enumerate() {
        let place = index + offset;
        let words = mv.chinese.unwrap_or(mv.coordinates);
        let number = first_number + place / 2;
        match place % 2 {
            0 => write!(text, "{number:>3}. {words}")?,
            _ if index == 0 => writeln!(text, "{number:>3}. ……  {words}")?,
            _ => writeln!(text, "  {words}")?,
        }
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(())
}
