use super::super::format::Format;
use super::super::parsed::{ClaimedGame, Ending, Parsed, Place, ReadError, RecordMove};
use super::super::pgn::{self, EXACT_CARO};
use super::super::stones;
use super::super::tags::kept;
use super::lexer::{Property, main_line};
use crate::rules::gomoku::{MAX_SIZE, Point};
use crate::rules::{Options, Ruleset, Side, shortened};

/// The number of five in a row among the games of SGF.
const GAME: &str = "4";
const GO: &str = "1";
const CHINESE_CHESS: &str = "7";
/// The size of the board if the record does not say it.
const USUAL_SIZE: u8 = 15;

/// # Errors
/// When the text is not SGF, or not of five in a row.
pub fn read(text: &str) -> Result<Parsed, ReadError> {
    let line = main_line(text)?;
    let mut parsed = Parsed::new(Format::Sgf);
    parsed.variations = line.variations;
    let root = line.nodes.first().map_or(&[][..], Vec::as_slice);
    parsed.claim.game = read_game(root)?;
    parsed.claim.is_exact_caro =
        value(root, "RU").is_some_and(|(rules, _)| rules.eq_ignore_ascii_case(EXACT_CARO));
    let size = read_size(root)?;
    parsed.claim.board_size = Some(size.into());
    read_tags(root, &mut parsed);
    let mut setup = Setup { size, ..Setup::default() };
    for property in line.nodes.iter().flatten() {
        match property.name.as_str() {
            name @ ("B" | "W") => {
                let side = if name == "B" { Side::First } else { Side::Second };
                let next = setup.next(&parsed);
                if side != next {
                    let names = Ruleset::Gomoku.side_names();
                    let message = format!(
                        "ply {}: expected a move of {}, got one of {}",
                        parsed.moves.len() + 1,
                        names[next],
                        names[side]
                    );
                    return Err(ReadError::line(property.line, message));
                }
                parsed.moves.push(setup.read_move(property, parsed.moves.len() + 1)?);
            }
            "AB" | "AW" | "AE" | "PL" if !parsed.moves.is_empty() => {
                let message = format!("expected no {} after the first move", property.name);
                return Err(ReadError::line(property.line, message));
            }
            "AB" => setup.add(property, Side::First)?,
            "AW" => setup.add(property, Side::Second)?,
            "PL" => {
                let is_white = property.values[0].trim().starts_with(['W', 'w', '2']);
                setup.turn = Some(if is_white { Side::Second } else { Side::First });
            }
            "C" | "GC" if !property.values[0].trim().is_empty() => parsed.comments += 1,
            _ => {}
        }
    }
    parsed.start_fen = stones::fen(&setup.stones, setup.turn, size);
    Ok(parsed)
}

fn value<'a>(root: &'a [Property<'_>], name: &str) -> Option<(&'a str, usize)> {
    let property = root.iter().find(|property| property.name == name)?;
    Some((property.values[0].trim(), property.line)).filter(|(text, _)| !text.is_empty())
}

