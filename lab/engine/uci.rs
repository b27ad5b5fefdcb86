//! Programs that speak UCCI or UCI. Every move is asked for with the start position and the moves of the game.

use super::process::{Dialect, Process, RESPONSE_TIMEOUT};
use super::{Choice, Failure};
use crate::time_control::Allowance;
use duiyi::engine::Score;
use duiyi::rules::{Game, Side};
use std::io;
use std::time::{Duration, Instant};

impl Process {
    pub(super) fn uci_handshake(&mut self) -> io::Result<()> {
        let (hello, answer, options) = match self.dialect {
            Dialect::Ucci => {
                ("ucci", "ucciok", ["usebook false", "usemillisec true", "hashsize 64"].as_slice())
            }
            _ => (
                "uci",
                "uciok",
                ["name Hash value 64", "name UCI_Variant value xiangqi", "name Use NNUE value false"]
                    .as_slice(),
            ),
        };
        self.send(hello)?;
        self.wait_for(answer)?;
        for option in options {
            self.send(&format!("setoption {option}"))?;
        }
        self.wait_until_ready()
    }

    pub(super) fn wait_until_ready(&mut self) -> io::Result<()> {
        self.send("isready")?;
        self.wait_for("readyok")
    }

    pub(super) fn choose_by_uci(&mut self, game: &Game, allowance: Allowance) -> Result<Choice, Failure> {
        let moves: Vec<String> =
            game.moves().into_iter().map(|mv| self.in_its_words(game.coordinates(mv))).collect();
        let position = match moves.is_empty() {
            true => format!("position fen {}", game.start_fen()),
            false => format!("position fen {} moves {}", game.start_fen(), moves.join(" ")),
        };
        let go = self.go(game.turn(), allowance);
        self.drop_old_lines();
        let started = Instant::now();
        self.send(&position).and_then(|()| self.send(&go)).map_err(|_| Failure::Crash)?;
        let limit = allowance.max_time(game.turn()).unwrap_or(Duration::MAX).saturating_add(RESPONSE_TIMEOUT);
        let mut score = None;
        loop {
            let line = self.line(limit.saturating_sub(started.elapsed()))?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => score = read_score(&line).or(score),
                Some("bestmove") => {
                    let spent = started.elapsed();
                    return match words.next().unwrap_or_default() {
                        "(none)" | "0000" => Err(Failure::Resigned),
                        text => match game.parse(&self.in_our_words(text)) {
                            Ok(mv) => Ok(Choice { mv, score, spent }),
                            Err(_) => Err(Failure::Illegal(text.to_owned())),
                        },
                    };
                }
                Some("nobestmove") => return Err(Failure::Resigned),
                _ => {}
            }
        }
    }

    fn go(&self, side: Side, allowance: Allowance) -> String {
        let is_ucci = self.dialect == Dialect::Ucci;
        match allowance {
            Allowance::Nodes(nodes) => format!("go nodes {nodes}"),
            // UCCI has no fixed time per move: a clock with one move to go is equivalent.
            Allowance::Time(time) if is_ucci && !self.is_ours() => {
                format!("go time {} movestogo 1", time.as_millis())
            }
            Allowance::Time(time) => format!("go movetime {}", time.as_millis()),
            Allowance::Clock { left, increment } => {
                let (own, other) = (left[side].as_millis(), left[side.other()].as_millis());
                let (red, black) = (left[Side::First].as_millis(), left[Side::Second].as_millis());
                let increment = increment.as_millis();
                match is_ucci {
                    true => format!(
                        "go time {own} increment {increment} opptime {other} oppincrement {increment}"
                    ),
                    false => format!("go wtime {red} btime {black} winc {increment} binc {increment}"),
                }
            }
        }
    }

    fn in_its_words(&self, coordinates: String) -> String {
        match self.dialect {
            Dialect::Fairy => ranks_from_one(&coordinates),
            _ => coordinates,
        }
    }

    fn in_our_words(&self, coordinates: &str) -> String {
        match self.dialect {
            Dialect::Fairy => ranks_from_zero(coordinates).unwrap_or_else(|| coordinates.to_owned()),
            _ => coordinates.to_owned(),
        }
    }
}

/// Converts `h2e2` to `h3e3`, and `a9a8` to `a10a9`.
fn ranks_from_one(coordinates: &str) -> String {
    coordinates
        .chars()
        .map(|letter| letter.to_digit(10).map_or_else(|| letter.to_string(), |rank| (rank + 1).to_string()))
        .collect()
}

fn ranks_from_zero(coordinates: &str) -> Option<String> {
    let second_file = 1 + coordinates.get(1..)?.find(|letter: char| letter.is_ascii_alphabetic())?;
    let (from, to) = coordinates.split_at(second_file);
    let point = |text: &str| {
        let rank = text.get(1..)?.parse::<u32>().ok()?.checked_sub(1)?;
        Some(format!("{}{rank}", text.get(..1)?))
    };
    Some(point(from)? + &point(to)?)
}

/// Parses the score of a line such as `info depth 9 score cp 31 pv …`. UCCI omits the `cp`.
fn read_score(line: &str) -> Option<i32> {
    let mut words = line.split_whitespace().skip_while(|&word| word != "score").skip(1);
    match words.next()? {
        "cp" => words.next()?.parse().ok(),
        "mate" => words.next()?.parse().ok().map(|moves| Score::Mate(moves).in_hundredths()),
        score => score.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_counted_as_the_program_does() {
        for (ours, its) in [("h2e2", "h3e3"), ("a9a8", "a10a9"), ("i0i9", "i1i10")] {
            assert_eq!(ranks_from_one(ours), its);
            assert_eq!(ranks_from_zero(its).as_deref(), Some(ours));
        }
        for wrong in ["", "h", "(none)", "h3", "h0e3", "hxey", "将五平四"] {
            assert_eq!(ranks_from_zero(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn scores_are_read_in_both_dialects() {
        assert_eq!(read_score("info depth 9 time 31 nodes 4 score -31 pv h2e2"), Some(-31));
        assert_eq!(read_score("info depth 9 score cp 31 nodes 5 pv h2e2"), Some(31));
        assert_eq!(read_score("info depth 9 score mate -3 pv h2e2"), Some(-Score::MATE));
        assert_eq!(read_score("info string score"), None);
        assert_eq!(read_score("info depth 9 currmove h2e2"), None);
    }
}
