//! The engine in openings.

use super::contract::{engine, search, stone};
use super::*;
use crate::{Level, SearchRequest, Source};
use duiyi_rules::gomoku::{Choice, Opening};

fn game(opening: Opening, variant: Variant, size: u8, moves: &str) -> Game {
    let options = Options { opening, board_size: size, ..Options::new(variant) };
    let mut game = Game::new(options, None).unwrap();
    for text in moves.split_whitespace() {
        game.play(game.parse(text).unwrap()).unwrap();
    }
    game
}

#[test]
fn pro_openings_are_played_and_foreseen_on_allowed_points_only() {
    let engine = engine();
    for (opening, least) in [(Opening::Pro, 3), (Opening::LongPro, 4)] {
        for (variant, size) in [(Variant::Standard, 15), (Variant::Caro, 9), (Variant::Freestyle, 10)] {
            for (seed, level) in [None, Level::new(1), Level::new(5)].into_iter().enumerate() {
                let mut game = game(opening, variant, size, "");
                while game.ply() < 5 {
                    let request = SearchRequest {
                        level,
                        seed: Some(seed as u64),
                        lines: 1 + seed,
                        ..SearchRequest::default()
                    };
                    let report = search(&engine, &game, &request, 4_000);
                    for line in &report.lines {
                        let mut after = game.clone();
                        line.pv.iter().for_each(|&mv| after.play(mv).unwrap());
                    }
                    game.play(report.best).unwrap();
                }
                let stones = game.stones_played();
                assert_eq!(stones[0].0.distance_to_center(size), 0);
                assert!(stones[2].0.distance_to_center(size) >= least, "{}", game.fen());
            }
        }
    }
}

#[test]
fn the_stone_before_the_restricted_one_is_judged_by_allowed_replies() {
    let game = game(Opening::Pro, Variant::Standard, 15, "h8");
    let report = search(&engine(), &game, &SearchRequest::default(), 20_000);
    assert_eq!(report.source, Source::Search);
    let Ok(Move::Stone(reply)) = Move::try_from(report.lines[0].pv[1]) else { panic!("no reply") };
    assert!(reply.distance_to_center(15) > 2, "{reply}");
}

#[test]
fn after_a_swap_offer_the_engine_takes_the_side_that_stands_better() {
    let engine = engine();
    for variant in [Variant::Standard, Variant::Caro] {
        // Black has two stones together in the center and White one in the corner.
        let good_for_white = game(Opening::Swap, variant, 15, "a1 h8 o15");
        let good_for_black = game(Opening::Swap, variant, 15, "h8 a15 i9");
        for (game, expected) in [(good_for_white, Choice::Stay), (good_for_black, Choice::Swap)] {
            let report = search(&engine, &game, &SearchRequest::default(), 20_000);
            assert_eq!(Move::try_from(report.best), Ok(Move::Choice(expected)), "{variant:?} {}", game.fen());
        }
    }
}

#[test]
fn the_three_stones_of_a_swap_leave_neither_color_far_ahead() {
    let engine = engine();
    let mut game = game(Opening::Swap, Variant::Freestyle, 15, "");
    for _ in 0..3 {
        let request = SearchRequest { seed: Some(4), ..SearchRequest::default() };
        let report = search(&engine, &game, &request, 20_000);
        let point = stone(&report);
        assert!(game.position().at(point).is_none());
        game.play(report.best).unwrap();
    }
    assert_eq!(game.phase().kind().name(), "choose");
}

#[test]
fn in_swap2_the_engine_takes_a_color_rather_than_place_two_more_stones() {
    let engine = engine();
    for stones in ["h8 i9 k7", "a1 h8 o15", "h8 a15 i9", "j7 h9 f10"] {
        let game = game(Opening::Swap2, Variant::Freestyle, 15, stones);
        let report = search(&engine, &game, &SearchRequest::default(), 20_000);
        let mv = Move::try_from(report.best).unwrap();
        assert!([Move::Choice(Choice::Stay), Move::Choice(Choice::Swap)].contains(&mv), "{stones}: {mv:?}");
    }
}