/// The game that the root names. The rules in `RU` decide, and `5A`, the alternatives to the fifth stone, is of Renju: some
/// programs write the number of Go or of another game for five in a row.
fn read_game(root: &[Property<'_>]) -> Result<Option<ClaimedGame>, ReadError> {
    let is_renju = value(root, "5A").map(|_| Ruleset::Renju);
    if let Some(ruleset) = value(root, "RU").and_then(|(rules, _)| ruleset_of(rules)).or(is_renju) {
        return Ok(Some(ClaimedGame::Ruleset(ruleset)));
    }
    // The boards of other games have other sizes.
    let is_usual = value(root, "SZ").is_some_and(|(size, _)| size == "15");
    match value(root, "GM") {
        Some((GAME, _)) => Ok(Some(ClaimedGame::FiveInARow)),
        Some((other, line)) if !is_usual || other == GO || other == CHINESE_CHESS => {
            let message =
                format!("expected GM[{GAME}], which is five in a row, got GM[{}]", shortened(other));
            Err(ReadError::line(line, message))
        }
        _ => Ok(is_usual.then_some(ClaimedGame::FiveInARow)),
    }
}

fn ruleset_of(rules: &str) -> Option<Ruleset> {
    let rules = rules.to_lowercase();
    let named =
        Ruleset::ALL.into_iter().find(|&own| rules == pgn::title(&Options::defaults(own)).to_lowercase());
    named.filter(|&own| own != Ruleset::Xiangqi).or_else(|| match rules.as_str() {
        "freestyle" => Some(Ruleset::Gomoku),
        "standard" => Some(Ruleset::GomokuStandard),
        rules if rules.eq_ignore_ascii_case(EXACT_CARO) => Some(Ruleset::Caro),
        rules if rules.contains("renju") => Some(Ruleset::Renju),
        _ => None,
    })
}

fn read_size(root: &[Property<'_>]) -> Result<u8, ReadError> {
    let Some((text, line)) = value(root, "SZ") else { return Ok(USUAL_SIZE) };
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let size = columns.trim().parse().ok().filter(|_| columns.trim() == rows.trim());
    size.filter(|size| (1..=MAX_SIZE).contains(size)).ok_or_else(|| {
        ReadError::line(
            line,
            format!("expected a square board of up to {MAX_SIZE} points, got SZ[{}]", shortened(text)),
        )
    })
}

fn read_tags(root: &[Property<'_>], parsed: &mut Parsed) {
    let tag = |name| value(root, name).map_or_else(String::new, |(text, _)| kept(text));
    let tags = &mut parsed.tags;
    (tags.event, tags.site, tags.date, tags.round) = (tag("EV"), tag("PC"), tag("DT"), tag("RO"));
    (tags.first, tags.second) = (tag("PB"), tag("PW"));
    let result = value(root, "RE").map(|(text, _)| text.to_ascii_uppercase());
    parsed.ending = result.and_then(|result| match result.as_str() {
        "0" | "DRAW" | "B+DRAW" => Some(Ending::Drawn),
        result if result.starts_with("B+") => Some(Ending::Won(Side::First)),
        result if result.starts_with("W+") => Some(Ending::Won(Side::Second)),
        _ => None,
    });
}

/// The stones on the board before the first move.
#[derive(Default)]
struct Setup {
    size: u8,
    stones: Vec<(Point, Side)>,
    turn: Option<Side>,
}

impl Setup {
    /// The side of the next move.
    fn next(&self, parsed: &Parsed) -> Side {
        let by_count = if self.stones.len().is_multiple_of(2) { Side::First } else { Side::Second };
        let first = self.turn.unwrap_or(by_count);
        if parsed.moves.len().is_multiple_of(2) { first } else { first.other() }
    }

    fn point(&self, text: &str) -> Option<Point> {
        let mut letters = text.bytes();
        let index = |letter: u8| letter.is_ascii_lowercase().then(|| u32::from(letter - b'a'));
        let point = match (letters.next(), letters.next(), letters.next()) {
            (Some(column), Some(row), None) if index(row).is_some() => {
                stones::point(index(column)?, index(row)?, self.size)
            }
            // Some programs write points such as h8.
            _ => Point::parse(text),
        };
        point.filter(|point| point.file() < self.size && point.rank() < self.size)
    }

    fn read_move(&self, property: &Property<'_>, ply: usize) -> Result<RecordMove, ReadError> {
        let text = property.values[0].trim();
        let point = self.point(text).ok_or_else(|| {
            let what = if text.is_empty() || text == "tt" {
                "a pass".to_owned()
            } else {
                format!("{:?}", shortened(text))
            };
            let message = format!("ply {ply}: expected a point of the board such as hh, got {what}");
            ReadError::line(property.line, message)
        })?;
        Ok(RecordMove { text: point.to_string(), place: Place::Line(property.line) })
    }

    fn add(&mut self, property: &Property<'_>, side: Side) -> Result<(), ReadError> {
        for text in &property.values {
            let (from, to) = text.trim().split_once(':').unwrap_or((text.trim(), text.trim()));
            let (Some(from), Some(to)) = (self.point(from), self.point(to)) else {
                let message =
                    format!("expected points of the board in {}, got {:?}", property.name, shortened(text));
                return Err(ReadError::line(property.line, message));
            };
            let (low, high) = (from.rank().min(to.rank()), from.rank().max(to.rank()));
            for rank in low..=high {
                for file in from.file().min(to.file())..=from.file().max(to.file()) {
                    let point = Point::new(file, rank);
                    if self.stones.iter().any(|&(taken, _)| taken == point) {
                        let message = format!("expected one stone on {point}, got two");
                        return Err(ReadError::line(property.line, message));
                    }
                    self.stones.push((point, side));
                }
            }
        }
        Ok(())
    }
}
