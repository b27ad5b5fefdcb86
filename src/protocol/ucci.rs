//! UCCI, the Universal Chinese Chess Interface, version 3.

use crate::engine::{
    Budget, EngineSettings, Engines, Evaluation, Limits, Score, SearchReport, SearchRequest, StopFlag,
    share_of_clock,
};
use crate::rules::xiangqi::{Options as XiangqiOptions, START_FEN};
use crate::rules::{Game, Move, Options, Ruleset};
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// The largest table that an interface may set, in MiB.
const HASH_SIZE_MAX: usize = 4096;

/// Answers commands from `input` until `quit` or the end of input. A search runs on its own thread, so that `stop` is
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
    let mut session = Session {
        engines: Arc::new(engines(settings)),
        settings,
        output: Arc::new(Mutex::new(output)),
        game: start_game(),
        banned: Vec::new(),
        threads: 1,
        book: true,
        running: None,
        time_after_hit: None,
    };
    for line in input.lines() {
        if !session.command(line?.trim())? {
            break;
        }
    }
    session.stop();
    Ok(())
}

fn engines(settings: EngineSettings) -> Engines {
    Engines::for_ruleset(Ruleset::Xiangqi, settings)
}

fn start_game() -> Game {
    Game::new(&Options::Xiangqi(XiangqiOptions::default()), None).expect("the start position is valid")
}

struct Session<W> {
    engines: Arc<Engines>,
    /// What the engines are built with.
    settings: EngineSettings,
    output: Arc<Mutex<W>>,
    game: Game,
    banned: Vec<Move>,
    threads: usize,
    book: bool,
    running: Option<(StopFlag, JoinHandle<()>)>,
    /// While pondering: the time to search after the opponent plays the expected move.
    time_after_hit: Option<Duration>,
}

impl<W: Write + Send + 'static> Session<W> {
    /// Executes a command. False if it is `quit`.
    fn command(&mut self, line: &str) -> io::Result<bool> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("ucci") => self.introduce()?,
            Some("isready") => self.say("readyok")?,
            Some("setoption") => self.set_option(&words.collect::<Vec<_>>()),
            Some("position") => self.set_position(&words.collect::<Vec<_>>())?,
            Some("banmoves") => self.banned = words.filter_map(|mv| self.game.parse(mv).ok()).collect(),
            Some("go") => self.go(&words.collect::<Vec<_>>()),
            Some("stop") => self.stop(),
            Some("ponderhit") => self.ponder_hit(),
            Some("quit") => {
                self.stop();
                self.say("bye")?;
                return Ok(false);
            }
            _ => {}
        }
        Ok(true)
    }

    fn say(&self, text: &str) -> io::Result<()> {
        say(&self.output, text)
    }

    fn introduce(&self) -> io::Result<()> {
        self.say(concat!("id name Duiyi ", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the Duiyi authors")?;
        self.say("option usemillisec type check default true")?;
        self.say("option usebook type check default true")?;
        let hash_size = EngineSettings::default().table_mib;
        self.say(&format!("option hashsize type spin min 1 max {HASH_SIZE_MAX} default {hash_size}"))?;
        self.say("option evaluation type combo var network var handmade default network")?;
        self.say("option threads type spin min 1 max 64 default 1")?;
        self.say("option newgame type button")?;
        self.say("ucciok")
    }

    fn set_option(&mut self, words: &[&str]) {
        // UCI interfaces send `name N value V`, UCCI ones `N V`.
        let words: Vec<&str> =
            words.iter().copied().filter(|word| !matches!(*word, "name" | "value")).collect();
        match words[..] {
            ["threads", number] => self.threads = number.parse().unwrap_or(1).clamp(1, 64),
            ["hashsize", mebibytes] => {
                let table_mib = mebibytes.parse().unwrap_or(self.settings.table_mib);
                self.settings.table_mib = table_mib.clamp(1, HASH_SIZE_MAX);
                self.rebuild_engines();
            }
            ["evaluation", name] => {
                self.settings.evaluation = match name {
                    "handmade" => Evaluation::HandMade,
                    _ => Evaluation::Network,
                };
                self.rebuild_engines();
            }
            ["usebook", value] => self.book = value == "true",
            ["newgame"] => {
                self.stop();
                self.engines.clear();
            }
            _ => {}
        }
    }

    fn rebuild_engines(&mut self) {
        self.stop();
        self.engines = Arc::new(engines(self.settings));
    }

    fn set_position(&mut self, words: &[&str]) -> io::Result<()> {
        self.stop();
        let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let fen = match words.first() {
            Some(&"fen") => words[1..moves_at].join(" "),
            _ => START_FEN.to_owned(),
        };
        // The interface is the referee: after a repetition, or at the no-capture limit, we still have to answer.
        let rules = XiangqiOptions { no_capture_limit: 0, ..XiangqiOptions::default() };
        let mut game = match Game::new(&Options::Xiangqi(rules), Some(&fen)) {
            Ok(game) => game,
            Err(error) => return self.say(&format!("info message {error}")),
        };
        for word in words.iter().skip(moves_at + 1) {
            match game.parse(word).and_then(|mv| game.play(mv)) {
                Ok(()) => {}
                Err(error) => return self.say(&format!("info message {word}: {error}")),
            }
        }
        self.game = game;
        self.banned.clear();
        Ok(())
    }

    fn go(&mut self, words: &[&str]) {
        self.stop();
        let mut limits = limits(words);
        if words.contains(&"ponder") {
            self.time_after_hit = limits.time.take();
        }
        let stop = StopFlag::default();
        let budget = Budget::new(limits, stop.clone());
        let request = SearchRequest {
            threads: self.threads,
            book: self.book,
            avoid_moves: std::mem::take(&mut self.banned),
            ..SearchRequest::default()
        };
        let (engines, output, game) =
            (Arc::clone(&self.engines), Arc::clone(&self.output), self.game.clone());
        let search = move || {
            let mut info = |report: &SearchReport| {
                let _interface_gone = say(&output, &info_line(&game, report));
            };
            let answer = match engines.search_blocking(&game, &request, &budget, &mut info) {
                Ok(report) => best_line(&game, &report),
                Err(_) => "nobestmove".to_owned(),
            };
            let _interface_gone = say(&output, &answer);
        };
        self.running = Some((stop, std::thread::spawn(search)));
    }

    /// The opponent played the expected move, so the time starts to count.
    fn ponder_hit(&mut self) {
        if let (Some(time), Some((stop, _))) = (self.time_after_hit.take(), &self.running) {
            let stop = stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(time);
                stop.stop();
            });
        }
    }

    /// Stops the running search, if any, and waits until its answer is written.
    fn stop(&mut self) {
        self.time_after_hit = None;
        if let Some((stop, thread)) = self.running.take() {
            stop.stop();
            let _its_panic_was_printed = thread.join();
        }
    }
}

