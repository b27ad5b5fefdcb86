use super::super::{Tags, is_own_start, one_line, pgn, stones};
use crate::rules::gomoku::{Game, Point, Position};
use crate::rules::{Options, Outcome, Referee, Side};
use std::fmt::Write;

/// Exports a game of five in a row as SGF. The choices of an opening are left out: SGF has only stones.
pub fn sgf(game: &Game, tags: &Tags) -> String {
    let size = game.rules().board_size;
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]AP[Duiyi:{}]SZ[{size}]", env!("CARGO_PKG_VERSION"));
    let mut property = |name: &str, value: &str| {
        let value = one_line(value).replace('\\', "\\\\").replace(']', "\\]");
        if !value.is_empty() {
            write!(text, "{name}[{value}]").expect("writing to a string does not fail");
        }
    };
    property("RU", pgn::title(&Options::Gomoku(game.rules())));
    property("EV", &tags.event);
    property("PC", &tags.site);
    property("DT", &tags.date.replace('.', "-"));
    property("RO", &tags.round);
    property("PB", &tags.first);
    property("PW", &tags.second);
    property("RE", result(game.outcome()));
    if is_own_start(&crate::rules::Game::Gomoku(game.clone())) {
        text.push_str(&setup(&game.start_fen(), game));
    }
    for (index, (point, side)) in game.stones_played().into_iter().enumerate() {
        /// With this many moves a line stays below 80 characters.
        const MOVES_PER_LINE: usize = 12;
        let line = if index % MOVES_PER_LINE == 0 { "\n" } else { "" };
        let letter = if side == Side::First { 'B' } else { 'W' };
        text.push_str(&format!("{line};{letter}[{}]", letters(point, size)));
    }
    text.push_str(")\n");
    text
}

fn letters(point: Point, size: u8) -> String {
    let (column, row) = stones::column_and_row(point, size);
    [column, row].map(|index| (b'a' + index) as char).iter().collect()
}

/// The stones of the start position and the side to move.
fn setup(fen: &str, game: &Game) -> String {
    let size = game.rules().board_size;
    let Ok(start) = Position::parse(fen, game.rules().variant, size) else { return String::new() };
    let stones = |name: &str, side: Side| {
        let points: String = Point::all(size)
            .filter(|&point| start.at(point) == Some(side))
            .map(|point| format!("[{}]", letters(point, size)))
            .collect();
        if points.is_empty() { points } else { format!("{name}{points}") }
    };
    let turn = if start.turn() == Side::First { 'B' } else { 'W' };
    format!("\n{}{}PL[{turn}]", stones("AB", Side::First), stones("AW", Side::Second))
}

fn result(outcome: Option<Outcome>) -> &'static str {
    use crate::rules::WinReason::{Resignation, Timeout};
    match outcome {
        None => "",
        Some(Outcome::Aborted) => "Void",
        Some(Outcome::Drawn { .. }) => "0",
        Some(Outcome::Won { winner: Side::First, reason: Resignation }) => "B+R",
        Some(Outcome::Won { winner: Side::Second, reason: Resignation }) => "W+R",
        Some(Outcome::Won { winner: Side::First, reason: Timeout }) => "B+T",
        Some(Outcome::Won { winner: Side::Second, reason: Timeout }) => "W+T",
        Some(Outcome::Won { winner: Side::First, .. }) => "B+",
        Some(Outcome::Won { winner: Side::Second, .. }) => "W+",
    }
}
