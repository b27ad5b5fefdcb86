//! Single nodes of the search.

mod plain;
mod techniques;

use super::super::Game;
use super::*;
use crate::{Limits, StopFlag};

/// What a search shares, with a small table of its own.
#[derive(Debug)]
pub struct Parts {
    table: Table,
    thread_data_pool: ThreadDataPool,
    budget: Budget,
    tuning: Tuning,
    #[cfg(feature = "lab")]
    samples: Samples<Position>,
}

impl Parts {
    pub fn new(budget: Budget) -> Parts {
        Parts {
            table: Table::new(1),
            thread_data_pool: ThreadDataPool::default(),
            budget,
            tuning: Tuning::new(Parameters::default()),
            #[cfg(feature = "lab")]
            samples: Samples::default(),
        }
    }

    pub fn shared(&self, game: &Game) -> Shared<'_> {
        Shared {
            table: &self.table,
            thread_data_pool: &self.thread_data_pool,
            budget: &self.budget,
            threads: Threads::default(),
            options: game.rules(),
            tuning: &self.tuning,
            root_side: game.position().turn(),
            searches_mates: true,
            #[cfg(feature = "lab")]
            samples: &self.samples,
        }
    }
}

fn parts() -> Parts {
    Parts::new(Budget::new(Limits::default(), StopFlag::default()))
}

/// Calls `test` with a searcher of this position.
pub fn with_searcher<T>(fen: &str, parameters: Parameters, test: impl FnOnce(&mut Searcher<'_>) -> T) -> T {
    let game = plain::game(fen);
    let parts = Parts { tuning: Tuning::new(parameters), ..parts() };
    let shared = parts.shared(&game);
    let mut searcher = Searcher::new(&shared, game.position(), &game.history());
    searcher.root_depth = 10;
    test(&mut searcher)
}

fn start() -> Game {
    Game::new(Options::default(), None).unwrap()
}

#[test]
fn a_node_that_its_evaluation_ends_leaves_it_in_the_table() {
    type End = fn(&mut Searcher<'_>, Value) -> Value;
    let stand_pat: End = |searcher, eval| searcher.quiescence(eval - 501, eval - 500, 1, 0);
    let reverse_futility: End = |searcher, eval| searcher.search_node(eval - 501, eval - 500, 1, 1, false);
    let null_move: End = |searcher, eval| {
        let depth = searcher.parameters.rfp_max_depth + 1;
        searcher.search_node(eval - 501, eval - 500, depth, 1, false)
    };
    let game = start();
    for end in [stand_pat, reverse_futility, null_move] {
        let parts = parts();
        let shared = parts.shared(&game);
        let mut searcher = Searcher::new(&shared, game.position(), &game.history());
        searcher.root_depth = 10;
        searcher.make_move(game.position().legal_moves()[0], 0);
        let eval = searcher.evaluate();
        assert!(end(&mut searcher, eval) >= eval - 500);
        assert_eq!(parts.table.probe(searcher.table_key()), Some(Entry::of_eval(eval)));
    }
}

#[test]
fn an_evaluation_in_the_table_equals_a_new_one() {
    let (game, parts) = (start(), parts());
    let shared = parts.shared(&game);
    let mut searcher = Searcher::new(&shared, game.position(), &game.history());
    searcher.root_depth = 7;
    searcher.search_node(-INFINITE, INFINITE, 7, 0, false);
    let (mut with_bound, mut without) = (0, 0);
    for first in searcher.board.position().legal_moves() {
        let undo_first = searcher.make_move(first, 0);
        for second in searcher.board.position().legal_moves() {
            let undo_second = searcher.make_move(second, 1);
            if let Some(entry) = parts.table.probe(searcher.table_key()).filter(|_| !searcher.in_check()) {
                assert_eq!(Value::from(entry.eval), searcher.evaluate(), "{first} {second}");
                *(if entry.bound.is_some() { &mut with_bound } else { &mut without }) += 1;
            }
            searcher.unmake_move(second, undo_second);
        }
        searcher.unmake_move(first, undo_first);
    }
    assert!(with_bound > 20 && without > 20, "{with_bound} with a bound, {without} without");
}
