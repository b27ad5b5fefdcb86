//! Puzzles for people: positions from games that the side to move wins by force, in one way only.

mod games;
mod rating;
mod variety;

use duiyi_engine::puzzle::{self, Puzzle, Table};
use duiyi_engine::{EngineSettings, Engines, Level};
use duiyi_rules::{Game, Move, Options, Ruleset, splitmix64};
use games::Source;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

type Error = Box<dyn std::error::Error>;

/// Makes puzzles from games of the levels among themselves, or from games of `match` and `ladder`, and appends them to a
/// table as in `crates/engine/src/puzzle/tables`.
///
/// At most one puzzle is from the same game. An interrupted run goes on from its table. The same seed makes the same
/// puzzles.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long)]
    ruleset: Ruleset,
    #[arg(long)]
    out: PathBuf,
    /// How many puzzles the table will have.
    #[arg(long, default_value_t = 300)]
    count: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Take the games from these files of `match` or `ladder` and play none.
    #[arg(long)]
    games: Vec<PathBuf>,
    /// Nodes of the search for a win in one position of a game.
    #[arg(long, default_value_t = 1_500)]
    nodes: u64,
    /// Nodes to prove one puzzle.
    #[arg(long, default_value_t = 300_000)]
    proof_nodes: u64,
    /// Make no puzzles, but rate those of the table by the levels of this program.
    #[arg(long)]
    rate_again: bool,
}

/// The most moves of the solver.
const MOST_MOVES: usize = 7;
/// The most positions of one game that are proved.
const MOST_TRIED: usize = 4;

pub fn run(args: &Args) -> Result<(), Error> {
    if !puzzle::RULESETS.contains(&args.ruleset) {
        return Err(format!("there are no puzzles of {}", args.ruleset.name()).into());
    }
    if args.rate_again {
        return rate_again(args);
    }
    let mut source = Source::new(args.ruleset, args.seed, &args.games)?;
    let (mut puzzles, first) = resume(args)?;
    let mut out = OpenOptions::new().create(true).append(true).open(&args.out)?;
    let maker = Maker::new(args);
    for number in first.. {
        if puzzles.len() >= args.count {
            break;
        }
        let Some(game) = source.game(number) else { break };
        if let Some(puzzle) = maker.puzzle_of(&game, number, &puzzles) {
            writeln!(out, "# game {number}\n{}", puzzle.line())?;
            println!("{number}: {}", puzzle.line());
            puzzles.push(puzzle);
        }
    }
    Ok(())
}

/// Rewrites the table with the level of each puzzle as it is now. A puzzle that no level solves keeps its own.
fn rate_again(args: &Args) -> Result<(), Error> {
    let maker = Maker::new(args);
    let text = fs::read_to_string(&args.out)?;
    let (mut rated, mut number) = (String::new(), 0);
    for line in text.lines() {
        number = game_number(line).unwrap_or(number);
        let now = match Table::parse(args.ruleset, line)?.puzzles.pop() {
            Some(puzzle) => maker.rated(puzzle, number)?.line(),
            None => line.to_owned(),
        };
        if now != line {
            println!("{line}\n{now}");
        }
        rated += &now;
        rated.push('\n');
    }
    fs::write(&args.out, rated)?;
    Ok(())
}

fn game_number(line: &str) -> Option<u64> {
    line.strip_prefix("# game ")?.parse().ok()
}

/// The puzzles that the table already has, and the number of the next game.
fn resume(args: &Args) -> Result<(Vec<Puzzle>, u64), Error> {
    if !args.out.exists() {
        return Ok((Vec::new(), 1));
    }
    let text = fs::read_to_string(&args.out)?;
    let first = text.lines().filter_map(game_number).max().map_or(1, |last| last + 1);
    Ok((Table::parse(args.ruleset, &text)?.puzzles, first))
}

struct Maker<'a> {
    args: &'a Args,
    engines: Engines,
}

impl Maker<'_> {
    fn new(args: &Args) -> Maker<'_> {
        Maker { args, engines: Engines::new(EngineSettings::with_tables(1, 1)) }
    }

    /// A puzzle from a position of this game, preferably of a length of which there are few.
    fn puzzle_of(&self, game: &Game, number: u64, puzzles: &[Puzzle]) -> Option<Puzzle> {
        let running = game.prefixes().filter(|prefix| prefix.outcome().is_none());
        let mut won: Vec<(usize, Game)> = running
            .filter_map(|prefix| {
                Some((puzzle::quick_win(&prefix, MOST_MOVES, self.args.nodes)?, self.standalone(&prefix)?))
            })
            .filter(|&(moves, _)| moves >= self.least_moves())
            .collect();
        won.sort_by_key(|&(moves, _)| puzzles.iter().filter(|puzzle| puzzle.moves() == moves).count());
        won.into_iter().take(MOST_TRIED).find_map(|(_, start)| self.puzzle(&start, number, puzzles))
    }

    /// The lowest level that solves the puzzle of the game with this number.
    fn level(&self, start: &Game, solution: &[Move], number: u64) -> Option<Level> {
        rating::lowest_level(&self.engines, start, solution, splitmix64(self.args.seed ^ number))
    }

    fn rated(&self, puzzle: Puzzle, number: u64) -> Result<Puzzle, Error> {
        let start = Game::new(&Options::defaults(puzzle.ruleset), Some(&puzzle.fen))?;
        let solution: Vec<Move> =
            puzzle.solution.iter().filter_map(|text| puzzle.ruleset.read_coordinates(text)).collect();
        let level = self.level(&start, &solution, number).unwrap_or(puzzle.level);
        Ok(Puzzle { level, ..puzzle })
    }

    /// The position as the start of a game of its own, with its counters at zero.
    fn standalone(&self, game: &Game) -> Option<Game> {
        let fen = game.fen();
        let fen = match self.args.ruleset {
            Ruleset::Xiangqi => format!("{} - - 0 1", fen.split(" - ").next()?),
            Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Renju | Ruleset::Caro => fen,
        };
        Game::new(&Options::defaults(self.args.ruleset), Some(&fen)).ok()
    }

    /// To complete a row of four is no puzzle.
    fn least_moves(&self) -> usize {
        if self.args.ruleset == Ruleset::Xiangqi { 1 } else { 2 }
    }

    fn puzzle(&self, start: &Game, number: u64, puzzles: &[Puzzle]) -> Option<Puzzle> {
        if puzzles.iter().any(|puzzle| variety::are_alike(&puzzle.fen, &start.fen())) {
            return None;
        }
        let found = puzzle::solve(start, self.least_moves(), MOST_MOVES, self.args.proof_nodes)?;
        let level = self.level(start, &found.moves, number)?;
        let moves = found.moves.iter().map(|&mv| start.coordinates(mv)).collect();
        Puzzle::new(self.args.ruleset, level, found.theme, &start.fen(), moves).ok()
    }
}
