//! A record as its reader found it, before the rules have checked it.

use super::format::Format;
use super::remarks::Remarks;
use super::san;
use super::tags::Tags;
use crate::rules::gomoku::Variant;
use crate::rules::{DrawReason, WinReason};
use crate::rules::{Game, MoveError, Options, Outcome, Ruleset, Side};
use std::fmt;

/// Where something is in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A line, counted from 1.
    Line(usize),
    /// An offset in bytes, counted from 0.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// The record does not have its format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct ReadError {
    /// Where the record is wrong.
    pub place: Place,
    /// What was expected and what was found.
    pub message: String,
}

impl ReadError {
    /// The error in a line, counted from 1.
    pub fn line(line: usize, message: impl Into<String>) -> ReadError {
        ReadError { place: Place::Line(line), message: message.into() }
    }

    /// The error at a byte, counted from the start of the file.
    pub fn byte(byte: usize, message: impl Into<String>) -> ReadError {
        ReadError { place: Place::Byte(byte), message: message.into() }
    }
}

/// A move of a record, not checked yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordMove {
    /// In any notation of the ruleset.
    pub text: String,
    /// Where the move is in the record.
    pub place: Place,
}

/// A line of a record, not checked yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordLine {
    /// The index of the line from which this one branches off, which is less than its own. 0 for the main line.
    pub parent: usize,
    /// The number of moves from the start of the record to the first one of this line.
    pub ply: usize,
    /// The moves, oldest first.
    pub moves: Vec<RecordMove>,
    /// What the record says about the positions, by the number of moves from the start of the record.
    pub remarks: Remarks,
}

impl RecordLine {
    /// The number of moves from the start of the record to the end of this line.
    pub(super) fn end(&self) -> usize {
        self.ply + self.moves.len()
    }
}

/// How a record says that its game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This side won.
    Won(Side),
    /// Won by the side with this name, which depends on the ruleset.
    WonBy(&'static str),
    /// Nobody won.
    Drawn,
    /// The record says that the game has no result yet.
    Unfinished,
}

impl Ending {
    /// Reads a result as PGN and Chinese records write it.
    pub fn parse(text: &str) -> Option<Ending> {
        match text {
            "1-0" => Some(Ending::Won(Side::First)),
            "0-1" => Some(Ending::Won(Side::Second)),
            "1/2-1/2" | "½-½" | "0.5-0.5" => Some(Ending::Drawn),
            "*" | "未知" => Some(Ending::Unfinished),
            "红胜" | "红方胜" | "红先胜" | "紅勝" => Some(Ending::WonBy("red")),
            "红先负" | "黑胜" | "黑方胜" | "黑勝" => Some(Ending::WonBy("black")),
            "白胜" | "白方胜" | "白勝" => Some(Ending::WonBy("white")),
            "和" | "和棋" | "和局" | "红先和" => Some(Ending::Drawn),
            _ => None,
        }
    }

    /// The outcome of a game that has not ended on the board: a win counts as a resignation, a draw as an agreement.
    pub fn outcome(self, ruleset: Ruleset) -> Option<Outcome> {
        let winner = match self {
            Ending::Won(side) => side,
            Ending::WonBy(name) => ruleset.side(name)?,
            Ending::Drawn => return Some(Outcome::Drawn { reason: DrawReason::Agreement }),
            Ending::Unfinished => return None,
        };
        Some(Outcome::Won { winner, reason: WinReason::Resignation })
    }
}

/// The game that a record says it is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimedGame {
    /// Exactly this ruleset.
    Ruleset(Ruleset),
    /// Five in a row of any kind.
    FiveInARow,
}

/// What a record says about the rules of its game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claim {
    /// What the record says of its game.
    pub game: Option<ClaimedGame>,
    /// The number of files and ranks, if the record names it.
    pub board_size: Option<u32>,
    /// Whether the record says that six or more in a row do not win in Caro.
    pub is_exact_caro: bool,
    /// The value of the tag of our own with the other options, or empty.
    pub options: String,
}

/// A record as its reader found it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The format in which the record was read.
    pub format: Format,
    /// What the record says of its ruleset and board.
    pub claim: Claim,
    /// The start position as FEN; that of the ruleset if none.
    pub start_fen: Option<String>,
    /// The main line and the variations. There is at least the main line, which is the first. Their moves have not been checked by the
    /// rules.
    pub lines: Vec<RecordLine>,
    /// The result that the record names.
    pub ending: Option<Ending>,
    /// The headers of the record.
    pub tags: Tags,
    /// The number of comments that were skipped because they belong to no move.
    pub comments: usize,
    /// The number of variations that were skipped.
    pub variations: usize,
}

