//! UCI, the Universal Chess Interface, as Xiangqi interfaces and match runners speak it to Pikafish and Fairy-Stockfish:
//! <https://backscattering.de/chess/uci/>.

mod display;
mod options;

use super::io::{Output, lines};
use super::parameters::{Grammar, Parameters};
use super::thinking::{AnswerAfter, Dialect, Task, Thinker, best_move};
use super::{FirstRank, position};
use duiyi_engine::{
    Bound, DEFAULT_MOVE_OVERHEAD, EngineSettings, Limits, Line, Score, SearchReport, SearchRequest, TimeLeft,
    bench,
};
use duiyi_rules::{Game, Move, Referee, Side, xiangqi};
use options::{Change, Options};
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// What a search leaves of `movetime`, unless the option `Move Overhead` was changed. It is less than the default overhead, which
/// every move of a game costs on a clock that must not run out.
const MOVE_TIME_RESERVE: Duration = Duration::from_millis(5);

const GO: Grammar = Grammar {
    numbers: &["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft"],
    flags: &["infinite", "ponder"],
    moves: Some("searchmoves"),
};

/// Answers commands from `input` until `quit` or the end of input. A search runs on its own thread, so that commands are
/// read meanwhile.
///
/// # Errors
/// If reading or writing fails.
pub fn run_blocking<W: Write + Send + 'static>(input: impl BufRead, output: W) -> io::Result<()> {
    run_with(EngineSettings::default(), input, output)
}

fn run_with<W: Write + Send + 'static>(
    settings: EngineSettings,
    input: impl BufRead,
    output: W,
) -> io::Result<()> {
    let output = Output::new(output);
    let options = Options::default();
    let game = position::start(options.rules);
    let mut session = Session { thinker: Thinker::new(settings, output.clone()), output, options, game };
    for line in lines(input) {
        if !session.command(&line?)? {
            break;
        }
    }
    session.thinker.stop();
    Ok(())
}

struct Session<W: Write + Send + 'static> {
    thinker: Thinker<W>,
    output: Output<W>,
    options: Options,
    game: xiangqi::Game,
}

