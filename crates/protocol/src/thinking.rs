//! A search that runs while commands are read, as UCI and UCCI need it.

use super::io::Output;
use super::parameters::Parameters;
use duiyi_engine::{
    Budget, EngineSettings, Engines, Limits, SearchError, SearchReport, SearchRequest, Sink, Source,
    StopFlag, report_without_search,
};
use duiyi_rules::{Game, Move, Referee, Ruleset, xiangqi};
use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// How a protocol writes what a search finds.
pub trait Dialect: Send + 'static {
    /// The lines about a finished depth.
    fn info(&self, game: &Game, report: &SearchReport) -> String;

    /// The last line.
    fn best_move(&self, game: &Game, report: &SearchReport) -> String;

    /// The last lines if there is no move to play.
    fn no_move(&self) -> String;
}

/// `bestmove`, which UCI and UCCI write alike, with moves as `write` writes them.
pub fn best_move(report: &SearchReport, write: impl Fn(Move) -> String) -> String {
    let best = write(report.best);
    match report.ponder {
        Some(ponder) => format!("bestmove {best} ponder {}", write(ponder)),
        None => format!("bestmove {best}"),
    }
}

/// What to search.
#[derive(Debug)]
pub struct Task {
    pub game: xiangqi::Game,
    pub request: SearchRequest,
    /// While pondering, the time counts from [`Thinker::ponder_hit`].
    pub limits: Limits,
    pub answer: AnswerAfter,
}

/// When the best move may be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerAfter {
    Search,
    /// [`Thinker::stop`], even if the search ends before.
    Stop,
    /// [`Thinker::ponder_hit`] or [`Thinker::stop`].
    PonderHit,
}

impl AnswerAfter {
    /// As a `go` demands that is `infinite`, `ponder` or neither.
    pub fn wanted_by(parameters: &Parameters) -> AnswerAfter {
        if parameters.has("ponder") {
            AnswerAfter::PonderHit
        } else if parameters.has("infinite") {
            AnswerAfter::Stop
        } else {
            AnswerAfter::Search
        }
    }
}

/// The engines and the search that runs, if one does. Dropping it stops the search.
#[derive(Debug)]
pub struct Thinker<W: Write + Send + 'static> {
    engines: Arc<Engines>,
    settings: EngineSettings,
    output: Output<W>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    stop: StopFlag,
    thread: JoinHandle<()>,
    /// The answer is held back until this is dropped.
    hold: Option<Sender<()>>,
    time_after_hit: Option<Duration>,
}

impl<W: Write + Send + 'static> Thinker<W> {
    pub fn new(settings: EngineSettings, output: Output<W>) -> Thinker<W> {
        Thinker { engines: engines(settings), settings, output, running: None }
    }

    /// Stops the search and replaces the engines by new ones with changed settings.
    pub fn reconfigure(&mut self, change: impl FnOnce(&mut EngineSettings)) {
        self.stop();
        change(&mut self.settings);
        self.engines = engines(self.settings);
    }

    /// Stops the search and forgets what was learned from earlier ones.
    pub fn clear(&mut self) {
        self.stop();
        self.engines.clear();
    }

    /// Stops the search that runs, if one does, and starts another.
    pub fn start(&mut self, mut task: Task, dialect: impl Dialect) {
        self.stop();
        let time_after_hit = match task.answer {
            AnswerAfter::PonderHit => {
                let Limits { time, soft_time, .. } = task.limits;
                task.limits = Limits { time: None, soft_time: None, ..task.limits };
                soft_time.or(time)
            }
            AnswerAfter::Search | AnswerAfter::Stop => None,
        };
        let stop = StopFlag::default();
        let budget = Budget::new(task.limits, stop.clone());
        let (hold, held) = mpsc::channel::<()>();
        let hold = (task.answer != AnswerAfter::Search).then_some(hold);
        let (engines, output) = (Arc::clone(&self.engines), self.output.clone());
        let thread = std::thread::spawn(move || {
            let answer = task.search(&engines, &budget, &output, &dialect);
            let _until_released = held.recv();
            let _interface_gone = output.say(&answer);
        });
        self.running = Some(Running { stop, thread, hold, time_after_hit });
    }

    /// The opponent has played the expected move: from now on the time counts and the answer may be said.
    pub fn ponder_hit(&mut self) {
        let Some(running) = &mut self.running else { return };
        running.hold = None;
        if let Some(time) = running.time_after_hit.take() {
            let stop = running.stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(time);
                stop.stop();
            });
        }
    }

    /// Stops the search that runs, if one does, and waits until its answer is written.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.stop();
            drop(running.hold);
            let _its_panic_was_printed = running.thread.join();
        }
    }
}

impl<W: Write + Send + 'static> Drop for Thinker<W> {
    fn drop(&mut self) {
        self.stop();
    }
}

fn engines(settings: EngineSettings) -> Arc<Engines> {
    Arc::new(Engines::for_ruleset(Ruleset::Xiangqi, settings))
}

impl Task {
    /// Searches, writes every depth and returns the last lines.
    fn search<W: Write>(
        self,
        engines: &Engines,
        budget: &Budget,
        output: &Output<W>,
        dialect: &impl Dialect,
    ) -> String {
        let move_without_search = self.game.outcome().and_then(|_| self.any_move());
        let game = Game::Xiangqi(self.game);
        let mut info = |report: &SearchReport| {
            let interface_gone = output.say(&dialect.info(&game, report)).is_err();
            if interface_gone {
                budget.stop.stop();
            }
        };
        let report = match move_without_search {
            Some(mv) => Ok(report_without_search(mv, Source::Forced, 0, &mut info)),
            None => search_reporting(engines, &game, &self.request, budget, &mut info),
        };
        match report {
            Ok(report) => dialect.best_move(&game, &report),
            Err(SearchError::GameOver | SearchError::NoMoveLeft) => dialect.no_move(),
        }
    }

    /// A legal move in a position that is drawn by our rules because no attacking piece is left, while the interface
    /// plays on. No move is better than another there.
    fn any_move(&self) -> Option<Move> {
        let SearchRequest { search_moves, avoid_moves, .. } = &self.request;
        let is_wanted =
            |mv: &Move| (search_moves.is_empty() || search_moves.contains(mv)) && !avoid_moves.contains(mv);
        self.game.position().legal_moves().into_iter().map(Move::from).find(is_wanted)
    }
}

/// Searches and calls `sink` after every depth, and once more if the search was stopped within one: the last report is then
/// the result.
pub fn search_reporting(
    engines: &Engines,
    game: &Game,
    request: &SearchRequest,
    budget: &Budget,
    sink: &mut Sink<'_>,
) -> Result<SearchReport, SearchError> {
    let mut reported_nodes = None;
    let report = engines.search_blocking(game, request, budget, &mut |report| {
        reported_nodes = Some(report.nodes);
        sink(report);
    })?;
    if reported_nodes != Some(report.nodes) {
        sink(&report);
    }
    Ok(report)
}
