use super::super::pieces;
use super::super::tree::{Line, Tree};
use super::super::{Tags, is_own_start, one_line, option_text};
use super::digits;
use super::escape::escaped;
use crate::rules::xiangqi::{Move, Setup};
use crate::rules::{Game, Outcome, Side};
use std::fmt::Write;

/// Exports a game of Xiangqi as DhtmlXQ. A start position of its own is also written as FEN, which has what the list of
/// pieces lacks: more pieces of a kind than a set, the side to move, and the counters.
/// `tree` has the comments and variations.
pub fn dhtmlxq(game: &Game, tags: &Tags, tree: Option<&Tree>) -> String {
    let mut text = String::from("[DhtmlXQ]\n");
    let mut value = |name: &str, value: &str| {
        writeln!(text, "[DhtmlXQ_{name}]{}[/DhtmlXQ_{name}]", one_line(value))
            .expect("writing to a string does not fail");
    };
    value("ver", "www_dpxq_com");
    value("title", &escaped(&title(tags)));
    value("event", &escaped(&tags.event));
    value("place", &escaped(&tags.site));
    value("date", &escaped(&tags.date));
    value("round", &escaped(&tags.round));
    value("red", &escaped(&tags.first));
    value("black", &escaped(&tags.second));
    value("result", result(game));
    let start = game.start_fen();
    let setup = start.parse::<Setup>().ok();
    if let Some(squares) = setup.as_ref().and_then(pieces::squares) {
        let places = squares.iter().flat_map(|square| square.map_or(['9', '9'], digits));
        value("binit", &places.collect::<String>());
    }
    if is_own_start(game) {
        value("fen", &start);
    }
    let options = option_text::write(&game.options());
    if !options.is_empty() {
        value("options", &options);
    }
    let played: Vec<String> = game.moves().into_iter().map(|mv| game.coordinates(mv)).collect();
    let tree = tree.unwrap_or(&Tree::default()).along(&played);
    for (id, line) in tree.lines.iter().enumerate() {
        match id {
            0 => value("movelist", &list(line)),
            _ => value(&format!("move_{}_{}_{id}", line.parent, line.ply + 1), &list(line)),
        }
        let place = |ply: usize| if id == 0 { ply.to_string() } else { format!("{id}_{ply}") };
        for (ply, comment) in &line.remarks.comments {
            let lines: Vec<String> = comment.lines().map(escaped).collect();
            value(&format!("comment{}", place(*ply)), &lines.join("||"));
        }
        for glyphs in line.remarks.glyphs.chunk_by(|(one, _), (other, _)| one == other) {
            let numbers: Vec<String> = glyphs.iter().map(|(_, glyph)| glyph.to_string()).collect();
            value(&format!("glyphs{}", place(glyphs[0].0)), &numbers.join(" "));
        }
    }
    text.push_str("[/DhtmlXQ]\n");
    text
}

/// The moves of a line, four digits each.
fn list(line: &Line) -> String {
    let moves = line.moves().filter_map(|mv| mv.parse::<Move>().ok());
    moves.flat_map(|mv| [mv.from(), mv.to()]).flat_map(digits).collect()
}

fn title(tags: &Tags) -> String {
    match (tags.first.as_str(), tags.second.as_str()) {
        ("", "") => tags.event.clone(),
        (first, second) => format!("{first} - {second}"),
    }
}

fn result(game: &Game) -> &'static str {
    match game.outcome() {
        None | Some(Outcome::Aborted) => "未知",
        Some(Outcome::Drawn { .. }) => "和局",
        Some(Outcome::Won { winner: Side::First, .. }) => "红胜",
        Some(Outcome::Won { winner: Side::Second, .. }) => "黑胜",
    }
}
