//! Programs that speak UCI or UCCI. Every move is asked for with the start position and the moves of the game.

use super::ask::{Allowance, Ask};
use super::failure::Failure;
use super::lines::{Found, Lines};
use super::offered::Offered;
use super::pipes::Pipes;
use super::wait::Wait;
use crate::FirstRank;
use duiyi_engine::Limits;
use duiyi_rules::xiangqi::Repetition;
use duiyi_rules::{Game, Options, Side};
use std::time::Instant;

/// The most options of a program that are looked at.
const MOST_OPTIONS: usize = 500;

/// What is known of a program.
#[derive(Debug)]
pub struct Uci {
    is_ucci: bool,
    ranks: FirstRank,
    offered: Vec<Offered>,
    /// Options that were set for a search, with their values.
    set: Vec<(&'static str, String)>,
    /// Whether it is our own program, which understands more than UCCI.
    is_ours: bool,
}

impl Uci {
    /// Greets a program and sets its options. It speaks UCCI if the ranks have no number.
    pub fn start(
        pipes: &Pipes,
        ranks: Option<FirstRank>,
        options: &[(String, String)],
        until: Instant,
    ) -> Result<Uci, Failure> {
        let is_ucci = ranks.is_none();
        let ranks = ranks.unwrap_or_default();
        let mut uci = Uci { is_ucci, ranks, offered: Vec::new(), set: Vec::new(), is_ours: false };
        let (hello, ready) = if is_ucci { ("ucci", "ucciok") } else { ("uci", "uciok") };
        pipes.send(hello)?;
        loop {
            match pipes.line(until)? {
                Some(line) if line == ready => break,
                Some(line) if Instant::now() < until => uci.read_greeting(&line),
                _ => return Err(Failure::Time),
            }
        }
        if is_ucci {
            // Clocks are in seconds otherwise. A caller wants a search, unless the options below say otherwise.
            pipes.send("setoption usemillisec true\nsetoption usebook false")?;
        }
        if uci.offers("UCI_Variant", "xiangqi") {
            pipes.send("setoption name UCI_Variant value xiangqi")?;
        }
        for (name, value) in options {
            pipes.send(&uci.set_option(name, value))?;
        }
        uci.wait_until_ready(pipes, until)?;
        Ok(uci)
    }

    fn read_greeting(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("id name ") {
            self.is_ours = name.to_ascii_lowercase().contains("duiyi");
        }
        self.offered.extend(Offered::parse(line).filter(|_| self.offered.len() < MOST_OPTIONS));
    }

    /// Whether the program has an option with this value.
    fn offers(&self, name: &str, value: &str) -> bool {
        let has_value = |offered: &Offered| offered.values.iter().any(|it| it == value);
        self.offered.iter().any(|offered| offered.is_named(name) && has_value(offered))
    }

    fn has_option(&self, name: &str) -> bool {
        self.offered.iter().any(|offered| offered.is_named(name))
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        match self.is_ucci {
            true => format!("setoption {name} {value}"),
            false => format!("setoption name {name} value {value}"),
        }
    }

    fn wait_until_ready(&self, pipes: &Pipes, until: Instant) -> Result<(), Failure> {
        pipes.send("isready")?;
        pipes.wait_for("readyok", until)
    }

    pub fn new_game(&self, pipes: &Pipes, until: Instant) -> Result<(), Failure> {
        pipes.send(if self.is_ucci { "setoption newgame" } else { "ucinewgame" })?;
        self.wait_until_ready(pipes, until)
    }

    /// Sets an option for a search, unless the program does not have it or it has this value already.
    fn adjust(&mut self, pipes: &Pipes, name: &'static str, value: String) -> Result<(), Failure> {
        if !self.has_option(name) || self.set.contains(&(name, value.clone())) {
            return Ok(());
        }
        pipes.send(&self.set_option(name, &value))?;
        self.set.retain(|(other, _)| *other != name);
        self.set.push((name, value));
        Ok(())
    }

    /// Tells the program the rules of the game, in the options that Pikafish has for them.
    fn adjust_rules(&mut self, pipes: &Pipes, game: &Game) -> Result<(), Failure> {
        let Options::Xiangqi(options) = game.options() else { return Ok(()) };
        let rule = match options.repetition {
            Repetition::Asian => Some("AsianRule"),
            Repetition::Tiantian => Some("SkyRule"),
            Repetition::ChecksOnly => Some("AllowChase"),
            Repetition::Draw => None,
        };
        if let Some(rule) = rule.filter(|rule| self.offers("Repetition Rule", rule)) {
            self.adjust(pipes, "Repetition Rule", rule.to_owned())?;
        }
        self.adjust(pipes, "Sixty Move Rule", (options.no_capture_limit != 0).to_string())
    }