impl<W: Write + Send + 'static> Session<W> {
    /// Executes a command. False if it is `quit`.
    fn command(&mut self, line: &str) -> io::Result<bool> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, words)) = words.split_first() else { return Ok(true) };
        match command {
            "uci" => self.introduce()?,
            "isready" => self.output.say("readyok")?,
            "setoption" => self.set_option(words)?,
            "ucinewgame" => self.thinker.clear(),
            "position" => self.set_position(words)?,
            "go" => self.go(words)?,
            "stop" => self.thinker.stop(),
            "ponderhit" => self.thinker.ponder_hit(),
            "bench" => self.bench()?,
            "d" => self.output.say(&display::board(&self.game, self.options.first_rank))?,
            "quit" => return Ok(false),
            // Commands of the protocol that do not concern us.
            "debug" | "register" => {}
            other => self.complain(&format!("unknown command {other:?}"))?,
        }
        Ok(true)
    }

    fn complain(&self, problem: &str) -> io::Result<()> {
        self.output.say(&format!("info string {problem}"))
    }

    fn introduce(&self) -> io::Result<()> {
        let name = concat!("id name Duiyi ", env!("CARGO_PKG_VERSION"));
        self.output.say(&format!("{name}\nid author the Duiyi authors\n{}\nuciok", Options::introduction()))
    }

    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        let ["name", words @ ..] = words else {
            return self.complain("setoption: expected name, the option's name, value and a value");
        };
        let value_at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let (name, value) = words.split_at(value_at);
        let value = value.get(1..).unwrap_or_default();
        match self.options.set(&name.join(" "), &value.join(" ")) {
            Ok(Change::Nothing) => Ok(()),
            Ok(Change::TableMib(mib)) => {
                self.thinker.reconfigure(|settings| settings.table_mib = mib);
                Ok(())
            }
            Ok(Change::ClearTable) => {
                self.thinker.clear();
                Ok(())
            }
            Err(problem) => self.complain(&problem),
        }
    }

    fn set_position(&mut self, words: &[&str]) -> io::Result<()> {
        self.thinker.stop();
        match position::read(words, self.options.rules, self.options.first_rank) {
            Ok(game) => self.game = game,
            Err(problem) => self.complain(&format!("position: {problem}; the position is unchanged"))?,
        }
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        let parameters = GO.read(words);
        for problem in &parameters.problems {
            self.complain(&format!("go: {problem}"))?;
        }
        if let Some(depth) = parameters.number("perft") {
            return self.perft(depth);
        }
        let mut search_moves = Vec::new();
        for word in &parameters.moves {
            match position::read_move(&self.game, word, self.options.first_rank) {
                Ok(mv) => search_moves.push(mv),
                Err(problem) => self.complain(&format!("go: searchmoves {word}: {problem}"))?,
            }
        }
        let task = self.task(&parameters, search_moves);
        self.thinker.start(task, Uci { first_rank: self.options.first_rank });
        Ok(())
    }

    fn task(&self, parameters: &Parameters, search_moves: Vec<Move>) -> Task {
        let answer = AnswerAfter::wanted_by(parameters);
        let mate_in = parameters.number("mate").map(|moves| u8::try_from(moves).unwrap_or(u8::MAX));
        let limits = limits(parameters, self.game.turn(), self.game.ply() / 2, self.options.overhead);
        let Options { threads, lines, level, book, .. } = self.options;
        let request = SearchRequest {
            level,
            lines,
            threads,
            search_moves,
            // Who asks for an analysis wants to see depths.
            book: book && answer == AnswerAfter::Search && mate_in.is_none(),
            skip_forced: limits.time.is_some(),
            mate_in,
            ..SearchRequest::default()
        };
        Task { game: self.game.clone(), request, limits, answer }
    }

    /// Counts the leaf nodes below each legal move and prints them as Stockfish does. Of clients that ask for it most want depth 1,
    /// the legal moves.
    fn perft(&mut self, depth: u64) -> io::Result<()> {
        self.thinker.stop();
        let depth = u32::try_from(depth).unwrap_or(u32::MAX).max(1);
        self.output.say(&display::perft(self.game.position(), depth, self.options.first_rank))
    }

    /// Searches the positions of `duiyi bench` and prints the sums as Stockfish does.
    fn bench(&mut self) -> io::Result<()> {
        self.thinker.stop();
        let report = bench::run_blocking();
        self.output.say(&format!(
            "Total time (ms) : {}\nNodes searched  : {}\nNodes/second    : {}",
            report.time.as_millis(),
            report.nodes,
            per_second(report.nodes, report.time)
        ))
    }
}

/// The limits of a `go` of this side, after its first moves.
fn limits(parameters: &Parameters, turn: Side, moves_made: usize, overhead: Duration) -> Limits {
    let (time, increment) = match turn {
        Side::First => ("wtime", "winc"),
        Side::Second => ("btime", "binc"),
    };
    let has_clock = ["wtime", "btime"].iter().any(|name| parameters.number(name).is_some());
    let by_clock = has_clock.then(|| {
        let clock = |name: &str| parameters.milliseconds(name).unwrap_or_default();
        let left = TimeLeft {
            game: Some(clock(time)),
            increment: clock(increment),
            moves_to_go: parameters.number("movestogo"),
            moves_made,
            overhead,
            reserve: overhead,
            ..TimeLeft::default()
        };
        left.allot().limits()
    });
    let fixed = parameters
        .milliseconds("movetime")
        .map(|time| Limits { time: Some(search_time(time, overhead)), ..Limits::default() });
    let by_time = fixed.or(by_clock).filter(|_| !parameters.has("infinite"));
    Limits {
        depth: parameters.number("depth").map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
        nodes: parameters.number("nodes"),
        ..by_time.unwrap_or_default()
    }
}

