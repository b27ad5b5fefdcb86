//! A program as a child process.

use super::{Choice, Failure};
use crate::time_control::Allowance;
use duiyi_rules::{Game, Ruleset};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long a program may take to start, and to respond to a command in addition to the time for a move.
pub const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Ucci,
    Uci,
    /// UCI as Fairy-Stockfish speaks it: ranks are counted from one.
    Fairy,
    Gomocup,
}

#[derive(Debug)]
pub struct Process {
    pub command: String,
    pub ruleset: Ruleset,
    pub dialect: Dialect,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a command. A prefix names its protocol unless that is UCCI: `uci:program argument`.
    pub fn start(command: &str, ruleset: Ruleset) -> io::Result<Process> {
        let (dialect, line) = match command.split_once(':') {
            Some(("uci", line)) => (Dialect::Uci, line),
            Some(("fairy", line)) => (Dialect::Fairy, line),
            Some(("gomocup", line)) => (Dialect::Gomocup, line),
            _ => (Dialect::Ucci, command),
        };
        let mut words = line.split_whitespace();
        let program = words.next().ok_or_else(|| io::Error::other("expected a command"))?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take().ok_or_else(|| io::Error::other("no standard input"))?;
        let output = child.stdout.take().ok_or_else(|| io::Error::other("no standard output"))?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process = Process { command: command.to_owned(), ruleset, dialect, child, input, lines };
        match dialect {
            Dialect::Gomocup => process.gomocup_handshake()?,
            _ => process.uci_handshake()?,
        }
        Ok(process)
    }

    /// Whether it is our own program, which understands more than the protocol.
    pub fn is_ours(&self) -> bool {
        self.command.contains("duiyi")
    }

    pub fn send(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.input, "{text}")?;
        self.input.flush()
    }

    pub fn wait_for(&mut self, word: &str) -> io::Result<()> {
        let until = Instant::now() + RESPONSE_TIMEOUT;
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) if line.trim() == word => return Ok(()),
                Ok(_) => {}
                Err(_) => return Err(io::Error::other(format!("{}: no {word}", self.command))),
            }
        }
    }

    /// The next line, if it arrives within this time.
    pub fn line(&self, timeout: Duration) -> Result<String, Failure> {
        self.lines.recv_timeout(timeout).map_err(|error| match error {
            RecvTimeoutError::Timeout => Failure::Time,
            RecvTimeoutError::Disconnected => Failure::Crash,
        })
    }

    pub fn drop_old_lines(&self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// Asks for a move. Restarts a program that crashed or hangs, so that it can play the next game.
    pub fn choose_or_restart(&mut self, game: &Game, allowance: Allowance) -> Result<Choice, Failure> {
        let choice = match game {
            Game::Xiangqi(_) => self.choose_by_uci(game, allowance),
            Game::Gomoku(gomoku) => self.choose_by_board(gomoku, allowance),
        };
        if matches!(choice, Err(Failure::Crash | Failure::Time))
            && let Ok(fresh) = Process::start(&self.command, self.ruleset)
        {
            *self = fresh;
        }
        choice
    }

    pub fn new_game(&mut self) {
        let _reported_by_the_next_command = match self.dialect {
            Dialect::Ucci => self.send("setoption newgame").and_then(|()| self.wait_until_ready()),
            Dialect::Uci | Dialect::Fairy => self.send("ucinewgame").and_then(|()| self.wait_until_ready()),
            Dialect::Gomocup => self.send("RESTART"),
        };
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _it_may_be_gone = self.send(if self.dialect == Dialect::Gomocup { "END" } else { "quit" });
        let _it_may_be_gone = self.child.kill();
        let _nothing_more_to_do = self.child.wait();
    }
}
