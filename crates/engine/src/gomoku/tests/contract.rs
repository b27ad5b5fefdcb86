//! What holds for the engine however it is tuned.

use super::*;
use crate::{
    Budget, EngineSettings, Level, Limits, Parameters, Score, SearchReport, SearchRequest, Source, StopFlag,
};
use duiyi_rules::Ruleset;
use std::collections::HashSet;

pub fn engine() -> Engine {
    Engine::new(EngineSettings::with_tables(2, 1))
}

pub fn game(position: &Position) -> Game {
    let options = Options { board_size: position.size(), ..Options::new(position.variant()) };
    Game::new(options, Some(&position.to_string())).unwrap()
}

pub fn search(engine: &Engine, game: &Game, request: &SearchRequest, nodes: u64) -> SearchReport {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let budget = Budget::new(limits, StopFlag::default());
    engine.search_blocking(game, request, &budget, &mut |_| {}).unwrap()
}

pub fn stone(report: &SearchReport) -> Point {
    match Move::try_from(report.best) {
        Ok(Move::Stone(point)) => point,
        other => panic!("{other:?}"),
    }
}

#[test]
fn levels_below_full_strength_do_not_change_with_the_parameters() {
    let mut parameters = Parameters::default();
    parameters.set(Ruleset::Gomoku, "lmp_base", 2_000).unwrap();
    let tuned = Engine::new(EngineSettings { parameters, ..EngineSettings::with_tables(2, 1) });
    let position = Position::empty(Variant::Freestyle, 15);
    let mut game = game(&position);
    for text in ["h8", "i9", "g7"] {
        game.play(game.parse(text).unwrap()).unwrap();
    }
    let nodes = |engine: &Engine, level| {
        let request =
            SearchRequest { level, seed: Some(1), book: false, isolated: true, ..SearchRequest::default() };
        let limits = Limits { depth: Some(8), ..Limits::default() };
        let budget = Budget::new(limits, StopFlag::default());
        engine.search_blocking(&game, &request, &budget, &mut |_| {}).unwrap().nodes
    };
    assert_eq!(nodes(&tuned, Level::new(15)), nodes(&engine(), Level::new(15)));
    assert_ne!(nodes(&tuned, None), nodes(&engine(), None));
}

#[test]
fn every_level_makes_five_and_blocks_four_with_hardly_any_time() {
    let mut random = SmallRng::seed_from_u64(21);
    let engine = engine();
    let (mut made, mut blocked) = (0, 0);
    for round in 0..1000 {
        let variant = Variant::ALL[round % Variant::ALL.len()];
        let size = if variant == Variant::Renju { 15 } else { [9, 15, 20][round % 3] };
        let position = crowded(variant, size, random.random_range(8..60), &mut random);
        let (side, other) = (position.turn(), position.turn().other());
        let made_here = fives(&position, side);
        let mut threats = fives(&position, other);
        threats.retain(|&point| side == Side::Second || position.forbidden_at(point).is_none());
        // If no stone stops all, every point is equally good.
        let stops = Some(blocks(&position, other)).filter(|stops| !stops.is_empty());
        let stops = stops.unwrap_or_else(|| threats.clone());
        let level = [None, Level::new(1), Level::new(9), Level::new(20)][round % 4];
        let request = SearchRequest { level, ..SearchRequest::default() };
        if made_here.is_empty() && threats.is_empty() {
            continue;
        }
        for nodes in [1, 100, 3_000] {
            let report = search(&engine, &game(&position), &request, nodes);
            if made_here.is_empty() {
                assert!(stops.contains(&stone(&report)), "{position}: {} {nodes} {level:?}", stone(&report));
                blocked += 1;
            } else {
                assert!(
                    made_here.contains(&stone(&report)),
                    "{position}: {} {nodes} {level:?}",
                    stone(&report)
                );
                made += 1;
            }
        }
    }
    assert!(made > 100 && blocked > 100, "{made} {blocked}");
}

#[test]
fn reports_are_legal_under_all_options_and_limits() {
    let mut random = SmallRng::seed_from_u64(22);
    let engine = engine();
    for round in 0..200 {
        let variant = Variant::ALL[round % Variant::ALL.len()];
        let size = if variant == Variant::Renju { 15 } else { [9, 15, 20][round % 3] };
        let game = game(&crowded(variant, size, random.random_range(1..60), &mut random));
        let legal = game.legal_moves();
        if legal.len() < 8 {
            continue;
        }
        let request = SearchRequest {
            lines: random.random_range(1..=5),
            threads: random.random_range(1..=2),
            search_moves: if round % 5 == 0 { legal[..4].to_vec() } else { Vec::new() },
            avoid_moves: if round % 7 == 0 { legal[..2].to_vec() } else { Vec::new() },
            level: Level::new(random.random_range(0..=Level::MAX)),
            ..SearchRequest::default()
        };
        let report = search(&engine, &game, &request, random.random_range(1..4_000));
        assert_eq!(report.best, report.lines[0].pv[0]);
        assert!(request.search_moves.is_empty() || request.search_moves.contains(&report.best));
        assert!(!request.avoid_moves.contains(&report.best));
        let first: HashSet<_> = report.lines.iter().map(|line| line.pv[0]).collect();
        assert_eq!(first.len(), report.lines.len(), "lines are different");
        for line in &report.lines {
            let mut after = game.clone();
            for &mv in &line.pv {
                after.play(mv).unwrap_or_else(|error| panic!("{}: {error} in {:?}", game.fen(), line.pv));
            }
        }
    }
}

