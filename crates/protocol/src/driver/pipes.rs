//! The pipes to a process, each with a thread of its own, so that no program can make its driver wait.

use super::failure::{Failure, StartError};
use super::program::{Log, Program};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Instant;

/// The longest line of output, in bytes. No engine prints lines of nearly that length.
const LONGEST_LINE: u64 = 64 << 10;
/// The most lines that are read before somebody asks for them. Then the program has to wait.
const MOST_LINES: usize = 256;
/// The most commands that wait for the program to read them.
const MOST_COMMANDS: usize = 64;
/// The longest part of a line of standard error that is logged, in bytes.
const LONGEST_LOGGED: u64 = 1000;

/// A running process. Dropping it kills the process and those that it started.
#[derive(Debug)]
pub struct Pipes {
    child: Child,
    commands: SyncSender<String>,
    lines: Receiver<String>,
}

impl Pipes {
    pub fn start(program: &Program, log: Option<Log>) -> Result<Pipes, StartError> {
        let (file, arguments) = program.command.split_first().ok_or(StartError::NoCommand)?;
        let mut command = Command::new(file);
        let logs = if log.is_some() { Stdio::piped() } else { Stdio::null() };
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(logs);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        // A group of its own: a signal to this one, such as Ctrl-C, does not reach it, and its children end with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (commands, queued) = sync_channel(MOST_COMMANDS);
        let (sender, lines) = sync_channel(MOST_LINES);
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let pipes = Pipes { child, commands, lines };
        pipes.limit(program)?;
        let (Some(input), Some(output)) = (input, output) else { return Err(StartError::Ended) };
        std::thread::Builder::new().name("engine-in".to_owned()).spawn(move || write(input, &queued))?;
        std::thread::Builder::new().name("engine-out".to_owned()).spawn(move || read(output, &sender))?;
        if let Some((errors, log)) = errors.zip(log) {
            std::thread::Builder::new()
                .name("engine-err".to_owned())
                .spawn(move || log_lines(errors, log))?;
        }
        Ok(pipes)
    }

    /// Limits what the process and those that it starts from now on may use.
    #[cfg(target_os = "linux")]
    fn limit(&self, program: &Program) -> std::io::Result<()> {
        use rustix::process::{Pid, Resource, Rlimit, prlimit, setpriority_pgrp};
        let group = Pid::from_child(&self.child);
        if program.memory.is_some() {
            let limit = Rlimit { current: program.memory, maximum: program.memory };
            prlimit(Some(group), Resource::As, limit)?;
        }
        if program.has_low_priority {
            setpriority_pgrp(Some(group), 10)?;
        }
        Ok(())
    }

    #[cfg(not(target_os = "linux"))]
    fn limit(&self, _program: &Program) -> std::io::Result<()> {
        Ok(())
    }

    /// Sends a command, of one line or several. Does not wait until the program has read it.
    pub fn send(&self, command: &str) -> Result<(), Failure> {
        self.commands.try_send(format!("{command}\n")).map_err(|_full_or_closed| Failure::Crash)
    }

    /// The next line, without its end; none if there is none until this time.
    pub fn line(&self, until: Instant) -> Result<Option<String>, Failure> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Failure::Crash),
        }
    }

    /// Waits until the program prints this word.
    pub fn wait_for(&self, word: &str, until: Instant) -> Result<(), Failure> {
        loop {
            match self.line(until)? {
                Some(line) if line == word => return Ok(()),
                // A program that never stops printing makes no time pass.
                Some(_) if Instant::now() < until => {}
                _ => return Err(Failure::Time),
            }
        }
    }

    /// Forgets what the program has printed so far. One that never stops printing is not waited for.
    pub fn drop_old_lines(&self) {
        (0..MOST_LINES).take_while(|_| self.lines.try_recv().is_ok()).for_each(drop);
    }

    /// Whether the process still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _it_may_be_gone = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _it_may_be_gone = self.child.kill();
        let _nothing_more_to_do = self.child.wait();
    }
}

/// Passes commands on until the program or its driver is gone.
fn write(mut input: impl Write, queued: &Receiver<String>) {
    for command in queued {
        if input.write_all(command.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Passes lines on until the program or its driver is gone, or a line is too long.
fn read(output: impl Read, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    while let Some(line) = line_of_at_most(LONGEST_LINE, &mut output) {
        if line.len() as u64 >= LONGEST_LINE || sender.send(line).is_err() {
            return;
        }
    }
}

/// Logs lines; a line that is too long in parts.
fn log_lines(errors: impl Read, mut log: Log) {
    let mut errors = BufReader::new(errors);
    while let Some(line) = line_of_at_most(LONGEST_LOGGED, &mut errors) {
        log.0(&line);
    }
}

/// The next line without white space at its end, or as much of it. None at the end.
fn line_of_at_most(longest: u64, input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    match input.take(longest).read_until(b'\n', &mut line) {
        Ok(1..) => {
            let mut text = String::from_utf8_lossy(&line).into_owned();
            // A line that was cut keeps its length.
            if line.ends_with(b"\n") {
                text.truncate(text.trim_end().len());
            }
            Some(text)
        }
        Ok(0) | Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_ends_the_reading() {
        let endless = std::io::repeat(b'x');
        let (sender, lines) = sync_channel(8);
        read((&b"one\r\ntwo \nthree"[..]).chain(&b"\n"[..]).chain(endless), &sender);
        drop(sender);
        assert_eq!(lines.iter().collect::<Vec<_>>(), ["one", "two", "three"]);
    }
}
