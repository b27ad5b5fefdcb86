//! The openings: who acts, with how many moves to choose from.

use super::*;

/// The phase, the actor and the number of moves after each move.
fn phases(opening: Opening, variant: Variant, moves: &str) -> Vec<(&'static str, Side, usize)> {
    let mut game = Game::new(Options { opening, ..Options::new(variant) }, None).unwrap();
    let mut phases = vec![(game.phase().kind().name(), game.turn(), game.legal_moves().len())];
    for text in moves.split_whitespace() {
        let mv = game.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(game.legal_moves().contains(&mv));
        game.play(mv).unwrap();
        phases.push((game.phase().kind().name(), game.turn(), game.legal_moves().len()));
    }
    phases
}

use Side::{First, Second};

#[test]
fn swap2_allows_three_choices() {
    let stones = [("put", First, 225), ("put", First, 224), ("put", First, 223), ("choose", Second, 3)];
    let of = |moves| phases(Opening::Swap2, Variant::Freestyle, moves);
    assert_eq!(of("h8 i9 j10 stay")[..4], stones);
    assert_eq!(of("h8 i9 j10 stay")[4], ("play", Second, 222));
    assert_eq!(of("h8 i9 j10 swap")[4], ("play", Second, 222));
    assert_eq!(
        of("h8 i9 j10 two_more a1 b1 swap")[4..],
        [("put", Second, 222), ("put", Second, 221), ("choose", First, 2), ("play", Second, 220)]
    );
}

#[test]
fn soosyrv8_offers_fifth_moves() {
    let of = |moves| phases(Opening::Soosyrv8, Variant::Renju, moves);
    assert_eq!(
        of("h8 h9 j10 swap a1 offer_2 stay i10 c3 i10 b2"),
        [
            ("put", First, 1),
            ("put", First, 8),
            ("put", First, 23),
            ("choose", Second, 2),
            ("put", Second, 222),
            ("choose", Second, 8),
            ("choose", First, 2),
            ("offer", First, 221),
            ("offer", First, 220),
            ("pick", Second, 2),
            ("play", Second, 220),
            ("play", First, 219),
        ]
    );
}

#[test]
fn taraguchi10_swaps_or_offers_ten() {
    let of = |moves| phases(Opening::Taraguchi10, Variant::Renju, moves);
    assert_eq!(
        of("h8 stay h9 swap j10 stay g6 stay d4 stay a1"),
        [
            ("put", First, 1),
            ("choose", Second, 2),
            ("put", Second, 8),
            ("choose", First, 2),
            ("put", First, 23),
            ("choose", Second, 2),
            ("put", Second, 46),
            ("choose", First, 3),
            ("put", First, 77),
            ("choose", Second, 2),
            ("play", Second, 220),
            ("play", First, 219),
        ]
    );
    let offered = of("h8 stay h9 stay j10 stay g6 offer_10 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10");
    assert_eq!(offered.last(), Some(&("pick", Second, 10)));
}

#[test]
fn an_offer_that_is_symmetrical_to_another_is_refused() {
    let game = game(
        Options { opening: Opening::Soosyrv8, ..Options::new(Variant::Renju) },
        "h8 h9 h10 stay h7 offer_2 stay i10",
    );
    // All stones are on one file, so that the position has mirror symmetry.
    let refused = game.parse("g10").unwrap_err();
    assert!(
        matches!(&refused, MoveError::Illegal(illegal) if illegal.reason() == IllegalReason::NotNow),
        "{refused:?}"
    );
    assert!(game.parse("g9").is_ok());
}

#[test]
fn a_swap_is_reported_and_can_be_undone() {
    let options = Options { opening: Opening::Swap2, ..Options::new(Variant::Standard) };
    let is_swapped = |moves| game(options, moves).opening().unwrap().is_swapped;
    assert!(!is_swapped("h8 i9 j10 stay") && is_swapped("h8 i9 j10 swap"));
    let mut game = game(options, "h8 i9 j10 swap");
    game.undo(1).unwrap();
    assert!(!game.opening().unwrap().is_swapped);
}

#[test]
fn swap_lets_the_other_player_choose_the_color_after_three_stones() {
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Caro] {
        let of = |moves| phases(Opening::Swap, variant, moves);
        assert_eq!(
            of("h8 i9 j10 stay a1"),
            [
                ("put", First, 225),
                ("put", First, 224),
                ("put", First, 223),
                ("choose", Second, 2),
                ("play", Second, 222),
                ("play", First, 221),
            ]
        );
        assert_eq!(of("h8 i9 j10 swap")[4], ("play", Second, 222));
        let options = Options { opening: Opening::Swap, ..Options::new(variant) };
        assert!(game(options, "h8 i9 j10 swap").opening().unwrap().is_swapped);
        assert!(game(options, "h8 i9 j10").parse("two_more").is_err());
    }
}

#[test]
fn pro_keeps_the_third_stone_out_of_the_five_by_five_square_in_the_center() {
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Caro] {
        assert_eq!(
            phases(Opening::Pro, variant, "h8 i9 k8 h9"),
            [
                ("put", First, 1),
                ("put", Second, 224),
                ("put", First, 200),
                ("play", Second, 222),
                ("play", First, 221),
            ]
        );
    }
}

#[test]
fn long_pro_keeps_the_third_stone_out_of_the_seven_by_seven_square_in_the_center() {
    assert_eq!(
        phases(Opening::LongPro, Variant::Caro, "h8 a1 l8 h9"),
        [
            ("put", First, 1),
            ("put", Second, 224),
            ("put", First, 175),
            ("play", Second, 222),
            ("play", First, 221),
        ]
    );
}

#[test]
fn a_third_stone_too_near_the_center_is_refused_with_what_is_expected() {
    let third = |opening, text| {
        let options = Options { opening, ..Options::new(Variant::Standard) };
        game(options, "h8 n14").parse(text).map_err(|error| error.to_string())
    };
    for near in ["j8", "f10", "h6"] {
        let refused = third(Opening::Pro, near).unwrap_err();
        assert!(refused.contains("outside the 5×5 square"), "{refused}");
    }
    assert!(third(Opening::Pro, "k8").is_ok() && third(Opening::Pro, "e5").is_ok());
    let refused = third(Opening::LongPro, "k8").unwrap_err();
    assert!(refused.contains("outside the 7×7 square"), "{refused}");
    assert!(third(Opening::LongPro, "l8").is_ok() && third(Opening::LongPro, "d4").is_ok());
    let options = Options { opening: Opening::Pro, ..Options::new(Variant::Standard) };
    assert!(game(options, "").parse("h9").unwrap_err().to_string().contains("the center, h8"));
}

#[test]
fn even_the_smallest_board_leaves_points_outside_the_square() {
    let options = Options { opening: Opening::LongPro, board_size: 9, ..Options::new(Variant::Caro) };
    assert_eq!(game(options, "e5 a1").legal_moves().len(), 81 - 49 - 1);
}

#[test]
fn renju_has_the_openings_of_its_federation_and_the_others_those_of_gomoku() {
    let names = |variant| Opening::of(variant).iter().map(|opening| opening.name()).collect::<Vec<_>>();
    assert_eq!(names(Variant::Renju), ["free", "swap2", "soosyrv8", "taraguchi10"]);
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Caro, Variant::CaroExact] {
        assert_eq!(names(variant), ["free", "swap", "swap2", "pro", "long_pro"]);
    }
}
