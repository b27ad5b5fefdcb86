use super::super::remarks::Remark;
use super::super::tree::{Tree, TreeWriter};
use super::super::{Tags, is_own_start, one_line, option_text, pgn, stones};
use super::{MOVES, OPTIONS, annotations};
use crate::rules::gomoku::{Game, Point, Position};
use crate::rules::{Options, Outcome, Referee, Side};
use std::fmt::Write;

/// Exports a game of five in a row as SGF. SGF has only stones, so the choices of an opening are in a property of our own. `tree`
/// has the comments and variations.
pub fn sgf(game: &Game, tags: &Tags, tree: Option<&Tree>) -> String {
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
    property(OPTIONS, &option_text::write(&Options::Gomoku(game.rules())));
    let stones = game.stones_played();
    if stones.len() != game.ply() {
        let moves: Vec<String> = game.moves().into_iter().map(|mv| game.coordinates(mv)).collect();
        property(MOVES, &moves.join(" "));
    }
    if is_own_start(&crate::rules::Game::Gomoku(game.clone())) {
        text.push_str(&setup(&game.start_fen(), game));
    }
    let played: Vec<String> = stones.iter().map(|(point, _)| point.to_string()).collect();
    // What a record with opening choices says of its plies does not fit the stones.
    let tree = tree.filter(|_| stones.len() == game.ply());
    let tree = tree.unwrap_or(&Tree::default()).along(&played);
    let first = stones.first().map_or(game.position().turn(), |&(_, side)| side);
    let mut writer = Nodes {
        text,
        lines: tree.lines.iter().map(|line| line.moves().filter_map(Point::parse).collect()).collect(),
        first,
        size,
        in_line: 0,
    };
    tree.write(&mut writer);
    let mut text = writer.text;
    text.push_str(")\n");
    text
}

/// Writes a node for each move. Forks have parentheses around what follows and around each variation.
struct Nodes {
    text: String,
    lines: Vec<Vec<Point>>,
    /// The side of the first stone.
    first: Side,
    size: u8,
    /// The number of moves in the current line of text.
    in_line: usize,
}

impl TreeWriter for Nodes {
    fn open(&mut self, line: usize, _ply: usize, remark: Remark<'_>) {
        if line > 0 {
            self.text.push_str("\n(");
            self.in_line = 1;
        }
        // A variation has no node before its first move, so the remarks stand in one without a move.
        if line > 0 && !remark.is_empty() {
            self.text.push(';');
        }
        annotations::write(&mut self.text, remark);
    }

    fn mv(&mut self, line: usize, at: usize, ply: usize, remark: Remark<'_>) {
        /// With this many moves a line stays below 80 characters.
        const MOVES_PER_LINE: usize = 12;
        let Some(&point) = self.lines[line].get(at) else { return };
        if self.in_line.is_multiple_of(MOVES_PER_LINE) {
            self.text.push('\n');
        }
        self.in_line += 1;
        let is_first = ply.is_multiple_of(2);
        let side = if is_first { self.first } else { self.first.other() };
        let letter = if side == Side::First { 'B' } else { 'W' };
        self.text.push_str(&format!(";{letter}[{}]", letters(point, self.size)));
        annotations::write(&mut self.text, remark);
    }

    fn fork(&mut self, line: usize, at: usize, ply: usize, remark: Remark<'_>) -> bool {
        self.text.push_str("\n(");
        self.in_line = 1;
        self.mv(line, at, ply, remark);
        true
    }

    fn close(&mut self, _is_variation: bool) {
        self.text.push(')');
    }
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
