//! Programs that speak UCCI or UCI. Every move is asked for with the start position and the moves of the game.

use super::process::{Dialect, Process, RESPONSE_TIMEOUT};
use super::{Choice, Failure};
use crate::time_control::Allowance;
use duiyi_engine::Score;
use duiyi_protocol::FirstRank;
use duiyi_rules::{Game, Side};
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
            game.moves().into_iter().map(|mv| self.first_rank().write(game.coordinates(mv))).collect();
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
                        text => {
                            let mv = self.first_rank().read(text).and_then(|text| game.parse(&text).ok());
                            mv.map_or_else(
                                || Err(Failure::Illegal(text.to_owned())),
                                |mv| Ok(Choice { mv, score, spent }),
                            )
                        }
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
                let clock = |side| (left[side].as_millis(), increment[side].as_millis());
                match is_ucci {
                    true => {
                        let ((own, increment), (other, others_increment)) =
                            (clock(side), clock(side.other()));
                        format!(
                            "go time {own} increment {increment} opptime {other} oppincrement {others_increment}"
                        )
                    }
                    false => {
                        let ((red, reds), (black, blacks)) = (clock(Side::First), clock(Side::Second));
                        format!("go wtime {red} btime {black} winc {reds} binc {blacks}")
                    }
                }
            }
        }
    }

    fn first_rank(&self) -> FirstRank {
        match self.dialect {
            Dialect::Fairy => FirstRank::One,
            _ => FirstRank::Zero,
        }
    }
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
    fn scores_are_read_in_both_dialects() {
        assert_eq!(read_score("info depth 9 time 31 nodes 4 score -31 pv h2e2"), Some(-31));
        assert_eq!(read_score("info depth 9 score cp 31 nodes 5 pv h2e2"), Some(31));
        assert_eq!(read_score("info depth 9 score mate -3 pv h2e2"), Some(-Score::MATE));
        assert_eq!(read_score("info string score"), None);
        assert_eq!(read_score("info depth 9 currmove h2e2"), None);
    }
}