/// The most lines of all games of a file. A line takes about 1 KiB while a record is read, and two characters make one.
const MOST_LINES: usize = 20_000;

fn check_lines(lines: usize, place: Place) -> Result<(), ReadError> {
    match lines <= MOST_LINES {
        true => Ok(()),
        false => {
            let message = format!("expected at most {MOST_LINES} games and variations in a file, got more");
            Err(ReadError { place, message })
        }
    }
}

/// The games of a collection.
///
/// # Errors
/// The first error of a game, or when all together have too many lines.
pub(super) fn collected(
    games: impl Iterator<Item = Result<Parsed, ReadError>>,
) -> Result<Vec<Parsed>, ReadError> {
    let mut found = Vec::new();
    let mut lines = 0;
    for game in games {
        let game = game?;
        lines += game.lines.len();
        check_lines(lines, game.first_place().unwrap_or(Place::Line(1)))?;
        found.push(game);
    }
    Ok(found)
}

/// The ruleset of an import, and whether the record says only that it is five in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChosenRuleset {
    /// The ruleset to play the record under.
    pub ruleset: Ruleset,
    /// Whether the record says five in a row, but not which kind.
    pub is_assumed: bool,
}

impl Parsed {
    pub(super) fn new(format: Format) -> Parsed {
        Parsed {
            format,
            claim: Claim::default(),
            start_fen: None,
            lines: vec![RecordLine::default()],
            ending: None,
            tags: Tags::default(),
            comments: 0,
            variations: 0,
        }
    }

    /// The moves of the main line.
    pub fn moves(&self) -> &[RecordMove] {
        &self.lines[0].moves
    }

    /// Where the first move or comment is, if there is one.
    pub(super) fn first_place(&self) -> Option<Place> {
        self.moves().first().map(|mv| mv.place)
    }

    pub(super) fn push(&mut self, line: usize, text: impl Into<String>, place: Place) {
        self.lines[line].moves.push(RecordMove { text: text.into(), place });
    }

    /// Starts a variation to the move after the first `ply` moves of another line. Returns its index.
    ///
    /// # Errors
    /// When there are too many.
    pub(super) fn branch(&mut self, parent: usize, ply: usize, place: Place) -> Result<usize, ReadError> {
        check_lines(self.lines.len() + 1, place)?;
        self.lines.push(RecordLine { parent, ply, ..RecordLine::default() });
        Ok(self.lines.len() - 1)
    }

    /// Adds a comment at the end of a line.
    pub(super) fn comment(&mut self, line: usize, text: &str) {
        let end = self.lines[line].end();
        self.lines[line].remarks.add_comment(end, text);
    }

    /// Adds a glyph at the end of a line.
    pub(super) fn glyph(&mut self, line: usize, glyph: u8) {
        let end = self.lines[line].end();
        self.lines[line].remarks.add_glyph(end, glyph);
    }

    /// The ruleset under which the record is imported: the one asked for, or the one that the record names. For five in a
    /// row of an unknown kind it is `gomoku`, because freestyle allows the moves of all other kinds.
    ///
    /// # Errors
    /// A message when the record contradicts the ruleset asked for, or nothing tells the ruleset.
    pub fn ruleset(&self, asked: Option<Ruleset>) -> Result<ChosenRuleset, String> {
        let chosen = |ruleset| Ok(ChosenRuleset { ruleset, is_assumed: false });
        match (asked, self.claim.game) {
            (Some(asked), Some(claimed)) if !claimed.allows(asked) => {
                let format = self.format.name();
                let asked = asked.name();
                Err(format!("the request says {asked}, but the {format} record is of {claimed}"))
            }
            (Some(asked), _) => chosen(asked),
            (None, _) => match self.game() {
                Some(ClaimedGame::Ruleset(ruleset)) => chosen(ruleset),
                Some(ClaimedGame::FiveInARow) => {
                    Ok(ChosenRuleset { ruleset: Ruleset::Gomoku, is_assumed: true })
                }
                None => {
                    let names = Ruleset::ALL.map(Ruleset::name).join(", ");
                    Err(format!("is required: the record does not say its game, expected one of {names}"))
                }
            },
        }
    }

    /// The game that the record names, or that its notation shows.
    pub(super) fn game(&self) -> Option<ClaimedGame> {
        self.claim.game.or_else(|| self.game_of_notation())
    }

