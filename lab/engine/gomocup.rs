//! Programs that speak the Gomocup protocol: every move is asked for with the whole board.

use super::{Failure, PATIENCE, Process, TIME_MARGIN};
use crate::play::Pace;
use duiyi::rules::gomoku::{Game, Point};
use duiyi::rules::{Move, Referee, Ruleset, gomoku};
use std::io;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// A command that comes so soon after a program's move is lost by some: they wait, off the clock.
const PAUSE: Duration = Duration::from_millis(60);
/// More than any number of nodes takes.
const TIME_FOR_NODES: Duration = Duration::from_secs(600);
const SIZE: u8 = 15;
const MEMORY: u64 = 350 << 20;

impl Process {
    pub(super) fn introduce(&mut self) -> io::Result<()> {
        let rule = match self.ruleset {
            Ruleset::GomokuStandard => 1,
            Ruleset::Renju => 4,
            _ => 0,
        };
        self.send(&format!("INFO rule {rule}"))?;
        self.send(&format!("START {SIZE}"))?;
        self.wait_for("OK")?;
        self.send(&format!("INFO rule {rule}"))?;
        self.send(&format!("INFO max_memory {MEMORY}"))?;
        self.send("INFO timeout_match 1000000000")?;
        self.send("INFO time_left 1000000000")?;
        // The first search may have memory to set up: it is not counted.
        self.send("INFO timeout_turn 100\nBOARD\n7,7,2\nDONE")?;
        let until = Instant::now() + PATIENCE;
        while let Ok(line) = self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            if read_point(&line).is_some() {
                std::thread::sleep(PAUSE);
                return self.send("RESTART");
            }
        }
        Err(io::Error::other(format!("{}: no move", self.command)))
    }

    pub(super) fn choose_by_board(&mut self, game: &Game, pace: Pace) -> Result<Move, Failure> {
        let (time, nodes) = match pace {
            Pace::Time(time) => (time, 0),
            Pace::Nodes(nodes) => (TIME_FOR_NODES, nodes),
        };
        // Ours lose nothing.
        if !self.command.contains("duiyi") {
            std::thread::sleep(PAUSE);
        }
        while self.lines.try_recv().is_ok() {}
        let mut commands = format!("INFO max_node {nodes}\nINFO timeout_turn {}\nBOARD\n", time.as_millis());
        for (point, side) in game.stones_played() {
            let whose = if side == game.turn() { 1 } else { 2 };
            commands += &format!("{},{},{whose}\n", point.file(), point.rank());
        }
        commands += "DONE";
        let started = Instant::now();
        self.send(&commands).map_err(|_| Failure::Crash)?;
        loop {
            let left = (time + PATIENCE).saturating_sub(started.elapsed());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Failure::Time,
                RecvTimeoutError::Disconnected => Failure::Crash,
            })?;
            let Some(point) = read_point(&line) else { continue };
            if started.elapsed() > time + TIME_MARGIN {
                return Err(Failure::Time);
            }
            return game
                .parse(&point.to_string())
                .map_err(|_| Failure::Illegal(gomoku::Move::Stone(point).to_string()));
        }
    }
}

fn read_point(line: &str) -> Option<Point> {
    let (x, y) = line.trim().split_once(',')?;
    let (x, y) = (x.parse().ok()?, y.parse().ok()?);
    (x < SIZE && y < SIZE).then(|| Point::new(x, y))
}
