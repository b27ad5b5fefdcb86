//! The Xiangqi engine: book, then principal variation search over a hand-made evaluation.

mod board;
mod book;
mod evaluate;
mod history;
pub mod minimax;
mod parameters;
mod picker;
mod psqt;
mod root;
mod search;
mod see;
pub mod tune;
mod value;

use super::table::Table;
use super::{
    Bound, Budget, EngineSettings, Handicap, Line, SearchError, SearchReport, SearchRequest, Sink, Source,
};
use super::{Level, StopFlag};
use crate::rules::xiangqi::{Game, Move};
use crate::rules::{self, Referee};
use board::Board;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use root::{Root, RootMove};
use search::Shared;
use std::time::Instant;
use value::{INFINITE, MAX_PLY, Value};

pub use book::Book;

#[derive(Debug)]
pub struct Engine {
    table: Table,
    isolated_table_mib: usize,
}

impl Engine {
    pub fn new(settings: EngineSettings) -> Engine {
        Engine { table: Table::new(settings.table_mib), isolated_table_mib: settings.isolated_table_mib }
    }

    pub fn clear(&self) {
        self.table.clear();
    }

    /// As [`super::Engines::search_blocking`].
    pub fn search_blocking(
        &self,
        game: &Game,
        request: &SearchRequest,
        budget: &Budget,
        sink: &mut Sink<'_>,
    ) -> Result<SearchReport, SearchError> {
        let candidates = candidates(game, request)?;
        let mut random = match request.seed {
            Some(seed) => SmallRng::seed_from_u64(seed),
            None => rand::make_rng(),
        };
        if let ([only], 1) = (&candidates[..], game.legal_moves().len()) {
            return Ok(self.answer_at_once(game, *only, Source::Forced, sink));
        }
        if request.book
            && request.search_moves.is_empty()
            && request.avoid_moves.is_empty()
            && let Some(mv) = Book::get().choose(game, &mut random)
        {
            return Ok(self.answer_at_once(game, mv, Source::Book, sink));
        }
        let private = request.isolated.then(|| Table::new(self.isolated_table_mib));
        let table = private.as_ref().unwrap_or(&self.table);
        table.new_generation();
        let shared = Shared {
            table,
            budget,
            done: StopFlag::default(),
            options: game.rules(),
            root_side: game.position().turn(),
        };
        let search = Search {
            game,
            request,
            budget,
            shared: &shared,
            candidates: &candidates,
            started: Instant::now(),
        };
        Ok(search.run(random, sink))
    }

    /// A move that needs no search; the score is the position's static evaluation.
    fn answer_at_once(&self, game: &Game, mv: Move, source: Source, sink: &mut Sink<'_>) -> SearchReport {
        let value = evaluate::evaluate(&Board::new(game.position().clone()));
        let score = value::to_score(value);
        let pv = vec![rules::Move::from(mv)];
        let report = SearchReport {
            best: mv.into(),
            ponder: None,
            source,
            score,
            win_rate: value::win_rate(value),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: std::time::Duration::ZERO,
            hash_hit_rate: 0.0,
            hash_full: 0.0,
            lines: vec![Line { pv, score, bound: Bound::Exact, depth: 0, seldepth: 0, nodes: 0 }],
        };
        sink(&report);
        report
    }
}

/// The root moves that may be answered.
fn candidates(game: &Game, request: &SearchRequest) -> Result<Vec<Move>, SearchError> {
    let legal = game.legal_moves();
    if legal.is_empty() {
        return Err(SearchError::GameOver);
    }
    let wanted = |mv: &rules::Move| {
        (request.search_moves.is_empty() || request.search_moves.contains(mv))
            && !request.avoid_moves.contains(mv)
    };
    let moves: Vec<Move> =
        legal.into_iter().filter(wanted).filter_map(|mv| Move::try_from(mv).ok()).collect();
    if moves.is_empty() { Err(SearchError::NoMoveLeft) } else { Ok(moves) }
}

/// One search for one request.
struct Search<'a> {
    game: &'a Game,
    request: &'a SearchRequest,
    budget: &'a Budget,
    shared: &'a Shared<'a>,
    candidates: &'a [Move],
    started: Instant,
}

