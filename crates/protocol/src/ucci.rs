//! UCCI, the Universal Chinese Chess Interface, version 3.

use super::io::{Output, lines};
use super::parameters::{Grammar, Parameters};
use super::thinking::{AnswerAfter, Dialect, Task, Thinker, best_move};
use super::{FirstRank, position};
use duiyi_engine::{
    DEFAULT_MOVE_OVERHEAD, EngineSettings, Limits, Score, SearchReport, SearchRequest, TimeLeft,
};
use duiyi_rules::xiangqi::{self, Options as XiangqiOptions};
use duiyi_rules::{Game, Move, Referee};
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// The largest table that an interface may set, in MiB.
const HASH_SIZE_MAX: usize = 4096;

const GO: Grammar = Grammar {
    numbers: &[
        "depth",
        "nodes",
        "movetime",
        "time",
        "movestogo",
        "increment",
        "opptime",
        "oppmovestogo",
        "oppincrement",
    ],
    flags: &["infinite", "ponder", "draw"],
    moves: None,
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
    let mut session = Session {
        thinker: Thinker::new(settings, output.clone()),
        output,
        game: position::start(XiangqiOptions::default()),
        banned: Vec::new(),
        threads: 1,
        book: true,
        unit: Duration::from_millis(1),
    };
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
    game: xiangqi::Game,
    banned: Vec<Move>,
    threads: usize,
    book: bool,
    /// Of the clocks that `go` names.
    unit: Duration,
}

impl<W: Write + Send + 'static> Session<W> {
    /// Executes a command. False if it is `quit`.
    fn command(&mut self, line: &str) -> io::Result<bool> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, words)) = words.split_first() else { return Ok(true) };
        match command {
            "ucci" => self.introduce()?,
            "isready" => self.output.say("readyok")?,
            "setoption" => self.set_option(words),
            "position" => self.set_position(words)?,
            "banmoves" => {
                let read = |word: &&str| position::read_move(&self.game, word, FirstRank::Zero).ok();
                self.banned = words.iter().filter_map(read).collect();
            }
            "go" => self.go(words)?,
            "stop" => self.thinker.stop(),
            "ponderhit" => self.thinker.ponder_hit(),
            "quit" => {
                self.thinker.stop();
                self.output.say("bye")?;
                return Ok(false);
            }
            _ => {}
        }
        Ok(true)
    }

    fn introduce(&self) -> io::Result<()> {
        let hash_size = EngineSettings::DEFAULT_TABLE_MIB;
        self.output.say(&format!(
            "id name Duiyi {}\n\
             id author the Duiyi authors\n\
             option usemillisec type check default true\n\
             option usebook type check default true\n\
             option hashsize type spin min 1 max {HASH_SIZE_MAX} default {hash_size}\n\
             option threads type spin min 1 max 64 default 1\n\
             option newgame type button\n\
             ucciok",
            env!("CARGO_PKG_VERSION")
        ))
    }

    fn set_option(&mut self, words: &[&str]) {
        // UCI interfaces send `name N value V`, UCCI ones `N V`.
        let words: Vec<&str> =
            words.iter().copied().filter(|word| !matches!(*word, "name" | "value")).collect();
        match words[..] {
            ["threads", number] => self.threads = number.parse().unwrap_or(1).clamp(1, 64),
            ["hashsize", mebibytes] => {
                let table_mib = mebibytes.parse().unwrap_or(EngineSettings::DEFAULT_TABLE_MIB);
                self.thinker.reconfigure(|settings| settings.table_mib = table_mib.clamp(1, HASH_SIZE_MAX));
            }
            ["usebook", value] => self.book = value == "true",
            ["usemillisec", "false"] => self.unit = Duration::from_secs(1),
            ["usemillisec", _] => self.unit = Duration::from_millis(1),
            ["newgame"] => self.thinker.clear(),
            _ => {}
        }
    }

    fn set_position(&mut self, words: &[&str]) -> io::Result<()> {
        self.thinker.stop();
        match position::read(words, XiangqiOptions::default(), FirstRank::Zero) {
            Ok(game) => {
                self.game = game;
                self.banned.clear();
                Ok(())
            }
            Err(problem) => self.complain(&format!("position: {problem}; the position is unchanged")),
        }
    }

    fn complain(&self, problem: &str) -> io::Result<()> {
        self.output.say(&format!("info message {problem}"))
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        let parameters = GO.read(words);
        for problem in &parameters.problems {
            self.complain(&format!("go: {problem}"))?;
        }
        let answer = AnswerAfter::wanted_by(&parameters);
        let limits = limits(&parameters, self.game.ply() / 2, self.unit);
        let request = SearchRequest {
            threads: self.threads,
            book: self.book && answer == AnswerAfter::Search,
            avoid_moves: std::mem::take(&mut self.banned),
            skip_forced: limits.time.is_some(),
            ..SearchRequest::default()
        };
        self.thinker.start(Task { game: self.game.clone(), request, limits, answer }, Ucci);
        Ok(())
    }
}

