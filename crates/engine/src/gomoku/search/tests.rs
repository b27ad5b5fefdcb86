//! Single nodes of the search.

use super::*;
use crate::{Limits, StopFlag};
use duiyi_rules::gomoku::{Position, Variant};

/// Searches the position after three stones, with a small table of its own.
fn with_searcher(test: impl FnOnce(&mut Searcher<'_>)) {
    let (table, tuning) = (Table::new(1), Tuning::new(Parameters::default()));
    let budget = Budget::new(Limits::default(), StopFlag::default());
    #[cfg(feature = "lab")]
    let samples = Samples::default();
    let shared = Shared {
        table: &table,
        budget: &budget,
        tuning: &tuning,
        threads: Threads::default(),
        scope: Scope::FULL,
        key_salt: 0,
        replies: None,
        uses_network: true,
        #[cfg(feature = "lab")]
        samples: &samples,
    };
    let mut position = Position::empty(Variant::Freestyle, 15);
    for (file, rank) in [(7, 7), (8, 8), (6, 6)] {
        position.make_move(Point::new(file, rank));
    }
    test(&mut Searcher::new(&shared, Board::new(&position)));
}

#[test]
fn only_a_value_of_the_network_is_stored_at_once_and_read_only_near_the_window() {
    with_searcher(|searcher| {
        let by_weights = searcher.board.evaluate();
        let far = by_weights + searcher.parameters.network_margin;
        assert_eq!(searcher.evaluate(far, far + 1, None), by_weights);
        assert_eq!(searcher.worker.table.probe(searcher.key()), None);
        let by_network = searcher.evaluate(by_weights - 1, by_weights, None);
        assert_eq!(searcher.worker.table.probe(searcher.key()), Some(Entry::of_eval(by_network)));
        let known = Some(by_network + 1);
        assert_eq!(searcher.evaluate(by_weights - 1, by_weights, known), by_network + 1);
        assert_eq!(searcher.evaluate(far, far + 1, known), by_weights);
    });
}

#[test]
fn a_value_of_the_network_in_the_table_equals_a_new_one() {
    with_searcher(|searcher| {
        searcher.search_node(-INFINITE, INFINITE, 6, 0, false);
        let mut found = 0;
        for first in searcher.near[0].intersection(searcher.board.empty()) {
            searcher.make_move(first, 0);
            for second in searcher.near[1].intersection(searcher.board.empty()) {
                searcher.make_move(second, 1);
                if let Some(entry) =
                    searcher.worker.probe(searcher.key()).filter(|entry| entry.bound.is_none())
                {
                    let by_weights = searcher.board.evaluate();
                    let network = searcher.network.as_mut().expect("freestyle has a network");
                    let by_network = network.evaluate(&searcher.board, by_weights);
                    assert_eq!(Value::from(entry.eval), by_network, "{first} {second}");
                    found += 1;
                }
                searcher.board.unmake_move(second);
            }
            searcher.board.unmake_move(first);
        }
        assert!(found > 20, "{found} values");
    });
}
