use super::{Tags, one_line, result};
use crate::rules::{Game, Options, Ruleset, Side};
use std::fmt::Write;

/// Exports a game in the format of PGN. Xiangqi has ICCS moves (`H2-E2`), as Chinese chess programs exchange them. Gomoku and
/// Renju have points (`h8`) and the choices of their openings (`swap`).
pub fn pgn(game: &Game, tags: &Tags) -> String {
    let names = game.ruleset().side_names();
    let mut text = String::new();
    let start = game.start_fen();
    let mut tag = |name: &str, value: &str| {
        let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(text, "[{name} \"{value}\"]").expect("writing to a string does not fail");
    };
    tag("Game", title(game.ruleset()));
    tag("Event", "?");
    tag("Site", "?");
    tag("Date", &tags.date);
    tag("Round", "?");
    tag(&capitalized(names[Side::First]), &tags.first);
    tag(&capitalized(names[Side::Second]), &tags.second);
    tag("Result", result(game));
    if Game::new(&game.options(), None).is_ok_and(|fresh| fresh.fen() != start) {
        tag("FEN", &start);
    }
    if game.ruleset() == Ruleset::Xiangqi {
        tag("Format", "ICCS");
    }
    text.push('\n');
    let first_number = first_number(game);
    let offset = usize::from(first_side(game) == Side::Second);
    for (index, mv) in game.moves().into_iter().enumerate() {
        let number = first_number + (index + offset) / 2;
        match (index + offset) % 2 {
            0 => write!(text, "{number}. {}", move_text(game, mv)),
            _ if index == 0 => writeln!(text, "{number}. ... {}", move_text(game, mv)),
            _ => writeln!(text, " {}", move_text(game, mv)),
        }
        .expect("writing to a string does not fail");
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(result(game));
    text.push('\n');
    text
}

pub(super) fn title(ruleset: Ruleset) -> &'static str {
    match ruleset {
        Ruleset::Xiangqi => "Chinese Chess",
        Ruleset::Gomoku => "Gomoku",
        Ruleset::GomokuStandard => "Standard Gomoku",
        Ruleset::Renju => "Renju",
        Ruleset::Caro => "Caro",
    }
}

fn move_text(game: &Game, mv: crate::rules::Move) -> String {
    let coordinates = game.coordinates(mv);
    match game.options() {
        Options::Xiangqi(_) => {
            let iccs = coordinates.to_ascii_uppercase();
            format!("{}-{}", &iccs[..2], &iccs[2..])
        }
        Options::Gomoku(_) => coordinates,
    }
}

pub(super) fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The side that moved first in this game. A game with its own start position may start with the second side.
pub(super) fn first_side(game: &Game) -> Side {
    Game::new(&game.options(), Some(&game.start_fen())).map_or(Side::First, |start| start.turn())
}

/// The number of the first move, from the FEN of the start position.
pub(super) fn first_number(game: &Game) -> usize {
    game.start_fen().rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(1)
}