/// How long to search if the whole move may take `move_time`.
fn search_time(move_time: Duration, overhead: Duration) -> Duration {
    let reserve = if overhead == DEFAULT_MOVE_OVERHEAD { MOVE_TIME_RESERVE } else { overhead };
    move_time.saturating_sub(reserve).max(move_time / 2)
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    nodes * 1000 / u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1)
}

/// How UCI writes what a search finds.
struct Uci {
    first_rank: FirstRank,
}

impl Uci {
    fn line(&self, game: &Game, report: &SearchReport, place: usize, line: &Line) -> String {
        let score = match line.score {
            Score::Cp(score) => format!("cp {score}"),
            Score::Mate(moves) => format!("mate {moves}"),
        };
        let bound = match line.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let pv: Vec<String> = line.pv.iter().map(|&mv| self.write_move(game, mv)).collect();
        format!(
            "info depth {} seldepth {} multipv {} score {score}{bound} nodes {} nps {} hashfull {:.0} tbhits 0 time {} \
             pv {}",
            line.depth,
            line.seldepth,
            place + 1,
            report.nodes,
            per_second(report.nodes, report.time),
            report.hash_full * 1000.0,
            report.time.as_millis(),
            pv.join(" ")
        )
    }

    fn write_move(&self, game: &Game, mv: Move) -> String {
        self.first_rank.write(game.coordinates(mv))
    }
}

impl Dialect for Uci {
    fn info(&self, game: &Game, report: &SearchReport) -> String {
        let lines = report.lines.iter().enumerate();
        lines.map(|(place, line)| self.line(game, report, place, line)).collect::<Vec<_>>().join("\n")
    }

    fn best_move(&self, game: &Game, report: &SearchReport) -> String {
        best_move(report, |mv| self.write_move(game, mv))
    }

    /// Without a legal move the side to move has lost.
    fn no_move(&self) -> String {
        "info depth 0 score mate 0\nbestmove (none)".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(go: &str, turn: Side) -> Limits {
        limits(&GO.read(&go.split(' ').collect::<Vec<_>>()), turn, 30, Duration::from_millis(20))
    }

    fn ms(go: &str, turn: Side) -> Option<u128> {
        read(go, turn).time.map(|time| time.as_millis())
    }

    fn soft_ms(go: &str, turn: Side) -> Option<u128> {
        read(go, turn).soft_time.map(|time| time.as_millis())
    }

    #[test]
    fn each_side_has_its_clock() {
        let go = "wtime 30600 btime 3600 winc 0 binc 40 movestogo 30";
        assert_eq!((soft_ms(go, Side::First), soft_ms(go, Side::Second)), (Some(1000), Some(135)));
        assert_eq!((ms(go, Side::First), ms(go, Side::Second)), (Some(4000), Some(540)));
        assert_eq!(ms("wtime 1000", Side::Second), Some(0), "a clock that is not named is empty");
        assert_eq!(ms("wtime -5 btime 5 winc 0 binc 0", Side::First), Some(0));
        assert_eq!(ms("infinite wtime 1000 btime 1000", Side::First), None);
        assert_eq!(ms("depth 3", Side::First), None);
    }

    #[test]
    fn a_time_for_the_move_leaves_a_small_reserve_or_the_overhead_that_was_set() {
        let search_ms = |move_ms, overhead_ms| {
            let [move_time, overhead] = [move_ms, overhead_ms].map(Duration::from_millis);
            search_time(move_time, overhead).as_millis()
        };
        assert_eq!(ms("movetime 300", Side::First), Some(295));
        assert_eq!(ms("movetime 6", Side::First), Some(3), "at least half is searched");
        assert_eq!([search_ms(300, 0), search_ms(300, 100), search_ms(30, 100)], [300, 200, 15]);
    }

    #[test]
    fn depth_and_nodes_are_limits() {
        let limits = read("depth 7 nodes 5000", Side::First);
        assert_eq!((limits.depth, limits.nodes), (Some(7), Some(5000)));
        assert_eq!(read("depth 99999999999", Side::First).depth, Some(u32::MAX));
    }
}
