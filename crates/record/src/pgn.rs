use super::remarks::Remark;
use super::tree::{Line, Tree, TreeWriter};
use super::{Tags, is_own_start, one_line, option_text, result};
use crate::rules::gomoku::Variant;
use crate::rules::{DrawReason, Game, Options, Outcome, Ruleset, Side, WinReason};
use std::fmt::Write;

/// The size of the board that records of five in a row need not name.
pub(super) const USUAL_SIZE: u8 = 15;

/// The notation of the moves in PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PgnMoves {
    /// ICCS (`H2-E2`) in Xiangqi, as programs exchange it. Points (`h8`) in five in a row.
    #[default]
    Coordinates,
    /// `炮二平五`.
    Chinese,
    /// `C2=5`.
    Wxf,
}

impl PgnMoves {
    /// The value of the tag `Format` in Xiangqi.
    fn format(self) -> &'static str {
        match self {
            PgnMoves::Coordinates => "ICCS",
            PgnMoves::Chinese => "Chinese",
            PgnMoves::Wxf => "WXF",
        }
    }
}

/// Exports a game in the format of PGN. Games of five in a row also contain the choices of their openings (`swap`). `clocks`
/// are the times that the movers had left after each move, in milliseconds, where they are known.
pub fn pgn(game: &Game, tags: &Tags, moves: PgnMoves, clocks: &[Option<u64>]) -> String {
    pgn_tree(game, tags, moves, clocks, None)
}

/// As [`pgn`], with comments and variations.
pub(super) fn pgn_tree(
    game: &Game,
    tags: &Tags,
    moves: PgnMoves,
    clocks: &[Option<u64>],
    tree: Option<&Tree>,
) -> String {
    let mut text = headers(game, tags, moves);
    text.push('\n');
    let played: Vec<String> = game.moves().into_iter().map(|mv| game.coordinates(mv)).collect();
    let tree = tree.unwrap_or(&Tree::default()).along(&played);
    let mut writer = Movetext {
        text,
        texts: move_texts(game, moves, &tree),
        clocks,
        first_number: first_number(game),
        offset: usize::from(first_side(game) == Side::Second),
        depth: 0,
        needs_number: true,
    };
    tree.write(&mut writer);
    let mut text = writer.text;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(result(game));
    text.push('\n');
    text
}

/// Writes moves with their numbers, comments in braces and variations in parentheses.
struct Movetext<'a> {
    text: String,
    texts: Vec<Vec<String>>,
    clocks: &'a [Option<u64>],
    first_number: usize,
    /// 1 if the second side begins.
    offset: usize,
    /// The number of open variations.
    depth: usize,
    /// Whether the next move needs its number even if it is of the second side.
    needs_number: bool,
}

impl Movetext<'_> {
    fn space(&mut self) {
        if !self.text.ends_with(['\n', '(']) {
            self.text.push(' ');
        }
    }

    fn end_line(&mut self) {
        if self.depth == 0 && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    fn glyphs(&mut self, remark: Remark<'_>) {
        for glyph in remark.glyphs() {
            self.space();
            self.text.push_str(&format!("${glyph}"));
        }
    }

    fn comment(&mut self, remark: Remark<'_>) {
        let Some(comment) = remark.comment else { return };
        self.space();
        // A brace would end the comment.
        let comment = comment.replace('{', "(").replace('}', ")");
        self.text.push_str(&format!("{{{comment}}}"));
        self.needs_number = true;
    }

    fn is_second(&self, ply: usize) -> bool {
        (ply + self.offset) % 2 == 1
    }

    fn write_move(&mut self, line: usize, at: usize, ply: usize, remark: Remark<'_>) {
        self.space();
        let number = self.first_number + (ply + self.offset) / 2;
        match (self.is_second(ply), self.needs_number) {
            (false, _) => self.text.push_str(&format!("{number}. ")),
            (true, true) => self.text.push_str(&format!("{number}. ... ")),
            (true, false) => {}
        }
        self.needs_number = false;
        self.text.push_str(&self.texts[line][at]);
        self.glyphs(remark);
        if let Some(left) = self.clocks.get(ply).copied().flatten().filter(|_| line == 0) {
            self.text.push_str(&format!(" {}", clock(left)));
        }
        self.comment(remark);
    }
}

