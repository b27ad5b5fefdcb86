//! The levels: the weaker ones make errors, but human ones.

use super::*;
use crate::Parameters;
use duiyi_rules::xiangqi::Role;

fn at(level: u8, seed: u64) -> SearchRequest {
    SearchRequest { level: Level::new(level), seed: Some(seed), ..request() }
}

/// Whether the side to move can mate at once.
fn can_mate_at_once(game: &Game) -> bool {
    game.legal_moves().into_iter().any(|mv| {
        let mut after = game.clone();
        after.play(mv).unwrap();
        after.position().has_no_moves()
    })
}

fn after(game: &Game, mv: rules::Move) -> Game {
    let mut after = game.clone();
    after.play(mv).unwrap();
    after
}

#[test]
fn levels_below_full_strength_do_not_change_with_the_parameters() {
    let mut parameters = Parameters::default();
    parameters.set(Ruleset::Xiangqi, "lmp_base", 9).unwrap();
    let tuned = Engine::new(EngineSettings { parameters, ..EngineSettings::with_tables(4, 1) });
    let game = game_after("h2e2 h9g7 h0g2 i9h9");
    let nodes = |engine: &Engine, level| {
        let request = SearchRequest { level, seed: Some(1), isolated: true, ..request() };
        engine.search_blocking(&game, &request, &depth(8), &mut |_| {}).unwrap().nodes
    };
    assert_eq!(nodes(&tuned, Level::new(15)), nodes(&engine(), Level::new(15)));
    assert_ne!(nodes(&tuned, None), nodes(&engine(), None));
}

#[test]
fn from_level_ten_on_the_engine_avoids_mate_in_one() {
    let engine = engine();
    let mut tried = 0;
    for seed in 0..400 {
        let game = random_game(seed, 60 + seed as usize % 40);
        let safe = |mv| !can_mate_at_once(&after(&game, mv));
        let moves = game.legal_moves();
        let safe_moves = moves.iter().filter(|&&mv| safe(mv)).count();
        if safe_moves == 0 || safe_moves == moves.len() {
            continue;
        }
        tried += 1;
        for level in [10, 11, 13] {
            let report = engine.search_blocking(&game, &at(level, seed), &depth(20), &mut |_| {}).unwrap();
            let text = game.coordinates(report.best);
            assert!(
                safe(report.best),
                "level {level} hangs a mate in {} by {text}: {:?}",
                game.fen(),
                report.lines
            );
        }
    }
    assert!(tried > 20, "only {tried} positions had a mate to avoid");
}

#[test]
fn from_level_eleven_on_a_free_rook_is_taken() {
    let free_rook = [
        "3akab2/9/4b4/p3p3p/2p6/6P2/P1R1P1r1P/4C4/9/2BAKAB2 w - - 0 1",
        "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 b - - 0 1",
        "2bakab2/9/2n3n2/p1p1p1p1p/9/2P3P2/P3P3P/2N1C1N1r/9/2BAKAB1R w - - 0 1",
    ];
    for fen in free_rook {
        let game = game(fen);
        let takes: Vec<_> = game.legal_moves().into_iter().filter(|&mv| takes_free_rook(&game, mv)).collect();
        if takes.is_empty() {
            continue;
        }
        for (level, seed) in (11..Level::MAX).flat_map(|level| (0..6).map(move |seed| (level, seed))) {
            let report = search(&game, &at(level, seed), &depth(20));
            assert!(takes.contains(&report.best), "level {level} leaves the rook in {fen}");
        }
    }
    assert!(!game(free_rook[0]).legal_moves().is_empty());
}

fn takes_free_rook(game: &Game, mv: rules::Move) -> bool {
    let mv = Move::try_from(mv).unwrap();
    let victim = game.position().piece_at(mv.to());
    victim.is_some_and(|piece| piece.role == Role::Rook)
        && see::wins_at_least(game.position(), mv, see::piece_value(Role::Rook))
}

/// The lowest level does not always find the best move and varies its play.
#[test]
fn the_lowest_level_varies_and_errs() {
    let game = game_after(MIDDLE_GAME);
    let best = search(&game, &request(), &depth(8)).best;
    let answers: Vec<_> = (0..20).map(|seed| search(&game, &at(1, seed), &depth(20)).best).collect();
    let distinct: std::collections::HashSet<_> = answers.iter().collect();
    assert!(distinct.len() >= 4, "{} different moves", distinct.len());
    assert!(answers.iter().any(|&mv| mv != best));
}

