//! Who plays: a child process that speaks UCCI, UCI or the Gomocup protocol, the minimax that is built in, or one of
//! our levels.

mod gomocup;
mod levels;

use crate::minimax;
use crate::play::Pace;
use duiyi::engine::Level;
use duiyi::rules::{Game, Move, Ruleset};
use levels::Player;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How much later than its time an answer may come before the game is lost on time.
const TIME_MARGIN: Duration = Duration::from_millis(150);
/// How long an engine may take to start, and to answer at all.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub enum Contestant {
    Process(Box<Process>),
    Minimax(u32),
    Level(Box<Player>),
}

/// Why an engine made no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    Time,
    Crash,
    Illegal(String),
    Resigned,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dialect {
    Ucci,
    Uci,
    Gomocup,
}

#[derive(Debug)]
pub struct Process {
    command: String,
    ruleset: Ruleset,
    dialect: Dialect,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Contestant {
    pub fn start(description: &str, ruleset: Ruleset) -> io::Result<Contestant> {
        if let Some(depth) = description.strip_prefix("minimax:") {
            let depth = depth.parse().map_err(|_| io::Error::other("expected minimax:N"))?;
            return Ok(Contestant::Minimax(depth));
        }
        if let Some(level) = description.strip_prefix("level:") {
            let level = level.parse().ok().and_then(Level::new);
            let level = level.ok_or_else(|| io::Error::other("expected level:1 to level:10"))?;
            return Ok(Contestant::Level(Box::new(Player::new(level))));
        }
        Process::start(description, ruleset).map(|process| Contestant::Process(Box::new(process)))
    }

    /// The engine's move within its time or nodes.
    pub fn choose(&mut self, game: &Game, pace: Pace) -> Result<Move, Failure> {
        match self {
            Contestant::Minimax(depth) => match game {
                Game::Xiangqi(game) => Ok(minimax::best(game, *depth)),
                Game::Gomoku(_) => Err(Failure::Resigned),
            },
            Contestant::Level(player) => Ok(player.choose(game, pace)),
            Contestant::Process(process) => {
                let choice = process.choose(game, pace);
                if matches!(choice, Err(Failure::Crash | Failure::Time))
                    && let Ok(fresh) = Process::start(&process.command, process.ruleset)
                {
                    **process = fresh;
                }
                choice
            }
        }
    }

    /// Forgets what it knows of the game before, off the clock where the protocol lets us wait for it.
    pub fn new_game(&mut self) {
        if let Contestant::Process(process) = self {
            let _the_next_command_tells = match process.dialect {
                Dialect::Ucci => process.send("setoption newgame").and_then(|()| process.wait_until_ready()),
                Dialect::Uci => process.send("ucinewgame").and_then(|()| process.wait_until_ready()),
                Dialect::Gomocup => process.send("RESTART"),
            };
        }
    }
}

impl Process {
    fn start(command: &str, ruleset: Ruleset) -> io::Result<Process> {
        let (dialect, line) = match command.split_once(':') {
            Some(("uci", line)) => (Dialect::Uci, line),
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
            Dialect::Ucci => {
                process.send("ucci")?;
                process.wait_for("ucciok")?;
                process.send("setoption usebook false")?;
                process.send("setoption usemillisec true")?;
                process.send("setoption hashsize 64")?;
            }
            Dialect::Uci => {
                process.send("uci")?;
                process.wait_for("uciok")?;
                process.send("setoption name Hash value 64")?;
                process.send("setoption name UCI_Variant value xiangqi")?;
                process.send("setoption name Use NNUE value false")?;
            }
            Dialect::Gomocup => {
                process.introduce()?;
                return Ok(process);
            }
        }
        process.wait_until_ready()?;
        Ok(process)
    }

    fn wait_until_ready(&mut self) -> io::Result<()> {
        self.send("isready")?;
        self.wait_for("readyok")
    }

    fn send(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.input, "{text}")?;
        self.input.flush()
    }

    fn wait_for(&mut self, word: &str) -> io::Result<()> {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) if line.trim() == word => return Ok(()),
                Ok(_) => {}
                Err(_) => return Err(io::Error::other(format!("{}: no {word}", self.command))),
            }
        }
    }

    fn choose(&mut self, game: &Game, pace: Pace) -> Result<Move, Failure> {
        match game {
            Game::Xiangqi(_) => self.choose_by_uci(game, pace),
            Game::Gomoku(gomoku) => self.choose_by_board(gomoku, pace),
        }
    }

    fn choose_by_uci(&mut self, game: &Game, pace: Pace) -> Result<Move, Failure> {
        let moves: Vec<String> = game.moves().into_iter().map(|mv| game.coordinates(mv)).collect();
        let position = match moves.is_empty() {
            true => format!("position fen {}", game.start_fen()),
            false => format!("position fen {} moves {}", game.start_fen(), moves.join(" ")),
        };
        let (go, limit) = match pace {
            Pace::Nodes(nodes) => (format!("go nodes {nodes}"), None),
            Pace::Time(time) => {
                let millis = time.as_millis();
                let go = match self.dialect {
                    // UCCI has no fixed time a move: a clock with one move to go is the same.
                    Dialect::Ucci if !self.command.contains("duiyi") => {
                        format!("go time {millis} movestogo 1")
                    }
                    _ => format!("go movetime {millis}"),
                };
                (go, Some(time))
            }
        };
        while self.lines.try_recv().is_ok() {}
        let started = Instant::now();
        self.send(&position).and_then(|()| self.send(&go)).map_err(|_| Failure::Crash)?;
        loop {
            let left = (limit.unwrap_or_default() + PATIENCE).saturating_sub(started.elapsed());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Failure::Time,
                RecvTimeoutError::Disconnected => Failure::Crash,
            })?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    let text = words.next().unwrap_or_default();
                    if limit.is_some_and(|limit| started.elapsed() > limit + TIME_MARGIN) {
                        return Err(Failure::Time);
                    }
                    return match text {
                        "(none)" | "0000" => Err(Failure::Resigned),
                        text => game.parse(text).map_err(|_| Failure::Illegal(text.to_owned())),
                    };
                }
                Some("nobestmove") => return Err(Failure::Resigned),
                _ => {}
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _it_may_be_gone = self.send(if self.dialect == Dialect::Gomocup { "END" } else { "quit" });
        let _it_may_be_gone = self.child.kill();
        let _nothing_more_to_do = self.child.wait();
    }
}