impl TreeWriter for Movetext<'_> {
    fn open(&mut self, line: usize, _ply: usize, remark: Remark<'_>) {
        if line > 0 {
            self.end_line();
            self.space();
            self.text.push('(');
            self.depth += 1;
        }
        self.glyphs(remark);
        self.comment(remark);
        if !remark.is_empty() {
            self.end_line();
        }
        self.needs_number = true;
    }

    fn mv(&mut self, line: usize, at: usize, ply: usize, remark: Remark<'_>) {
        self.write_move(line, at, ply, remark);
        if self.is_second(ply) {
            self.end_line();
        }
    }

    fn fork(&mut self, line: usize, at: usize, ply: usize, remark: Remark<'_>) -> bool {
        self.write_move(line, at, ply, remark);
        false
    }

    fn close(&mut self, is_variation: bool) {
        if is_variation {
            self.text.push(')');
            self.depth -= 1;
            self.end_line();
            self.needs_number = true;
        }
    }
}

/// The time on a clock as the comment that chess programs write.
fn clock(milliseconds: u64) -> String {
    let (seconds, tenths) = (milliseconds / 1000, milliseconds % 1000 / 100);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{{[%clk {hours}:{minutes:02}:{:02}.{tenths}]}}", seconds % 60)
}

fn headers(game: &Game, tags: &Tags, moves: PgnMoves) -> String {
    let names = game.ruleset().side_names();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
        let value = if value.is_empty() { "?" } else { &value };
        writeln!(text, "[{name} \"{value}\"]").expect("writing to a string does not fail");
    };
    tag("Game", title(&game.options()));
    tag("Event", &tags.event);
    tag("Site", &tags.site);
    tag("Date", &tags.date);
    tag("Round", &tags.round);
    tag(&capitalized(names[Side::First]), &tags.first);
    tag(&capitalized(names[Side::Second]), &tags.second);
    tag("Result", result(game));
    if let Some(
        Outcome::Won { reason: WinReason::Adjudication, .. }
        | Outcome::Drawn { reason: DrawReason::Adjudication },
    ) = game.outcome()
    {
        tag("Termination", "adjudication");
    }
    if is_own_start(game) {
        tag("FEN", &game.start_fen());
    }
    match game.options() {
        Options::Xiangqi(_) => tag("Format", moves.format()),
        Options::Gomoku(options) if options.board_size != USUAL_SIZE => {
            tag("BoardSize", &options.board_size.to_string());
        }
        Options::Gomoku(_) => {}
    }
    let options = option_text::write(&game.options());
    if !options.is_empty() {
        tag("Options", &options);
    }
    text
}

fn move_texts(game: &Game, moves: PgnMoves, tree: &Tree) -> Vec<Vec<String>> {
    if moves == PgnMoves::Coordinates {
        let line = |line: &Line| line.moves().map(|mv| coordinates(game, mv)).collect();
        return tree.lines.iter().map(line).collect();
    }
    let Ok(mut start) = Game::new(&game.options(), Some(&game.start_fen())) else { return Vec::new() };
    start.accept(usize::MAX);
    tree.texts(start, |game, mv| {
        let text = game.parse(mv).ok().map(|mv| game.describe(mv));
        let text = text.and_then(|text| if moves == PgnMoves::Wxf { text.wxf } else { text.chinese });
        text.unwrap_or_else(|| mv.to_owned())
    })
}

/// The name of Caro in which six or more in a row do not win.
pub(super) const EXACT_CARO: &str = "Caro, exactly five";

/// The name of a game in records.
pub(super) fn title(options: &Options) -> &'static str {
    if let Options::Gomoku(own) = options
        && own.variant == Variant::CaroExact
    {
        return EXACT_CARO;
    }
    match options.ruleset() {
        Ruleset::Xiangqi => "Chinese Chess",
        Ruleset::Gomoku => "Gomoku",
        Ruleset::GomokuStandard => "Standard Gomoku",
        Ruleset::Renju => "Renju",
        Ruleset::Caro => "Caro",
    }
}

fn coordinates(game: &Game, mv: &str) -> String {
    match game.options() {
        Options::Xiangqi(_) if mv.len() == 4 => {
            let iccs = mv.to_ascii_uppercase();
            format!("{}-{}", &iccs[..2], &iccs[2..])
        }
        Options::Xiangqi(_) | Options::Gomoku(_) => mv.to_owned(),
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
