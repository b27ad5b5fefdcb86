//! Programs that speak the Gomocup protocol. Every move is asked for with the whole board.

use super::process::{Process, RESPONSE_TIMEOUT};
use super::{Choice, Failure};
use crate::time_control::Allowance;
use duiyi_rules::gomoku::{Game, Point};
use duiyi_rules::{Referee, Ruleset, gomoku};
use std::io;
use std::time::{Duration, Instant};

/// Some programs lose a command that arrives right after their move, so wait first, off the clock.
const PAUSE: Duration = Duration::from_millis(60);
/// More time than any search by nodes takes.
const TIME_FOR_NODES: Duration = Duration::from_secs(600);
const SIZE: u8 = 15;
const MEMORY: u64 = 350 << 20;

impl Process {
    pub(super) fn gomocup_handshake(&mut self) -> io::Result<()> {
        let rule = match self.ruleset {
            Ruleset::GomokuStandard => 1,
            Ruleset::Renju => 4,
            Ruleset::Caro => 8,
            _ => 0,
        };
        self.send(&format!("INFO rule {rule}"))?;
        self.send(&format!("START {SIZE}"))?;
        self.wait_for("OK")?;
        self.send(&format!("INFO rule {rule}"))?;
        self.send(&format!("INFO max_memory {MEMORY}"))?;
        self.send("INFO timeout_match 1000000000")?;
        self.send("INFO time_left 1000000000")?;
        // The first search may have to allocate memory, so it is not timed.
        self.send("INFO timeout_turn 100\nBOARD\n7,7,2\nDONE")?;
        let until = Instant::now() + RESPONSE_TIMEOUT;
        while let Ok(line) = self.line(until.saturating_duration_since(Instant::now())) {
            if read_point(&line).is_some() {
                std::thread::sleep(PAUSE);
                return self.send("RESTART");
            }
        }
        Err(io::Error::other(format!("{}: no move", self.command)))
    }

    pub(super) fn choose_by_board(&mut self, game: &Game, allowance: Allowance) -> Result<Choice, Failure> {
        // Our own program loses no commands.
        if !self.is_ours() {
            std::thread::sleep(PAUSE);
        }
        self.drop_old_lines();
        let most = allowance.max_time(game.turn()).unwrap_or(TIME_FOR_NODES);
        let limits = match allowance {
            Allowance::Time(time) => format!("INFO max_node 0\nINFO timeout_turn {}", time.as_millis()),
            Allowance::Nodes(nodes) => {
                format!("INFO max_node {nodes}\nINFO timeout_turn {}", TIME_FOR_NODES.as_millis())
            }
            // The protocol has no increment.
            Allowance::Clock { .. } => format!("INFO max_node 0\nINFO time_left {}", most.as_millis()),
        };
        let mut commands = format!("{limits}\nBOARD\n");
        for (point, side) in game.stones_played() {
            let whose = if side == game.turn() { 1 } else { 2 };
            commands += &format!("{},{},{whose}\n", point.file(), point.rank());
        }
        commands += "DONE";
        let started = Instant::now();
        self.send(&commands).map_err(|_| Failure::Crash)?;
        loop {
            let line = self.line((most + RESPONSE_TIMEOUT).saturating_sub(started.elapsed()))?;
            let Some(point) = read_point(&line) else { continue };
            let spent = started.elapsed();
            return match game.parse(&point.to_string()) {
                Ok(mv) => Ok(Choice { mv, score: None, spent }),
                Err(_) => Err(Failure::Illegal(gomoku::Move::Stone(point).to_string())),
            };
        }
    }
}

fn read_point(line: &str) -> Option<Point> {
    let (x, y) = line.trim().split_once(',')?;
    let (x, y) = (x.parse().ok()?, y.parse().ok()?);
    (x < SIZE && y < SIZE).then(|| Point::new(x, y))
}