#[test]
fn no_level_searches_deeper_than_its_handicap_allows() {
    let game = game_after(MIDDLE_GAME);
    let mut nodes = 0;
    for level in 1..Level::MAX {
        let deepest = Level::new(level).unwrap().handicap(Ruleset::Xiangqi).unwrap().depth;
        let report = search(&game, &at(level, 1), &depth(40));
        assert!(report.depth <= deepest, "level {level} searched {} plies", report.depth);
        nodes += report.nodes;
    }
    assert!(nodes < 3_000_000, "all lower levels together took {nodes} nodes");
    assert!(Level::new(Level::MAX).unwrap().handicap(Ruleset::Xiangqi).is_none());
}

/// The half points of the stronger player in a short match, each opening with both colors.
fn half_points(weak: &SearchRequest, strong: &SearchRequest, games: u64) -> u64 {
    let engine = engine();
    let result = |seed: u64| {
        let mut game = random_game(seed / 2, 4);
        let strong_side = if seed.is_multiple_of(2) { rules::Side::First } else { rules::Side::Second };
        while game.outcome().is_none() && game.ply() < 200 {
            let player = if game.turn() == strong_side { strong } else { weak };
            let request = SearchRequest { seed: Some(seed + game.ply() as u64), ..player.clone() };
            let report = engine.search_blocking(&game, &request, &nodes(20_000), &mut |_| {}).unwrap();
            game.play(report.best).unwrap();
        }
        match game.outcome().and_then(|outcome| outcome.winner()) {
            Some(winner) if winner == strong_side => 2,
            Some(_) => 0,
            None => 1,
        }
    };
    (0..games).map(result).sum()
}

/// The stronger of two levels that are four apart wins most of a short match.
#[test]
fn levels_are_in_order() {
    for (weak, strong) in [(1, 5), (5, 9), (9, 13)] {
        const GAMES: u64 = 4;
        let points = half_points(&at(weak, 0), &at(strong, 0), GAMES);
        assert!(points > GAMES, "level {strong} made {points} half points of {GAMES} games against {weak}");
    }
}

/// A history of few nodes once made the deeper search prune so many good moves that it lost most games.
#[cfg(feature = "lab")]
#[test]
fn a_level_plays_better_when_it_looks_further_ahead() {
    use crate::Handicap;

    // Little noise, so that the depth decides, but some: with it a search has several lines.
    let own = Handicap { score_noise: 30, ..Level::new(12).unwrap().handicap(Ruleset::Xiangqi).unwrap() };
    let to_depth = |depth| SearchRequest { handicap: Some(Handicap { depth, ..own }), ..at(12, 0) };
    const GAMES: u64 = 16;
    let points = half_points(&to_depth(3), &to_depth(5), GAMES);
    assert!(points > GAMES, "a search to depth 5 made {points} half points of {GAMES} games against depth 3");
}

/// Red's horse on c5 hung at the turn before, and Black did not take it either: everybody sees it now.
#[test]
fn no_level_leaves_a_piece_hanging_twice() {
    let mut game = game("3ak4/4a4/2r6/9/2N6/9/9/9/9/R2AKA3 w - - 0 1");
    for text in ["a0b0", "e9f9"] {
        game.play(game.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))).unwrap();
    }
    assert!(standing::capture(&game));
    for (level, seed) in (1..=Level::MAX).flat_map(|level| (0..5).map(move |seed| (level, seed))) {
        let report = search(&game, &at(level, seed), &depth(3));
        let next = after(&game, report.best);
        let takes_horse = |mv: &rules::Move| {
            let mv = Move::try_from(*mv).unwrap();
            next.position().piece_at(mv.to()).is_some_and(|piece| piece.role == Role::Horse)
                && see::wins_at_least(next.position(), mv, see::piece_value(Role::Horse) / 2)
        };
        let lost = next.legal_moves().iter().any(takes_horse);
        assert!(!lost, "level {level} leaves the horse with {}", game.coordinates(report.best));
    }
}

#[test]
fn from_level_three_on_no_rook_takes_a_protected_soldier() {
    let game = game("3k5/9/2n6/4p4/9/4R4/9/9/9/5K3 w - - 0 1");
    for (level, seed) in (3..=Level::MAX).flat_map(|level| (0..20).map(move |seed| (level, seed))) {
        let best = search(&game, &at(level, seed), &depth(3)).best;
        assert_ne!(game.coordinates(best), "e4e6", "level {level}");
    }
}

#[test]
fn every_level_plays_a_legal_move_with_hardly_any_nodes() {
    let engine = engine();
    for seed in 0..120 {
        let game = random_game(seed, 10 + seed as usize % 90);
        if game.legal_moves().is_empty() || game.outcome().is_some() {
            continue;
        }
        let level = 1 + (seed % u64::from(Level::MAX)) as u8;
        for limit in [1, 30, 1_000] {
            let report = engine.search_blocking(&game, &at(level, seed), &nodes(limit), &mut |_| {}).unwrap();
            assert!(game.legal_moves().contains(&report.best), "level {level} in {}", game.fen());
        }
    }
}