fn say<W: Write>(output: &Mutex<W>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}

/// Parses `depth N`, `nodes N`, `movetime MS`, or a clock: `time MS [movestogo N | increment MS]`.
fn limits(words: &[&str]) -> Limits {
    let value = |name: &str| {
        let at = words.iter().position(|&word| word == name)?;
        words.get(at + 1)?.parse::<u64>().ok()
    };
    let fixed = value("movetime").map(Duration::from_millis);
    let clock = value("time").map(Duration::from_millis);
    let share = clock.map(|clock| {
        let increment = Duration::from_millis(value("increment").unwrap_or(0));
        share_of_clock(clock, increment, value("movestogo"))
    });
    Limits { time: fixed.or(share), depth: value("depth").map(|depth| depth as u32), nodes: value("nodes") }
}

fn pv(game: &Game, moves: &[Move]) -> String {
    moves.iter().map(|&mv| game.coordinates(mv)).collect::<Vec<_>>().join(" ")
}

fn info_line(game: &Game, report: &SearchReport) -> String {
    const MATE_SCORE: i32 = 30_000;
    let score = match report.score {
        Score::Cp(score) => score,
        Score::Mate(moves) if moves > 0 => MATE_SCORE - moves,
        Score::Mate(moves) => -MATE_SCORE - moves,
    };
    let line = report.lines.first().map_or_else(String::new, |line| pv(game, &line.pv));
    let (time, nodes) = (report.time.as_millis(), report.nodes);
    format!("info depth {} time {time} nodes {nodes} score {score} pv {line}", report.depth)
}

fn best_line(game: &Game, report: &SearchReport) -> String {
    let best = game.coordinates(report.best);
    match report.ponder {
        Some(ponder) => format!("bestmove {best} ponder {}", game.coordinates(ponder)),
        None => format!("bestmove {best}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineSettings;
    use std::io::Cursor;

    /// A writer whose text can be read afterwards.
    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Runs the commands and returns everything that was written.
    fn talk(commands: &str) -> String {
        let page = Page::default();
        run_with(EngineSettings::with_tables(1, 1), Cursor::new(commands.to_owned()), page.clone()).unwrap();
        let text = page.0.lock().unwrap().clone();
        String::from_utf8(text).unwrap()
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
    fn either_evaluation_can_be_asked_for() {
        let score_by = |evaluation: &str| {
            let said = talk(&format!(
                "setoption evaluation {evaluation}\nsetoption usebook false\nposition startpos moves h2e2\ngo depth 1\nquit\n"
            ));
            let line = said.lines().find(|line| line.starts_with("info depth 1 ")).map(str::to_owned);
            let words: Vec<String> = line.unwrap().split_whitespace().map(str::to_owned).collect();
            words[words.iter().position(|word| word == "score").unwrap() + 1].clone()
        };
        assert_ne!(score_by("network"), score_by("handmade"));
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
        let ms = |text: &str| limits(&text.split(' ').collect::<Vec<_>>()).time.map(|time| time.as_millis());
        assert_eq!(ms("time 60000"), Some(2000));
        assert_eq!(ms("time 60000 movestogo 10"), Some(6000));
        assert_eq!(ms("time 30000 increment 1000"), Some(1750));
        assert_eq!(ms("movetime 100"), Some(100));
        assert_eq!(ms("time 10"), Some(0));
        assert_eq!(ms("infinite"), None);
    }
}
