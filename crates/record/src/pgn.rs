use super::{Tags, is_own_start, one_line, result};
use crate::rules::gomoku::Variant;
use crate::rules::{Game, Options, Ruleset, Side};
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
    let mut text = headers(game, tags, moves);
    text.push('\n');
    let first_number = first_number(game);
    let offset = usize::from(first_side(game) == Side::Second);
    let clocks = clocks.iter().copied().chain(std::iter::repeat(None));
    for (index, (mv, left)) in move_texts(game, moves).into_iter().zip(clocks).enumerate() {
        let mv = match left {
            Some(left) => format!("{mv} {}", clock(left)),
            None => mv,
        };
        let number = first_number + (index + offset) / 2;
        match (index + offset) % 2 {
            0 => write!(text, "{number}. {mv}"),
            _ if index == 0 => writeln!(text, "{number}. ... {mv}"),
            _ => writeln!(text, " {mv}"),
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
    text
}

fn move_texts(game: &Game, moves: PgnMoves) -> Vec<String> {
    let played = || game.describe_played(0).into_iter();
    let in_coordinates = || game.moves().into_iter().map(|mv| coordinates(game, mv)).collect();
    match moves {
        PgnMoves::Coordinates => in_coordinates(),
        PgnMoves::Chinese => played().map(|mv| mv.chinese.unwrap_or(mv.coordinates)).collect(),
        PgnMoves::Wxf => played().map(|mv| mv.wxf.unwrap_or(mv.coordinates)).collect(),
    }
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

fn coordinates(game: &Game, mv: crate::rules::Move) -> String {
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
