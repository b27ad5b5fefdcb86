//! A program that runs.

use super::ask::{Ask, Patience};
use super::failure::{Failure, StartError};
use super::gomocup::Gomocup;
use super::lines::Found;
use super::pipes::Pipes;
use super::program::{Dialect, Log, Program};
use super::uci::Uci;
use super::wait::Wait;
use std::time::{Duration, Instant};

/// A program that has started and is ready. Dropping it kills it.
#[derive(Debug)]
pub struct Process {
    pipes: Pipes,
    talk: Talk,
}

/// What is known of the program, by its protocol.
#[derive(Debug)]
enum Talk {
    Uci(Uci),
    Gomocup(Gomocup),
}

impl Process {
    /// Starts a program and waits until it is ready. `log` gets what it prints to its standard error.
    ///
    /// # Errors
    /// When it cannot be run, ends, or is not ready in time. It does not run then.
    pub fn start(program: &Program, log: Option<Log>) -> Result<Process, StartError> {
        let pipes = Pipes::start(program, log)?;
        let until = Instant::now() + program.start_timeout;
        let talk = match program.dialect {
            Dialect::Uci(ranks) => Uci::start(&pipes, Some(ranks), &program.options, until).map(Talk::Uci),
            Dialect::Ucci => Uci::start(&pipes, None, &program.options, until).map(Talk::Uci),
            Dialect::Gomocup => Gomocup::start(&pipes, program, until).map(Talk::Gomocup),
        };
        match talk {
            Ok(talk) => Ok(Process { pipes, talk }),
            Err(Failure::Time) => Err(StartError::Time(program.start_timeout)),
            Err(_) => Err(StartError::Ended),
        }
    }

    /// Whether the program still runs.
    pub fn is_running(&mut self) -> bool {
        self.pipes.is_running()
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.pipes.id()
    }

    /// Whether a search can be stopped, and go on later with what it has in its table.
    pub fn can_stop(&self) -> bool {
        matches!(self.talk, Talk::Uci(_))
    }

    /// Asks for a move. `is_stopped` is asked every few milliseconds whether to stop the search, `found` gets the lines of each depth.
    ///
    /// # Errors
    /// When there is no legal move in time. After any failure but [`Failure::Resigned`] the program is in an unknown state, and is
    /// to be dropped.
    pub fn search(
        &mut self,
        ask: &Ask<'_>,
        patience: Patience,
        is_stopped: &dyn Fn() -> bool,
        found: &mut dyn FnMut(Found),
    ) -> Result<Found, Failure> {
        let mut wait = Wait::new(&self.pipes, patience, is_stopped);
        match &mut self.talk {
            Talk::Uci(uci) => uci.search(ask, &mut wait, found),
            Talk::Gomocup(gomocup) => gomocup.search(ask, &wait),
        }
    }

    /// Waits, after a search that failed with [`Failure::Time`], for the move that comes too late. The program can be asked again then.
    ///
    /// # Errors
    /// When it does not come within this time either.
    pub fn wait_for_late_move(&mut self, timeout: Duration) -> Result<(), Failure> {
        let until = Instant::now() + timeout;
        while Instant::now() < until {
            let Some(line) = self.pipes.line(until)? else { break };
            let is_move = match &mut self.talk {
                Talk::Uci(_) => line.starts_with("bestmove") || line == "nobestmove",
                Talk::Gomocup(gomocup) => gomocup.is_move(&line),
            };
            if is_move {
                return Ok(());
            }
        }
        Err(Failure::Time)
    }

    /// Prepares for a new game, and waits until the program is ready if its protocol can say so.
    ///
    /// # Errors
    /// When the program does not answer within this time.
    pub fn new_game(&mut self, timeout: Duration) -> Result<(), Failure> {
        match &mut self.talk {
            Talk::Uci(uci) => uci.new_game(&self.pipes, Instant::now() + timeout),
            Talk::Gomocup(gomocup) => gomocup.new_game(&self.pipes),
        }
    }
}
