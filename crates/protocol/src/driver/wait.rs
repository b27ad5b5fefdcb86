//! Waiting for a program that searches.

use super::ask::Patience;
use super::failure::Failure;
use super::pipes::Pipes;
use std::time::{Duration, Instant};

/// How often a search looks whether it is to stop.
const LOOK_EVERY: Duration = Duration::from_millis(2);
/// How long a program may take to answer after the command to stop. On a busy machine it may get no processor for a second.
const STOP_REACTION: Duration = Duration::from_secs(2);

/// Waits for lines during a search, and tells the program to stop when it is time.
pub struct Wait<'a> {
    pub pipes: &'a Pipes,
    pub patience: Patience,
    is_stopped: &'a dyn Fn() -> bool,
    /// None before the program searches, and after the command to stop.
    stop_command: Option<&'static str>,
}

impl<'a> Wait<'a> {
    pub fn new(pipes: &'a Pipes, patience: Patience, is_stopped: &'a dyn Fn() -> bool) -> Wait<'a> {
        Wait { pipes, patience, is_stopped, stop_command: None }
    }

    /// From now on the program searches, and this command stops it.
    pub fn has_begun(&mut self, stop_command: &'static str) {
        self.stop_command = Some(stop_command);
    }

    /// The next line of the program.
    pub fn line(&mut self) -> Result<String, Failure> {
        loop {
            let now = Instant::now();
            if now >= self.patience.give_up_at {
                return Err(Failure::Time);
            }
            let is_time = self.patience.stop_at.is_some_and(|stop_at| now >= stop_at);
            if let Some(stop) = self.stop_command.take_if(|_| is_time || (self.is_stopped)()) {
                self.pipes.send(stop)?;
                self.patience.give_up_at = self.patience.give_up_at.min(now + STOP_REACTION);
            }
            if let Some(line) = self.pipes.line((now + LOOK_EVERY).min(self.patience.give_up_at))? {
                return Ok(line);
            }
        }
    }
}
