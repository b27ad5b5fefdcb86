use super::super::format::Format;
use super::super::parsed::{ClaimedGame, Ending, Parsed, Place, ReadError, RecordMove, collected};
use super::super::pgn::{self, EXACT_CARO};
use super::super::stones;
use super::super::tags::kept;
use super::lexer::{Part, Property, games};
use super::{MOVES, OPTIONS, annotations};
use crate::rules::gomoku::{MAX_SIZE, Point};
use crate::rules::{Options, Ruleset, Side, shortened};

/// The number of five in a row among the games of SGF.
const GAME: &str = "4";
const GO: &str = "1";
/// Servers of Renju write it for five in a row.
const NINE_MENS_MORRIS: &str = "5";
const CHINESE_CHESS: &str = "7";
/// The size of the board if the record does not say it.
const USUAL_SIZE: u8 = 15;

/// Reads the games of a collection.
///
/// # Errors
/// When the text is not SGF, or not of five in a row.
pub fn read_all(text: &str) -> Result<Vec<Parsed>, ReadError> {
    collected(games(text)?.into_iter().map(|parts| read_game_tree(&parts)))
}

fn read_game_tree(parts: &[Part<'_>]) -> Result<Parsed, ReadError> {
    let root: Vec<&Property<'_>> = root(parts);
    let mut parsed = Parsed::new(Format::Sgf);
    parsed.claim.game = read_game(&root)?;
    parsed.claim.is_exact_caro =
        value(&root, "RU").is_some_and(|(rules, _)| rules.eq_ignore_ascii_case(EXACT_CARO));
    let size = read_size(&root)?;
    parsed.claim.board_size = Some(size.into());
    read_tags(&root, &mut parsed);
    let mut walk = Walk::new(size);
    for part in parts {
        walk.take(part, &mut parsed)?;
    }
    parsed.claim.options = value(&root, OPTIONS).map_or_else(String::new, |(options, _)| kept(options));
    if let Some((moves, line)) = value(&root, MOVES).filter(|_| parsed.lines.len() == 1) {
        parsed.lines[0].moves.clear();
        for text in moves.split_whitespace() {
            parsed.push(0, text, Place::Line(line));
        }
    }
    parsed.start_fen = stones::fen(&walk.setup.stones, walk.setup.turn, size);
    Ok(parsed)
}

/// The properties of the first node.
fn root<'a, 'b>(parts: &'a [Part<'b>]) -> Vec<&'a Property<'b>> {
    let after = parts.iter().skip_while(|part| **part != Part::Node).skip(1);
    after
        .map_while(|part| match part {
            Part::Property(property) => Some(property),
            Part::Open | Part::Close | Part::Node => None,
        })
        .collect()
}

/// A walk through the tree of a game.
struct Walk {
    setup: Setup,
    /// The open parentheses, outermost first.
    open: Vec<Fork>,
    line: usize,
    /// The number of open parentheses in a variation whose rest is skipped.
    skipped: Option<usize>,
}

/// An open parenthesis: the line in it and its moves where its variations begin, once the first one has been read.
struct Fork {
    line: usize,
    ply: Option<usize>,
}

impl Walk {
    fn new(size: u8) -> Walk {
        Walk { setup: Setup { size, ..Setup::default() }, open: Vec::new(), line: 0, skipped: None }
    }

    fn take(&mut self, part: &Part<'_>, parsed: &mut Parsed) -> Result<(), ReadError> {
        match (part, &mut self.skipped) {
            (Part::Open, Some(depth)) => *depth += 1,
            (Part::Close, Some(depth @ 1..)) => *depth -= 1,
            (Part::Open, None) => self.open(parsed)?,
            (Part::Close, _) => self.close(),
            (Part::Node, _) | (Part::Property(_), Some(_)) => {}
            (Part::Property(property), None) => match self.property(property, parsed) {
                Err(_) if self.line > 0 => {
                    parsed.variations += 1;
                    self.skipped = Some(0);
                }
                read => read?,
            },
        }
        Ok(())
    }

    /// The first variation continues the line, the others branch off.
    fn open(&mut self, parsed: &mut Parsed) -> Result<(), ReadError> {
        let end = parsed.lines[self.line].end();
        if let Some(fork) = self.open.last_mut() {
            self.line = match fork.ply {
                None => fork.line,
                Some(ply) => {
                    let place = parsed.lines[fork.line].moves.last().map_or(Place::Line(1), |mv| mv.place);
                    parsed.branch(fork.line, ply, place)?
                }
            };
            fork.ply.get_or_insert(end);
        }
        self.open.push(Fork { line: self.line, ply: None });
        Ok(())
    }

