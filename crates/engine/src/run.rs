//! One search for one request, the same for all games: threads, levels, reports.

use super::root::{Root, RootMove, Searcher};
use super::table::Table;
use super::time::Stability;
use super::value::{INFINITE, Value, is_mate, mated_in, to_score};
use super::worker::{Counts, Threads};
use super::{Bound, Budget, Handicap, Line, SearchError, SearchReport, SearchRequest, Sink, Source};
use duiyi_rules::{self as rules, Referee};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The source of a request's random choices.
pub fn random(request: &SearchRequest) -> SmallRng {
    match request.seed {
        Some(seed) => SmallRng::seed_from_u64(seed),
        None => rand::make_rng(),
    }
}

/// The root moves that the request allows.
pub fn root_moves<M: TryFrom<rules::Move>>(
    game: &dyn Referee,
    request: &SearchRequest,
) -> Result<Vec<M>, SearchError> {
    let legal = game.legal_moves();
    if legal.is_empty() {
        return Err(SearchError::GameOver);
    }
    let wanted = |mv: &rules::Move| {
        (request.search_moves.is_empty() || request.search_moves.contains(mv))
            && !request.avoid_moves.contains(mv)
    };
    let moves: Vec<M> = legal.into_iter().filter(wanted).filter_map(|mv| M::try_from(mv).ok()).collect();
    if moves.is_empty() { Err(SearchError::NoMoveLeft) } else { Ok(moves) }
}

/// The report of a move that needs no search, with the position's static value. Calls `sink` with it.
pub fn report_without_search(
    mv: impl Into<rules::Move>,
    source: Source,
    value: Value,
    sink: &mut Sink<'_>,
) -> SearchReport {
    let (mv, score) = (mv.into(), to_score(value));
    let report = SearchReport {
        best: mv,
        ponder: None,
        source,
        score,
        win_rate: score.win_rate(),
        depth: 0,
        seldepth: 0,
        nodes: 0,
        time: Duration::ZERO,
        hash_hit_rate: 0.0,
        hash_full: 0.0,
        by: None,
        lines: vec![Line { pv: vec![mv], score, bound: Bound::Exact, depth: 0, seldepth: 0, nodes: 0 }],
    };
    sink(&report);
    report
}

/// What a search needs, whatever the game.
pub struct Run<'a> {
    pub request: &'a SearchRequest,
    pub budget: &'a Budget,
    pub table: &'a Table,
    pub threads: &'a Threads,
    /// None at full strength. The game's engine has made it [attentive](Handicap::attentive) where that is due.
    pub handicap: Option<Handicap>,
    /// The number of root moves.
    pub moves: usize,
    /// The value to report if not even the first move could be searched.
    pub static_value: Value,
}

