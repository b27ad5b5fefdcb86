//! What single techniques of the search do.

use super::contract::game;
use super::*;
use crate::{Budget, EngineSettings, Limits, Parameters, Score, SearchReport, SearchRequest, StopFlag};
use duiyi_rules::Ruleset;

/// The first depth that sees a win, without the search for wins by threats at the root.
fn depth_of_win(engine: &Engine, position: &Position) -> Option<u32> {
    const MOST: u32 = 12;
    let limits = Limits { depth: Some(MOST), nodes: Some(300_000), ..Limits::default() };
    // For more than one line the root is not searched for threats.
    let request = SearchRequest { lines: 2, isolated: true, ..SearchRequest::default() };
    let mut depth = None;
    let mut sink = |report: &SearchReport| {
        if matches!(report.score, Score::Mate(1..)) {
            depth.get_or_insert(report.depth);
        }
    };
    engine
        .search_blocking(&game(position), &request, &Budget::new(limits, StopFlag::default()), &mut sink)
        .unwrap();
    depth
}

#[test]
fn wins_by_threes_are_seen_at_lower_depths_because_forced_replies_cost_none() {
    let mut parameters = Parameters::default();
    parameters.set(Ruleset::Gomoku, "forced_replies", 0).unwrap();
    let settings = EngineSettings::with_tables(2, 1);
    let without = Engine::new(EngineSettings { parameters, ..settings });
    let with = Engine::new(settings);
    let mut random = SmallRng::seed_from_u64(29);
    let (mut seen, mut depths) = (0, [0, 0]);
    while seen < 12 {
        let position = crowded(Variant::Freestyle, 15, random.random_range(10..24), &mut random);
        let wins = |kind| matches!(prove(&position, kind, 20_000), Proof::Won(line) if line.len() > 5);
        if wins(ProofKind::Vcf) || !wins(ProofKind::Vct) {
            continue;
        }
        if let (Some(with), Some(without)) =
            (depth_of_win(&with, &position), depth_of_win(&without, &position))
        {
            seen += 1;
            depths[0] += with;
            depths[1] += without;
        }
    }
    assert!(depths[0] < depths[1], "{depths:?}");
}