    pub fn search(
        &mut self,
        ask: &Ask<'_>,
        wait: &mut Wait<'_>,
        found: &mut dyn FnMut(Found),
    ) -> Result<Found, Failure> {
        let game = ask.game;
        if !self.is_ucci {
            self.adjust(wait.pipes, "MultiPV", ask.lines.to_string())?;
            self.adjust_rules(wait.pipes, game)?;
        }
        // Whatever it printed before belongs to another search.
        self.wait_until_ready(wait.pipes, wait.patience.give_up_at)?;
        wait.pipes.send(&self.position(game))?;
        wait.pipes.send(&self.go(ask, wait.patience.stop_at))?;
        wait.has_begun("stop");
        let mut lines = Lines::new(game, self.ranks, ask.lines, ask.search_moves);
        loop {
            let line = wait.line()?;
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("info") => {
                    if let Some(depth) = lines.add(&line) {
                        found(depth);
                    }
                }
                Some("nobestmove") => return Err(Failure::Resigned),
                Some("bestmove") => {
                    return match words.next().unwrap_or_default() {
                        "(none)" | "0000" => Err(Failure::Resigned),
                        best => lines.end(best).ok_or_else(|| Failure::Illegal(best.to_owned())),
                    };
                }
                _ => {}
            }
        }
    }

    fn position(&self, game: &Game) -> String {
        let mut text = format!("position fen {}", game.start_fen());
        let moves = game.moves();
        if !moves.is_empty() {
            text += " moves";
        }
        for mv in moves {
            text.push(' ');
            text += &self.ranks.write(game.coordinates(mv));
        }
        text
    }

    fn go(&self, ask: &Ask<'_>, stop_at: Option<Instant>) -> String {
        let mut go = match ask.allowance {
            Allowance::Move(limits) => self.go_within(limits, stop_at),
            Allowance::Clock { left, increment } => {
                let clock = |side| (left[side].as_millis(), increment[side].as_millis());
                let turn = ask.game.turn();
                match self.is_ucci {
                    true => {
                        let ((own, plus), (other, others_plus)) = (clock(turn), clock(turn.other()));
                        format!("go time {own} increment {plus} opptime {other} oppincrement {others_plus}")
                    }
                    false => {
                        let ((red, reds), (black, blacks)) = (clock(Side::First), clock(Side::Second));
                        format!("go wtime {red} btime {black} winc {reds} binc {blacks}")
                    }
                }
            }
        };
        if !self.is_ucci && !ask.search_moves.is_empty() {
            go += " searchmoves";
            for &mv in ask.search_moves {
                go.push(' ');
                go += &self.ranks.write(ask.game.coordinates(mv));
            }
        }
        go
    }

    fn go_within(&self, limits: Limits, stop_at: Option<Instant>) -> String {
        let until_stop = stop_at.map(|stop_at| stop_at.saturating_duration_since(Instant::now()));
        let time = limits.time.into_iter().chain(until_stop).min().map(|time| time.as_millis().max(1));
        if self.is_ucci && !self.is_ours {
            // UCCI takes one limit, and has no fixed time per move: a clock with one move to go is equivalent.
            return match (limits.nodes, limits.depth, time) {
                (Some(nodes), _, _) => format!("go nodes {nodes}"),
                (None, Some(depth), _) => format!("go depth {depth}"),
                (None, None, Some(time)) => format!("go time {time} movestogo 1"),
                (None, None, None) => "go infinite".to_owned(),
            };
        }
        let mut go = "go".to_owned();
        for (name, value) in [
            ("movetime", time),
            ("nodes", limits.nodes.map(u128::from)),
            ("depth", limits.depth.map(u128::from)),
        ] {
            if let Some(value) = value {
                go += &format!(" {name} {value}");
            }
        }
        if go == "go" { "go infinite".to_owned() } else { go }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::{BySide, Ruleset};
    use std::time::Duration;

    fn uci(is_ucci: bool) -> Uci {
        Uci { is_ucci, ranks: FirstRank::One, offered: Vec::new(), set: Vec::new(), is_ours: false }
    }

    #[test]
    fn limits_are_written_as_each_protocol_has_them() {
        let game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap();
        let search_moves = [game.parse("h2e2").unwrap()];
        let go = |is_ucci, allowance| {
            let ask = Ask { game: &game, allowance, lines: 1, search_moves: &search_moves };
            uci(is_ucci).go(&ask, None)
        };
        let limits = Limits {
            time: Some(Duration::from_millis(250)),
            nodes: Some(9),
            depth: Some(4),
            ..Limits::default()
        };
        assert_eq!(go(false, Allowance::Move(limits)), "go movetime 250 nodes 9 depth 4 searchmoves h3e3");
        assert_eq!(go(true, Allowance::Move(limits)), "go nodes 9");
        let time = Limits { nodes: None, depth: None, ..limits };
        assert_eq!(go(true, Allowance::Move(time)), "go time 250 movestogo 1");
        let second = Duration::from_secs(1);
        let clock = Allowance::Clock {
            left: BySide { first: 9 * second, second: 7 * second },
            increment: BySide { first: second, second: second / 2 },
        };
        assert_eq!(go(true, clock), "go time 9000 increment 1000 opptime 7000 oppincrement 500");
        assert!(go(false, clock).starts_with("go wtime 9000 btime 7000 winc 1000 binc 500"));
    }

    #[test]
    fn a_position_is_written_with_its_moves_and_ranks() {
        let mut game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap();
        assert!(!uci(false).position(&game).contains("moves"));
        game.play_text("h2e2").unwrap();
        assert!(uci(false).position(&game).ends_with(" moves h3e3"));
    }
}