impl Search<'_> {
    /// How many lines a level looks at before it chooses among them.
    const LINES_TO_CHOOSE_FROM: usize = 8;

    fn run(&self, mut random: SmallRng, sink: &mut Sink<'_>) -> SearchReport {
        let handicap = self.request.level.and_then(Level::handicap);
        let lines = match handicap {
            Some(Handicap { depth: ..=2, .. }) => self.candidates.len(),
            Some(_) => self.request.lines.max(Self::LINES_TO_CHOOSE_FROM),
            None => self.request.lines,
        };
        let blur = self.request.seed.filter(|_| handicap.is_none()).map(|_| SmallRng::from_rng(&mut random));
        let max_depth =
            self.budget.limits.depth.unwrap_or(u32::MAX).min(handicap.map_or(u32::MAX, |h| h.depth)).max(1);
        let mut root = self.root(lines, blur);
        let helpers = if handicap.is_some() { 0 } else { self.request.threads.saturating_sub(1) };
        let (nodes, probes, hits) = std::thread::scope(|scope| {
            let helpers: Vec<_> = (0..helpers)
                .map(|helper| {
                    scope.spawn(move || {
                        let mut root = self.root(lines, None);
                        // Every other helper starts a ply deeper, so that they do not all do the same.
                        root.deepen(1 + (helper as u32 + 1) % 2, max_depth, |_| {});
                        (root.searcher.nodes, root.searcher.probes, root.searcher.hits)
                    })
                })
                .collect();
            root.deepen(1, max_depth, |root| sink(&self.report(root, root.best_lines(), None)));
            self.shared.done.stop();
            helpers.into_iter().fold((0, 0, 0), |sum, helper| match helper.join() {
                Ok(counts) => (sum.0 + counts.0, sum.1 + counts.1, sum.2 + counts.2),
                Err(panic) => std::panic::resume_unwind(panic),
            })
        });
        let mut lines = root.best_lines().to_vec();
        if let Some(handicap) = handicap {
            let chosen = choose(&lines, handicap, &mut random);
            lines[..=chosen].rotate_right(1);
        }
        self.report(&root, &lines, Some((nodes, probes, hits)))
    }

    fn root(&self, lines: usize, blur: Option<SmallRng>) -> Root<'_> {
        Root::new(self.shared, self.game.position(), self.game.history(), self.candidates, lines, blur)
    }

    /// Reports these lines; `others` are the nodes, probes and hits of the threads that helped.
    fn report(&self, root: &Root<'_>, lines: &[RootMove], others: Option<(u64, u64, u64)>) -> SearchReport {
        let (nodes, probes, hits) = others.unwrap_or_default();
        let searcher = &root.searcher;
        let shown = &lines[..lines.len().min(self.request.lines)];
        let best = &shown[0];
        // Stopped before even the first move was searched: only the static evaluation is known.
        let value = if best.value == -INFINITE { self.static_value() } else { best.value };
        let (probes, hits) = (probes + searcher.probes, hits + searcher.hits);
        SearchReport {
            best: best.mv.into(),
            ponder: best.line.get(1).map(|&mv| mv.into()),
            source: Source::Search,
            score: value::to_score(value),
            win_rate: value::win_rate(value),
            depth: best.depth,
            seldepth: best.seldepth as u32,
            nodes: nodes + searcher.nodes,
            time: self.started.elapsed(),
            hash_hit_rate: if probes == 0 { 0.0 } else { hits as f64 / probes as f64 },
            hash_full: self.shared.table.fullness(),
            lines: shown
                .iter()
                .enumerate()
                // There is always a best line, searched or not.
                .filter(|(place, line)| *place == 0 || line.value != -INFINITE)
                .map(|(_, line)| self.line(line))
                .collect(),
        }
    }

    fn line(&self, root: &RootMove) -> Line {
        let value = if root.value == -INFINITE { self.static_value() } else { root.value };
        Line {
            pv: root.line.iter().map(|&mv| mv.into()).collect(),
            score: value::to_score(value),
            bound: root.bound,
            depth: root.depth,
            seldepth: root.seldepth as u32,
            nodes: root.nodes,
        }
    }

    fn static_value(&self) -> Value {
        evaluate::evaluate(&Board::new(self.game.position().clone()))
    }
}

/// The line a level plays: the best by scores that it is not sure of, among those that are not absurd.
fn choose(lines: &[RootMove], handicap: Handicap, random: &mut SmallRng) -> usize {
    let best = lines[0].value;
    if best == -INFINITE {
        return 0;
    }
    let felt = |line: &RootMove, random: &mut SmallRng| {
        line.value + random.random_range(-handicap.blur..=handicap.blur)
    };
    let human = lines.iter().enumerate().filter(|(_, line)| line.value >= best - handicap.window);
    human.map(|(place, line)| (felt(line, random), place)).max().map_or(0, |(_, place)| place)
}

const _: () = assert!(MAX_PLY <= u8::MAX as usize, "depths fit the table's byte");

#[cfg(test)]
mod tests;