    /// The game in whose notation the first move is.
    fn game_of_notation(&self) -> Option<ClaimedGame> {
        if let Some((game, _)) = self.start_fen.as_deref().map(game_of_fen) {
            return Some(game);
        }
        let first = &self.moves().first()?.text;
        let xiangqi = Game::new(&Options::defaults(Ruleset::Xiangqi), None).ok()?;
        if !matches!(xiangqi.parse(first), Err(MoveError::Unreadable { .. })) {
            return Some(ClaimedGame::Ruleset(Ruleset::Xiangqi));
        }
        if san::names_a_piece(first) {
            return Some(ClaimedGame::Ruleset(Ruleset::Xiangqi));
        }
        let is_point = |text: &&str| Ruleset::Gomoku.read_coordinates(text).is_some();
        let points = points_of_word(first);
        (!points.is_empty() && points.iter().all(is_point)).then_some(ClaimedGame::FiveInARow)
    }

    /// The size of the board of five in a row, if the record tells it.
    pub fn board_size(&self) -> Option<u32> {
        let of_fen = || match game_of_fen(self.start_fen.as_deref()?) {
            (ClaimedGame::FiveInARow, rows) => Some(rows),
            (ClaimedGame::Ruleset(_), _) => None,
        };
        self.claim.board_size.or_else(of_fen)
    }

    /// The lines with each move as one word. In a list of moves of five in a row, a word such as `h8i9g7` is several points,
    /// as engines and forums write positions.
    pub(super) fn word_lines(&self, ruleset: Ruleset) -> Vec<WordLine<'_>> {
        let may_be_joined =
            Variant::of(ruleset).is_some() && matches!(self.format, Format::Text | Format::Pgn);
        let mut found: Vec<WordLine<'_>> = Vec::with_capacity(self.lines.len());
        for line in &self.lines {
            let ply = found.get(line.parent).map_or(0, |parent| parent.ply_after(line.ply));
            let mut words =
                WordLine { parent: line.parent, ply, words: Vec::new(), starts: vec![(line.ply, ply)] };
            for RecordMove { text, place } in &line.moves {
                let points = if may_be_joined { points_of_word(text) } else { Vec::new() };
                match points.len() {
                    0 | 1 => words.words.push(Word { text, place: *place }),
                    _ => words.words.extend(points.into_iter().map(|text| Word { text, place: *place })),
                }
                if may_be_joined {
                    words.starts.push((words.starts.len() + line.ply, ply + words.words.len()));
                }
            }
            found.push(words);
        }
        found
    }
}

/// A line with each move as one word.
#[derive(Debug)]
pub(super) struct WordLine<'a> {
    pub parent: usize,
    /// The number of plies from the start of the game to the first word.
    pub ply: usize,
    pub words: Vec<Word<'a>>,
    /// The numbers of moves from the start of the record that differ from the numbers of plies, with those.
    starts: Vec<(usize, usize)>,
}

impl WordLine<'_> {
    /// The number of plies of the first `moves` moves of the record.
    pub(super) fn ply_after(&self, moves: usize) -> usize {
        let at = self.starts.partition_point(|&(start, _)| start <= moves);
        let (start, ply) = self.starts[at.saturating_sub(1)];
        (ply + moves).saturating_sub(start)
    }
}

/// A single move of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub place: Place,
}

/// The game of a position, and the number of its rows.
fn game_of_fen(fen: &str) -> (ClaimedGame, u32) {
    let board = fen.split_whitespace().next().unwrap_or_default();
    let is_of_stones = |letter: char| letter.is_ascii_digit() || "bwBW/".contains(letter);
    let game = match board.chars().all(is_of_stones) {
        true => ClaimedGame::FiveInARow,
        false => ClaimedGame::Ruleset(Ruleset::Xiangqi),
    };
    (game, board.split('/').count() as u32)
}

/// The points of a word in which each has one letter and one or two digits. Empty if the word has another form.
fn points_of_word(word: &str) -> Vec<&str> {
    let mut points = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let digits = match rest.as_bytes() {
            [letter, digits @ ..] if letter.is_ascii_alphabetic() => {
                digits.iter().take_while(|digit| digit.is_ascii_digit()).count()
            }
            _ => return Vec::new(),
        };
        if !(1..=2).contains(&digits) {
            return Vec::new();
        }
        let (point, after) = rest.split_at(1 + digits);
        points.push(point);
        rest = after;
    }
    points
}

impl ClaimedGame {
    fn allows(self, ruleset: Ruleset) -> bool {
        match self {
            ClaimedGame::Ruleset(own) => own == ruleset,
            ClaimedGame::FiveInARow => Variant::of(ruleset).is_some(),
        }
    }
}

impl fmt::Display for ClaimedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClaimedGame::Ruleset(ruleset) => f.write_str(ruleset.name()),
            ClaimedGame::FiveInARow => f.write_str("five in a row"),
        }
    }
}