#[test]
fn isolated_searches_are_reproducible() {
    let mut random = SmallRng::seed_from_u64(23);
    let game = game(&crowded(Variant::Renju, 15, 12, &mut random));
    let request = SearchRequest { isolated: true, seed: Some(5), ..SearchRequest::default() };
    let facts = |report: SearchReport| (report.best, report.score, report.nodes, report.lines);
    let busy = engine();
    let first = facts(search(&busy, &game, &request, 20_000));
    search(&busy, &game, &SearchRequest::default(), 50_000);
    assert_eq!(facts(search(&busy, &game, &request, 20_000)), first);
    assert_eq!(facts(search(&engine(), &game, &request, 20_000)), first);
}

#[test]
fn black_avoids_forbidden_points_even_if_they_may_be_played() {
    let mut random = SmallRng::seed_from_u64(24);
    let engine = engine();
    let mut near = 0;
    for _ in 0..300 {
        let mut position = crowded(Variant::Renju, 15, random.random_range(12..60), &mut random);
        if position.turn() == Side::Second {
            continue;
        }
        let forbidden = position.forbidden_points();
        position.set_turn(Side::First);
        if forbidden.is_empty() {
            continue;
        }
        near += 1;
        let options = Options { forbidden_loses: true, ..Options::new(Variant::Renju) };
        let game = Game::new(options, Some(&position.to_string())).unwrap();
        let report = search(&engine, &game, &SearchRequest::default(), 500);
        assert!(forbidden.iter().all(|&(point, _)| point != stone(&report)), "{position}");
    }
    assert!(near > 30);
}

/// White makes a four whose only answer is forbidden.
#[test]
fn white_forces_black_onto_forbidden_points() {
    let mut game = Game::new(Options::new(Variant::Renju), None).unwrap();
    for text in "g9 d8 g10 e8 h8 f8 i8".split(' ') {
        game.play(game.parse(text).unwrap()).unwrap();
    }
    let found = search(&engine(), &game, &SearchRequest::default(), 10_000);
    assert_eq!((found.source, found.score), (Source::Threats, Score::Mate(2)));
    assert_eq!(game.coordinates(found.best), "c8", "leaves g8, which is forbidden, as the only answer");
}

#[test]
fn a_game_that_is_over_has_nothing_to_search() {
    let mut position = Position::empty(Variant::Freestyle, 15);
    for text in "h8 a1 i8 a2 j8 a3 k8 a4 l8".split(' ') {
        position.make_move(Point::parse(text).unwrap());
    }
    let budget = Budget::new(Limits::default(), StopFlag::default());
    let answer = engine().search_blocking(&game(&position), &SearchRequest::default(), &budget, &mut |_| {});
    assert_eq!(answer.unwrap_err(), crate::SearchError::GameOver);
}

/// A weak player errs near the stones, not at the other end of the board.
#[test]
fn no_level_plays_away_from_the_stones() {
    let engine = engine();
    let mut random = SmallRng::seed_from_u64(26);
    for round in 0..200_u64 {
        let variant = Variant::ALL[round as usize % Variant::ALL.len()];
        let stones = if round < 60 { 1 } else { random.random_range(1..20) };
        let position = crowded(variant, 15, stones, &mut random);
        let level = Level::new(1 + round as u8 % Level::MAX);
        let request = SearchRequest { level, seed: Some(round), ..SearchRequest::default() };
        let answer = stone(&search(&engine, &game(&position), &request, 1_000));
        let taken = Point::all(15).filter(|&point| position.at(point).is_some());
        let distance = taken.map(|point| point.distance(answer)).min();
        assert!(distance <= Some(3), "{position}: level {level:?} plays {answer}");
    }
}

#[test]
fn weaker_levels_lose_to_stronger_ones() {
    let engine = engine();
    let mut random = SmallRng::seed_from_u64(25);
    let (mut points, mut games) = (0, 0);
    for (weak, strong) in [(1, 6), (6, 11), (11, 16)] {
        for round in 0..6_u8 {
            let mut game = game(&crowded(Variant::Freestyle, 15, 3, &mut random));
            let strong_side = Side::ALL[usize::from(round % 2)];
            while game.outcome().is_none() {
                let level = if game.turn() == strong_side { strong } else { weak };
                let request = SearchRequest {
                    level: Level::new(level),
                    seed: Some(u64::from(round)),
                    ..SearchRequest::default()
                };
                let report = search(&engine, &game, &request, 3_000);
                game.play(report.best).unwrap();
            }
            games += 1;
            points += u32::from(game.outcome().and_then(Outcome::winner) == Some(strong_side));
        }
    }
    assert!(points * 10 >= games * 7, "{points} of {games}");
}
