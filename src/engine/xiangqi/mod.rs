//! The Xiangqi engine: book, then principal variation search over a hand-made evaluation.

mod board;
mod book;
mod evaluate;
mod history;
pub mod minimax;
mod parameters;
mod picker;
mod psqt;
mod search;
mod see;
pub mod tune;
mod value;

use super::root::Root;
use super::run::{Run, answer_at_once, candidates, random};
use super::table::Table;
use super::{
    Budget, EngineSettings, Level, SearchError, SearchReport, SearchRequest, Sink, Source, StopFlag,
};
use crate::rules::Referee;
use crate::rules::xiangqi::{Game, Move};
use board::Board;
use rand::rngs::SmallRng;
use search::{Searcher, Shared};
use value::{MAX_PLY, Value};

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
        let candidates: Vec<Move> = candidates(game, request)?;
        let mut random = random(request);
        if let ([only], 1) = (&candidates[..], game.legal_moves().len()) {
            return Ok(answer_at_once(*only, Source::Forced, static_value(game), sink));
        }
        if request.book
            && request.search_moves.is_empty()
            && request.avoid_moves.is_empty()
            && let Some(mv) = Book::get().choose(game, &mut random)
        {
            return Ok(answer_at_once(mv, Source::Book, static_value(game), sink));
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
        let run = Run {
            request,
            budget,
            table,
            done: &shared.done,
            handicap: request.level.and_then(Level::handicap),
            moves: candidates.len(),
            static_value: static_value(game),
        };
        let root = |lines, blur| shared.root(game, &candidates, lines, blur);
        Ok(run.run_blocking(root, random, sink))
    }
}

fn static_value(game: &Game) -> Value {
    evaluate::evaluate(&Board::new(game.position().clone()))
}

impl Shared<'_> {
    fn root(&self, game: &Game, moves: &[Move], lines: usize, blur: Option<SmallRng>) -> Root<Searcher<'_>> {
        Root::new(Searcher::new(self, game.position(), &game.history()), moves, lines, blur)
    }
}

const _: () = assert!(MAX_PLY <= u8::MAX as usize, "depths fit the table's byte");

#[cfg(test)]
mod tests;
