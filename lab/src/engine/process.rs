//! A program as a contestant.

use super::choice::Choice;
use crate::time_control::Allowance;
use duiyi_engine::{Limits, Score};
use duiyi_protocol::FirstRank;
use duiyi_protocol::driver::{self, Ask, Dialect, Failure, Patience, Program, StartError};
use duiyi_rules::Game;
use std::io;
use std::time::{Duration, Instant};

/// How long a program may take to respond, in addition to the time for a move.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
/// More time than any search by nodes takes.
const TIME_FOR_NODES: Duration = Duration::from_secs(3600);
/// Some Gomocup programs lose a command that arrives right after their move.
const PAUSE: Duration = Duration::from_millis(60);

#[derive(Debug)]
pub struct Process {
    program: Program,
    process: driver::Process,
}

impl Process {
    /// Starts a command. A prefix names its protocol unless that is UCCI: `uci:program argument`.
    pub fn start(command: &str) -> io::Result<Process> {
        let program = program(command);
        let process = driver::Process::start(&program, None);
        let process = process.map_err(|error: StartError| io::Error::other(format!("{command}: {error}")))?;
        Ok(Process { program, process })
    }

    /// Asks for a move, and measures the time that it takes. Restarts a program that crashed or hangs, so that it can play the
    /// next game.
    pub fn choose_or_restart(&mut self, game: &Game, allowance: Allowance) -> Result<Choice, Failure> {
        let most = allowance.max_time(game.turn()).unwrap_or(TIME_FOR_NODES) + RESPONSE_TIMEOUT;
        let ask = Ask { game, allowance: allowance.into(), lines: 1, search_moves: &[] };
        let patience = Patience { stop_at: None, give_up_at: Instant::now() + most };
        let found = self.process.search(&ask, patience, &|| false, &mut |_| {});
        let choice = found.map(|found| Choice {
            mv: found.best,
            score: found.score().map(Score::in_hundredths),
            spent: found.time,
        });
        if matches!(choice, Err(Failure::Crash | Failure::Time))
            && let Ok(fresh) = driver::Process::start(&self.program, None)
        {
            self.process = fresh;
        }
        choice
    }

    pub fn new_game(&mut self) {
        let _reported_by_the_next_command = self.process.new_game(RESPONSE_TIMEOUT);
    }
}

fn program(command: &str) -> Program {
    let (dialect, line) = match command.split_once(':') {
        Some(("uci", line)) => (Dialect::Uci(FirstRank::Zero), line),
        Some(("fairy", line)) => (Dialect::Uci(FirstRank::One), line),
        Some(("gomocup", line)) => (Dialect::Gomocup, line),
        _ => (Dialect::Ucci, command),
    };
    let options: &[(&str, &str)] = match dialect {
        Dialect::Uci(_) => &[("Hash", "64"), ("UCI_Variant", "xiangqi"), ("Use NNUE", "false")],
        Dialect::Ucci => &[("hashsize", "64")],
        Dialect::Gomocup => &[],
    };
    // Our own program loses no commands.
    let pause = if command.contains("duiyi") { Duration::ZERO } else { PAUSE };
    Program {
        options: options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
        pause,
        ..Program::new(line.split_whitespace().map(str::to_owned).collect(), dialect)
    }
}

impl From<Allowance> for driver::Allowance {
    fn from(allowance: Allowance) -> driver::Allowance {
        match allowance {
            Allowance::Time(time) => {
                driver::Allowance::Move(Limits { time: Some(time), ..Limits::default() })
            }
            Allowance::Nodes(nodes) => {
                driver::Allowance::Move(Limits { nodes: Some(nodes), ..Limits::default() })
            }
            Allowance::Clock { left, increment } => driver::Allowance::Clock { left, increment },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_names_the_protocol() {
        let read = |text| {
            let program = program(text);
            (program.dialect, program.command.join(" "))
        };
        assert_eq!(read("uci:pikafish -x"), (Dialect::Uci(FirstRank::Zero), "pikafish -x".to_owned()));
        assert_eq!(read("fairy:stockfish").0, Dialect::Uci(FirstRank::One));
        assert_eq!(read("/opt/eleeye"), (Dialect::Ucci, "/opt/eleeye".to_owned()));
    }
}
