//! The Xiangqi engine: opening book and endgame tables, then principal variation search with a neural evaluation.

mod board;
mod book;
mod correction;
pub mod endgame;
mod evaluate;
mod history;
pub(crate) mod mate;
pub mod network;
mod parameters;
mod picker;
mod search;
mod see;
mod standing;
mod table_answer;
mod thread_data;
mod value;

use super::root::Root;
use super::run::{Run, random, report_without_search, root_moves};
#[cfg(feature = "lab")]
use super::samples::Samples;
use super::table::Table;
use super::worker::Threads;
use super::{Budget, EngineSettings, SearchError, SearchReport, SearchRequest, Sink, Source};
use board::Board;
use duiyi_rules::Referee;
#[cfg(feature = "lab")]
use duiyi_rules::xiangqi::Position;
use duiyi_rules::xiangqi::{Game, Move};
use parameters::Tuning;
use rand::rngs::SmallRng;
use search::{Searcher, Shared};
use thread_data::ThreadDataPool;
use value::MAX_PLY;

pub use book::{Book, mirrored};
pub use parameters::Parameters;

#[derive(Debug)]
pub(super) struct Engine {
    table: Table,
    thread_data_pool: ThreadDataPool,
    isolated_table_mib: usize,
    tuning: Tuning,
    /// For the levels below full strength.
    level_tuning: Tuning,
    #[cfg(feature = "lab")]
    pub samples: Samples<Position>,
}

impl Engine {
    pub fn new(settings: EngineSettings) -> Engine {
        let EngineSettings { table_mib, isolated_table_mib, parameters } = settings;
        Engine {
            table: Table::new(table_mib),
            thread_data_pool: ThreadDataPool::default(),
            isolated_table_mib,
            tuning: Tuning::new(parameters.xiangqi),
            level_tuning: Tuning::new(Parameters::LEVELS),
            #[cfg(feature = "lab")]
            samples: Samples::default(),
        }
    }

    pub fn clear(&self) {
        self.table.clear();
        self.thread_data_pool.clear();
    }

    /// As [`super::Engines::search_blocking`].
    pub fn search_blocking(
        &self,
        game: &Game,
        request: &SearchRequest,
        budget: &Budget,
        sink: &mut Sink<'_>,
    ) -> Result<SearchReport, SearchError> {
        let candidates: Vec<Move> = root_moves(game, request)?;
        let budget = &request.limit(budget, game.ruleset());
        let mut random = random(request);
        let static_value = evaluate::evaluate(&mut Board::new(game.position().clone()));
        if let Some(only) = request.forced_move(game, &candidates) {
            return Ok(report_without_search(only, Source::Forced, static_value, sink));
        }
        let handicap = request.handicap(game.ruleset()).map(|handicap| match standing::capture(game) {
            true => handicap.attentive(),
            false => handicap,
        });
        if request.book
            && handicap.is_none_or(|handicap| handicap.book)
            && request.search_moves.is_empty()
            && request.avoid_moves.is_empty()
            && let Some(mv) = Book::get().choose(game, &mut random)
        {
            return Ok(report_without_search(mv, Source::Book, static_value, sink));
        }
        if handicap.is_none()
            && let Some(report) = table_answer::answer(game, &candidates, request.lines, sink)
        {
            return Ok(report);
        }
        let private =
            request.isolated.then(|| (Table::new(self.isolated_table_mib), ThreadDataPool::default()));
        let (table, thread_data_pool) = match &private {
            Some((table, thread_data_pool)) => (table, thread_data_pool),
            None => (&self.table, &self.thread_data_pool),
        };
        table.new_generation();
        let shared = Shared {
            table,
            thread_data_pool,
            budget,
            threads: Threads::default(),
            options: game.rules(),
            tuning: if handicap.is_some() { &self.level_tuning } else { &self.tuning },
            root_side: game.position().turn(),
            searches_mates: handicap.is_none(),
            #[cfg(feature = "lab")]
            samples: &self.samples,
        };
        let run = Run {
            request,
            budget,
            table,
            threads: &shared.threads,
            handicap,
            moves: candidates.len(),
            static_value,
        };
        let root = |lines, noise| shared.root(game, &candidates, lines, noise);
        Ok(run.run_blocking(root, random, sink))
    }
}

impl Shared<'_> {
    fn root(&self, game: &Game, moves: &[Move], lines: usize, noise: Option<SmallRng>) -> Root<Searcher<'_>> {
        Root::new(Searcher::new(self, game.position(), &game.history()), moves, lines, noise)
    }
}

const _: () = assert!(MAX_PLY <= u8::MAX as usize, "depths fit the table's byte");

#[cfg(test)]
mod tests;