    fn close(&mut self) {
        self.open.pop();
        self.skipped = None;
        self.line = self.open.last().map_or(self.line, |fork| fork.line);
    }

    fn property(&mut self, property: &Property<'_>, parsed: &mut Parsed) -> Result<(), ReadError> {
        let end = parsed.lines[self.line].end();
        match property.name.as_str() {
            name @ ("B" | "W") => {
                let side = if name == "B" { Side::First } else { Side::Second };
                let next = self.setup.next(end);
                if side != next {
                    let names = Ruleset::Gomoku.side_names();
                    let message = format!(
                        "ply {}: expected a move of {}, got one of {}",
                        end + 1,
                        names[next],
                        names[side]
                    );
                    return Err(ReadError::line(property.line, message));
                }
                let mv = self.setup.read_move(property, end + 1)?;
                parsed.lines[self.line].moves.push(mv);
            }
            "AB" | "AW" | "AE" | "PL" if end > 0 || self.line > 0 => {
                let message = format!("expected no {} after the first move", property.name);
                return Err(ReadError::line(property.line, message));
            }
            "AB" => self.setup.add(property, Side::First)?,
            "AW" => self.setup.add(property, Side::Second)?,
            "PL" => {
                let is_white = property.values[0].trim().starts_with(['W', 'w', '2']);
                self.setup.turn = Some(if is_white { Side::Second } else { Side::First });
            }
            "C" | "GC" => parsed.comment(self.line, &property.values[0]),
            _ => annotations::read(property, &mut parsed.lines[self.line]),
        }
        Ok(())
    }
}

fn value<'a>(root: &[&'a Property<'_>], name: &str) -> Option<(&'a str, usize)> {
    let property = root.iter().find(|property| property.name == name)?;
    Some((property.values[0].trim(), property.line)).filter(|(text, _)| !text.is_empty())
}

/// The game that the root names. The rules in `RU` decide, and `5A`, the alternatives to the fifth stone, is of Renju: some
/// programs write the number of Go or of another game for five in a row.
fn read_game(root: &[&Property<'_>]) -> Result<Option<ClaimedGame>, ReadError> {
    let is_renju = value(root, "5A").map(|_| Ruleset::Renju);
    if let Some(ruleset) = value(root, "RU").and_then(|(rules, _)| ruleset_of(rules)).or(is_renju) {
        return Ok(Some(ClaimedGame::Ruleset(ruleset)));
    }
    let size = value(root, "SZ").map(|(size, _)| size);
    // The boards of other games have other sizes.
    let is_usual = size == Some("15");
    let is_of_go = || ["KM", "HA", "TB", "TW"].iter().any(|name| value(root, name).is_some());
    match value(root, "GM") {
        Some((GAME, _)) => Ok(Some(ClaimedGame::FiveInARow)),
        Some((NINE_MENS_MORRIS, _)) if size.is_none() => Ok(Some(ClaimedGame::FiveInARow)),
        Some((other, line)) if !is_usual || other == GO && is_of_go() || other == CHINESE_CHESS => {
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
        // The numbers are those of the Gomocup protocol.
        "freestyle" | "0" => Some(Ruleset::Gomoku),
        "standard" | "1" => Some(Ruleset::GomokuStandard),
        "4" => Some(Ruleset::Renju),
        "8" => Some(Ruleset::Caro),
        rules if rules.eq_ignore_ascii_case(EXACT_CARO) => Some(Ruleset::Caro),
        rules if rules.contains("renju") => Some(Ruleset::Renju),
        _ => None,
    })
}

fn read_size(root: &[&Property<'_>]) -> Result<u8, ReadError> {
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

fn read_tags(root: &[&Property<'_>], parsed: &mut Parsed) {
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
    /// The side of the move after `ply` plies.
    fn next(&self, ply: usize) -> Side {
        let by_count = if self.stones.len().is_multiple_of(2) { Side::First } else { Side::Second };
        let first = self.turn.unwrap_or(by_count);
        if ply.is_multiple_of(2) { first } else { first.other() }
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