impl Run<'_> {
    /// How many lines a level searches, to choose its move among them.
    fn lines(&self) -> usize {
        match self.handicap {
            // Without noise the best line is played.
            Some(Handicap { score_noise: 0, .. }) => self.request.lines,
            Some(Handicap { depth: ..=2, .. }) => self.moves,
            Some(Handicap { depth: ..=5, .. }) => self.request.lines.max(8),
            Some(_) => self.request.lines.max(3),
            None => self.request.lines,
        }
    }

    /// Whether the root changes its values a little, so that games differ: at full strength if the request has a seed, and
    /// at a level that chooses by scores without noise.
    fn has_root_noise(&self) -> bool {
        self.handicap.map_or(self.request.seed.is_some(), |handicap| handicap.score_noise == 0)
    }

    /// Iterative deepening until the budget is spent or the result is certain, with helper threads that share the table
    /// (lazy SMP). `root` makes the root of a thread, for this many lines and with or without noise.
    pub fn run_blocking<S: Searcher>(
        &self,
        root: impl Fn(usize, Option<SmallRng>) -> Root<S> + Sync,
        mut random: SmallRng,
        sink: &mut Sink<'_>,
    ) -> SearchReport {
        let started = Instant::now();
        let handicap = self.handicap;
        let lines = self.lines();
        let noise = self.has_root_noise().then(|| SmallRng::from_rng(&mut random));
        let max_depth =
            self.budget.limits.depth.unwrap_or(u32::MAX).min(handicap.map_or(u32::MAX, |h| h.depth)).max(1);
        let helpers = if handicap.is_some() { 0 } else { self.request.threads.saturating_sub(1) };
        let overlooked =
            handicap.and_then(|handicap| handicap.overlooks.from_hardness(random.random_range(0..100)));
        let root = |lines, noise| {
            let mut root = root(lines, noise);
            root.mate_in = self.request.mate_in;
            root
        };
        let (main, others) = std::thread::scope(|scope| {
            let root = &root;
            let helpers: Vec<_> = (0..helpers)
                .map(|helper| {
                    scope.spawn(move || {
                        let mut root = root(lines, None);
                        // Every other helper starts one ply deeper, so that the threads do not all do the same.
                        root.deepen(1 + (helper as u32 + 1) % 2, max_depth, |_| ControlFlow::Continue(()));
                        root.searcher.counts()
                    })
                })
                .collect();
            let mut main = root(lines, noise);
            if let Some(hardness) = overlooked {
                main.value_all_overlooking(hardness);
            } else {
                let mut stability = Stability::default();
                main.deepen(1, max_depth, |root| {
                    sink(&self.report(root, root.best_lines(), Counts::default(), started));
                    self.end_at_soft_limit(root, &mut stability)
                });
            }
            self.threads.done.stop();
            let others = helpers.into_iter().fold(Counts::default(), |sum, helper| match helper.join() {
                Ok(counts) => Counts {
                    nodes: sum.nodes + counts.nodes,
                    probes: sum.probes + counts.probes,
                    hits: sum.hits + counts.hits,
                    ..sum
                },
                Err(panic) => std::panic::resume_unwind(panic),
            });
            (main, others)
        });
        let mut lines = main.best_lines().to_vec();
        if let Some(handicap) = handicap {
            let chosen = choose(&lines, handicap, &mut random);
            lines[..=chosen].rotate_right(1);
        }
        self.report(&main, &lines, others, started)
    }

    /// Ends the search after a depth if a soft limit is reached. How much of that it takes depends on how stable its result
    /// is.
    fn end_at_soft_limit<S: Searcher>(
        &self,
        root: &Root<S>,
        stability: &mut Stability<S::Move>,
    ) -> ControlFlow<()> {
        let best = &root.best_lines()[0];
        let counts = root.searcher.counts();
        let node_share = best.nodes as f64 / counts.nodes.max(1) as f64;
        let share = stability.share_after(best.mv, best.value, node_share);
        let used = self.budget.limits.soft_part_used(self.budget.started.elapsed(), counts.of_all_threads());
        if used >= share { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Reports these lines. `others` counts the work of the helper threads.
    fn report<S: Searcher>(
        &self,
        root: &Root<S>,
        lines: &[RootMove<S::Move>],
        others: Counts,
        started: Instant,
    ) -> SearchReport {
        let counts = root.searcher.counts();
        let shown = &lines[..lines.len().min(self.request.lines)];
        let best = &shown[0];
        let score = to_score(self.value(best));
        let (probes, hits) = (others.probes + counts.probes, others.hits + counts.hits);
        SearchReport {
            best: best.mv.into(),
            ponder: best.line.get(1).map(|&mv| mv.into()),
            source: Source::Search,
            score,
            win_rate: score.win_rate(),
            depth: best.depth,
            seldepth: best.seldepth as u32,
            nodes: others.nodes + counts.nodes,
            time: started.elapsed(),
            hash_hit_rate: if probes == 0 { 0.0 } else { hits as f64 / probes as f64 },
            hash_full: self.table.fullness(),
            by: None,
            lines: shown
                .iter()
                .enumerate()
                // The best line is reported even if it was not searched.
                .filter(|(place, line)| *place == 0 || line.value != -INFINITE)
                .map(|(_, line)| self.line(line))
                .collect(),
        }
    }

    fn line<M: Copy + Into<rules::Move>>(&self, root: &RootMove<M>) -> Line {
        Line {
            pv: root.line.iter().map(|&mv| mv.into()).collect(),
            score: to_score(self.value(root)),
            bound: root.bound,
            depth: root.depth,
            seldepth: root.seldepth as u32,
            nodes: root.nodes,
        }
    }

    /// The value of a root move, or the static one if it was not searched.
    fn value<M>(&self, root: &RootMove<M>) -> Value {
        if root.value == -INFINITE { self.static_value } else { root.value }
    }
}

/// The index of the line that a level plays: the best by noisy scores, among those within the blunder margin.
fn choose<M>(lines: &[RootMove<M>], handicap: Handicap, random: &mut SmallRng) -> usize {
    let best = lines[0].value;
    // If nothing was searched or every move loses, the first line resists longest. A win at once is never missed.
    if best == -INFINITE || best < 0 && is_mate(best) || best == -mated_in(1) {
        return 0;
    }
    let noisy = |line: &RootMove<M>, random: &mut SmallRng| {
        line.value + random.random_range(-handicap.score_noise..=handicap.score_noise)
    };
    let acceptable =
        lines.iter().enumerate().filter(|(_, line)| line.value >= best - handicap.blunder_margin);
    acceptable.map(|(place, line)| (noisy(line, random), place)).max().map_or(0, |(_, place)| place)
}