/// The limits of `depth N`, `nodes N`, `movetime MS`, or a clock: `time T [movestogo N | increment T]`, after the side's
/// first moves.
fn limits(parameters: &Parameters, moves_made: usize, unit: Duration) -> Limits {
    let clock = |name: &str| {
        parameters.number(name).map(|units| unit.saturating_mul(u32::try_from(units).unwrap_or(u32::MAX)))
    };
    let by_clock = clock("time").map(|time| {
        let left = TimeLeft {
            game: Some(time),
            increment: clock("increment").unwrap_or_default(),
            moves_to_go: parameters.number("movestogo"),
            moves_made,
            overhead: DEFAULT_MOVE_OVERHEAD,
            reserve: DEFAULT_MOVE_OVERHEAD,
            ..TimeLeft::default()
        };
        left.allot().limits()
    });
    // Not part of the protocol. Programs that compare engines mean exactly this time.
    let fixed =
        parameters.milliseconds("movetime").map(|time| Limits { time: Some(time), ..Limits::default() });
    Limits {
        depth: parameters.number("depth").map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
        nodes: parameters.number("nodes"),
        ..fixed.or(by_clock).unwrap_or_default()
    }
}

/// How UCCI writes what a search finds.
struct Ucci;

impl Dialect for Ucci {
    fn info(&self, game: &Game, report: &SearchReport) -> String {
        const MATE_SCORE: i32 = 30_000;
        let score = match report.score {
            Score::Cp(score) => score,
            Score::Mate(moves) if moves > 0 => MATE_SCORE - moves,
            Score::Mate(moves) => -MATE_SCORE - moves,
        };
        let pv = report.lines.first().map(|line| line.pv.as_slice()).unwrap_or_default();
        let pv: Vec<String> = pv.iter().map(|&mv| game.coordinates(mv)).collect();
        let (depth, time, nodes) = (report.depth, report.time.as_millis(), report.nodes);
        format!("info depth {depth} time {time} nodes {nodes} score {score} pv {}", pv.join(" "))
    }

    fn best_move(&self, game: &Game, report: &SearchReport) -> String {
        best_move(report, |mv| game.coordinates(mv))
    }

    fn no_move(&self) -> String {
        "nobestmove".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::Page;

    /// Runs the commands and returns everything that was written.
    fn talk(commands: &str) -> String {
        let page = Page::default();
        run_with(EngineSettings::with_tables(1, 1), commands.as_bytes(), page.clone()).unwrap();
        page.text()
    }

    #[test]
    fn it_introduces_itself_and_is_ready() {
        let said = talk("ucci\nisready\nnonsense\nquit\n");
        assert!(said.contains("ucciok\nreadyok\nbye\n"), "{said}");
    }

    #[test]
    fn a_mate_is_found_and_a_stopped_search_answers() {
        let said = talk("position fen 3k5/9/9/9/9/9/9/R8/R8/4K4 w - - 0 1\ngo depth 4\nquit\n");
        assert!(said.lines().any(|line| line.starts_with("info depth") && line.contains(" pv ")), "{said}");
        assert!(said.lines().any(|line| line.starts_with("bestmove ")), "{said}");
        let said =
            talk("position startpos moves h2e2 h9g7\nsetoption usebook false\ngo infinite\nstop\nquit\n");
        assert!(said.contains("bestmove "), "{said}");
    }

    #[test]
    fn banned_moves_are_not_played_and_a_lost_position_has_none() {
        let said = talk("position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1\nbanmoves e0f0\ngo depth 3\nquit\n");
        assert!(said.contains("bestmove e0e1") || said.contains("nobestmove"), "{said}");
        let said = talk("position fen 3k4R/7R1/9/9/9/9/9/9/9/4K4 b - - 0 1\ngo depth 3\nquit\n");
        assert!(said.contains("nobestmove"), "{said}");
    }

    /// Pondering ignores the clock until `ponderhit`. The session ends only after the answer.
    #[test]
    fn pondering_ends_by_the_hit() {
        let said = talk(
            "setoption usebook false\nsetoption hashsize 2\nposition startpos moves h2e2\n\
             go ponder time 600 movestogo 30\nponderhit\nquit\n",
        );
        assert_eq!(said.matches("bestmove ").count(), 1, "{said}");
    }

    #[test]
    fn a_clock_is_shared_out() {
        let time = |text: &str, unit: Duration| {
            let limits = limits(&GO.read(&text.split(' ').collect::<Vec<_>>()), 30, unit);
            limits.soft_time.or(limits.time).map(|time| time.as_millis())
        };
        let ms = |text: &str| time(text, Duration::from_millis(1));
        // The overhead of the coming moves is kept in reserve.
        assert_eq!(ms("time 50500"), Some(2000));
        assert_eq!(ms("time 60200 movestogo 10"), Some(6000));
        assert_eq!(ms("time 25000 increment 1020"), Some(1750));
        assert_eq!(time("time 60 increment 0", Duration::from_secs(1)), Some(2380));
        assert_eq!(ms("movetime 100"), Some(100));
        assert_eq!(ms("time 10"), Some(0));
        assert_eq!(ms("infinite"), None);
    }
}
