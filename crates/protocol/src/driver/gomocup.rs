//! Programs that speak the Gomocup protocol. Every move is asked for with the whole board.

use super::ask::{Allowance, Ask};
use super::failure::Failure;
use super::lines::{Found, Lines};
use super::pipes::Pipes;
use super::program::Program;
use super::wait::Wait;
use crate::FirstRank;
use duiyi_rules::gomoku::{self, Point};
use duiyi_rules::{Game, Ruleset, Side};
use std::time::{Duration, Instant};

/// The board of the first search.
const USUAL_SIZE: u8 = 15;
/// More time than any search by nodes takes.
const TIME_FOR_NODES: Duration = Duration::from_secs(600);
const MEMORY: u64 = 350 << 20;

/// What is known of a program.
#[derive(Debug)]
pub struct Gomocup {
    /// The board that it was started with.
    board: Board,
    answered: Option<Instant>,
    pause: Duration,
}

/// What cannot change within a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Board {
    size: u8,
    /// The number of the rule.
    rule: u8,
}

impl Board {
    fn of(game: &gomoku::Game) -> Board {
        let rule = match game.rules().variant.ruleset() {
            Ruleset::GomokuStandard => 1,
            Ruleset::Renju => 4,
            Ruleset::Caro => 8,
            Ruleset::Gomoku | Ruleset::Xiangqi => 0,
        };
        Board { size: game.rules().board_size, rule }
    }

    /// Tells the program the rule and the size, and waits until it is ready.
    fn start(self, pipes: &Pipes, until: Instant) -> Result<(), Failure> {
        let Board { size, rule } = self;
        pipes.send(&format!("INFO rule {rule}\nSTART {size}"))?;
        pipes.wait_for("OK", until)?;
        // A program may forget at the start of a game what it knew before.
        pipes.send(&format!("INFO rule {rule}"))
    }
}

impl Gomocup {
    pub fn start(pipes: &Pipes, program: &Program, until: Instant) -> Result<Gomocup, Failure> {
        let board = Board { size: USUAL_SIZE, rule: 0 };
        board.start(pipes, until)?;
        pipes.send(&format!(
            "INFO max_memory {MEMORY}\nINFO timeout_match 1000000000\nINFO time_left 1000000000"
        ))?;
        for (name, value) in &program.options {
            pipes.send(&format!("INFO {name} {value}"))?;
        }
        // The first search may have to allocate memory, so it is not timed.
        pipes.send("INFO timeout_turn 100\nBOARD\n7,7,2\nDONE")?;
        loop {
            match pipes.line(until)? {
                Some(line) if read_point(&line, board.size).is_some() => break,
                Some(_) if Instant::now() < until => {}
                _ => return Err(Failure::Time),
            }
        }
        Ok(Gomocup { board, answered: Some(Instant::now()), pause: program.pause })
    }

    pub fn new_game(&mut self, pipes: &Pipes) -> Result<(), Failure> {
        self.rest();
        pipes.send("RESTART")
    }

    /// Whether the line is a move. Notes when it came.
    pub fn is_move(&mut self, line: &str) -> bool {
        let is_move = read_point(line, self.board.size).is_some();
        if is_move {
            self.answered = Some(Instant::now());
        }
        is_move
    }

    fn rest(&mut self) {
        if let Some(answered) = self.answered.take() {
            std::thread::sleep(self.pause.saturating_sub(answered.elapsed()));
        }
    }

    pub fn search(&mut self, ask: &Ask<'_>, wait: &Wait<'_>) -> Result<Found, Failure> {
        let Game::Gomoku(game) = ask.game else { return Err(Failure::Resigned) };
        let (pipes, give_up_at) = (wait.pipes, wait.patience.give_up_at);
        self.rest();
        pipes.drop_old_lines();
        if Board::of(game) != self.board {
            Board::of(game).start(pipes, give_up_at)?;
            self.board = Board::of(game);
        }
        let limits = limits(ask, wait.patience.stop_at);
        let lines = Lines::new(ask.game, FirstRank::Zero, 1, ask.search_moves);
        pipes.send(&format!("{limits}\nBOARD\n{}DONE", stones(game, ask.game.turn())))?;
        loop {
            match pipes.line(give_up_at)? {
                Some(line) if line.split_once(',').is_some() => {
                    let Some(point) = read_point(&line, self.board.size) else { continue };
                    self.answered = Some(Instant::now());
                    let found = lines.end(&point.to_string());
                    return found.ok_or_else(|| Failure::Illegal(point.to_string()));
                }
                Some(_) if Instant::now() < give_up_at => {}
                _ => return Err(Failure::Time),
            }
        }
    }
}

fn limits(ask: &Ask<'_>, stop_at: Option<Instant>) -> String {
    match ask.allowance {
        Allowance::Move(limits) => {
            let until_stop = stop_at.map(|stop_at| stop_at.saturating_duration_since(Instant::now()));
            let time = limits.time.into_iter().chain(until_stop).min().unwrap_or(TIME_FOR_NODES);
            let nodes = limits.nodes.unwrap_or(0);
            format!("INFO max_node {nodes}\nINFO timeout_turn {}", time.as_millis().max(1))
        }
        // The protocol has no increment.
        Allowance::Clock { left, .. } => {
            format!("INFO max_node 0\nINFO time_left {}", left[ask.game.turn()].as_millis())
        }
    }
}

/// The stones on the board, those of the start position first, as lines for `BOARD`.
fn stones(game: &gomoku::Game, turn: Side) -> String {
    let played = game.stones_played();
    let position = game.position();
    let set_up = Point::all(position.size())
        .filter(|&point| played.iter().all(|&(other, _)| other != point))
        .filter_map(|point| Some((point, position.at(point)?)));
    let whose = |side| if side == turn { 1 } else { 2 };
    let line = |(point, side): (Point, Side)| format!("{},{},{}\n", point.file(), point.rank(), whose(side));
    set_up.chain(played.iter().copied()).map(line).collect()
}

fn read_point(line: &str, size: u8) -> Option<Point> {
    let (x, y) = line.trim().split_once(',')?;
    let (x, y) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
    (x < size && y < size).then(|| Point::new(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::Options;

    #[test]
    fn the_board_has_the_stones_of_the_start_position_and_those_played() {
        let mut game = Game::new(&Options::defaults(Ruleset::Gomoku), None).unwrap();
        for text in ["h8", "i9"] {
            game.play_text(text).unwrap();
        }
        let set_up = Game::new(&game.options(), Some(&game.fen())).unwrap();
        for (game, text) in [(&game, "7,7,1\n8,8,2\n"), (&set_up, "7,7,1\n8,8,2\n")] {
            let Game::Gomoku(gomoku) = game else { panic!("it is five in a row") };
            assert_eq!(stones(gomoku, game.turn()), text);
        }
    }

    #[test]
    fn a_point_is_read_if_it_is_on_the_board() {
        assert_eq!(read_point(" 7,8 ", 15), Some(Point::new(7, 8)));
        for wrong in ["15,0", "7", "7,", "7,8,9", "MESSAGE 1,2", "-1,2"] {
            assert_eq!(read_point(wrong, 15), None, "{wrong}");
        }
    }
}
