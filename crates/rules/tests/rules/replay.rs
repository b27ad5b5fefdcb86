//! A game replayed from its stored moves equals the game that was played.

use duiyi_rules::gomoku::{self, Opening, Variant};
use duiyi_rules::xiangqi::{self, Position, Square};
use duiyi_rules::{Game, Move, Options, ReplayError, Ruleset};
use proptest::prelude::*;
use proptest::sample::Index;

/// Where a game starts.
#[derive(Clone, Debug)]
struct Start {
    options: Options,
    fen: Option<&'static str>,
}

impl Start {
    fn game(&self) -> Game {
        Game::new(&self.options, self.fen).expect("the start is valid")
    }

    fn replay(&self, moves: &[Move]) -> Result<Game, ReplayError> {
        Game::replay(&self.options, self.fen, moves.iter().copied())
    }
}

/// Starts of every ruleset and opening. Some have few pieces or a small board, so that games soon repeat, end or fill
/// the board.
fn start() -> impl Strategy<Value = Start> {
    const FEW_PIECES: &str = "4k4/9/9/7c1/9/9/9/7R1/9/3K5 w - - 0 1";
    const CAPTURES_SOON: &str = "3ak4/9/4b4/9/9/4R4/7r1/4C4/4A4/4K4 b - - 3 17";
    const NEARLY_FULL: &str =
        "bwbwbwbwb/bwbwbwbwb/wbwbwbwbw/wbwbwbwbw/bwbwbwbwb/bwbwbwbwb/wbwbwbwbw/wbwbwbwbw/9 b";
    let mut starts = Vec::new();
    for fen in [None, Some(FEW_PIECES), Some(CAPTURES_SOON)] {
        for no_capture_limit in [0, 40] {
            let options = xiangqi::Options { no_capture_limit, ..xiangqi::Options::default() };
            starts.push(Start { options: Options::Xiangqi(options), fen });
        }
        for repetition in [xiangqi::Repetition::Tiantian, xiangqi::Repetition::Asian] {
            let repetition_penalty = xiangqi::RepetitionPenalty::Refuse;
            let options = xiangqi::Options { repetition_penalty, ..xiangqi::Options::with(repetition) };
            starts.push(Start { options: Options::Xiangqi(options), fen });
        }
    }
    for variant in Variant::ALL {
        for &opening in Opening::of(variant) {
            for forbidden_loses in [false, true] {
                let options = gomoku::Options { opening, forbidden_loses, ..gomoku::Options::new(variant) };
                starts.push(Start { options: Options::Gomoku(options), fen: None });
            }
        }
    }
    let small = gomoku::Options { board_size: 9, ..gomoku::Options::new(Variant::Standard) };
    starts.push(Start { options: Options::Gomoku(small), fen: Some(NEARLY_FULL) });
    prop::sample::select(starts)
}

fn random_game(start: &Start, choices: &[Index]) -> Game {
    let mut game = start.game();
    for choice in choices {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        game.play(*choice.get(&legal)).expect("it is legal");
    }
    game
}

fn choices() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 0..200)
}

/// Every observable property of a game.
fn state(game: &Game) -> impl PartialEq + std::fmt::Debug + use<> {
    (
        (game.start_fen(), game.fen(), game.turn(), game.ply(), game.moves(), game.in_check()),
        (game.outcome(), game.verdict(), game.warnings(), game.opening()),
        (game.legal_moves(), game.forbidden(), game.describe_played(0)),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_replayed_game_equals_the_game_that_was_played(start in start(), choices in choices()) {
        let game = random_game(&start, &choices);
        let mut replayed = start.replay(&game.moves()).unwrap();
        prop_assert_eq!(state(&replayed), state(&game));
        // Both continue in the same way.
        let mut played = game;
        for choice in &choices {
            let legal = played.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = *choice.get(&legal);
            prop_assert_eq!(replayed.play(mv), played.play(mv));
            prop_assert_eq!(replayed.outcome(), played.outcome());
        }
    }

    #[test]
    fn undo_restores_the_earlier_game(start in start(), choices in choices(), back in any::<Index>()) {
        let mut game = random_game(&start, &choices);
        let moves = game.moves();
        let left = back.index(moves.len() + 1);
        game.undo(moves.len() - left).unwrap();
        prop_assert_eq!(state(&game), state(&random_game(&start, &choices[..left])));
    }

    #[test]
    fn prefixes_are_the_games_after_each_ply(start in start(), choices in choices()) {
        let mut game = random_game(&start, &choices);
        let ply = game.ply();
        if game.outcome().is_none() {
            use duiyi_rules::{DrawReason, Outcome};
            game.conclude(Outcome::Drawn { reason: DrawReason::Agreement });
        }
        let mut plies = 0;
        for (played, prefix) in game.prefixes().enumerate() {
            let expected = if played == ply { game.clone() } else { random_game(&start, &choices[..played]) };
            prop_assert_eq!(state(&prefix), state(&expected));
            plies = played;
        }
        prop_assert_eq!(plies, ply);
    }

    #[test]
    fn a_move_round_trips_through_its_coordinates(start in start(), choices in choices()) {
        let game = random_game(&start, &choices);
        for mv in game.moves().into_iter().chain(game.legal_moves()) {
            prop_assert_eq!(game.ruleset().read_coordinates(&game.coordinates(mv)), Some(mv));
        }
    }

    #[test]
    fn read_coordinates_panics_on_no_text(text in "(?s).{0,6}") {
        for ruleset in Ruleset::ALL {
            let _ = ruleset.read_coordinates(&text);
        }
    }

    /// Damages stored moves: inserts, replaces, removes and repeats some.
    #[test]
    fn corrupt_moves_are_refused_or_harmless(
        start in start(),
        choices in choices(),
        damage in prop::collection::vec((any::<Index>(), any::<u16>(), 0..4), 1..4),
    ) {
        let mut moves = random_game(&start, &choices).moves();
        for (place, code, kind) in damage {
            let place = place.index(moves.len() + 1);
            match (kind, moves.get(place).copied()) {
                (0, _) => moves.insert(place, Move(code)),
                (1, Some(_)) => moves[place] = Move(code),
                (2, Some(_)) => _ = moves.remove(place),
                (_, Some(again)) => moves.push(again),
                (_, None) => {}
            }
        }
        if let Ok(game) = start.replay(&moves) {
            exercise_every_method(game);
        }
    }

    /// Random moves that follow how each piece moves, but may leave the general in check.
    #[test]
    fn moves_into_check_are_refused_or_harmless(choices in prop::collection::vec(any::<(Index, Index)>(), 0..80)) {
        let start = Start { options: Options::defaults(Ruleset::Xiangqi), fen: None };
        let mut position: Position = xiangqi::START_FEN.parse().unwrap();
        let mut moves = Vec::new();
        for (piece, target) in choices {
            let own: Vec<Square> = position.by_side(position.turn()).collect();
            let from = *piece.get(&own);
            let targets: Vec<Square> = position.targets(from).collect();
            if !targets.is_empty() {
                let mv = xiangqi::Move::new(from, *target.get(&targets));
                position.make_move(mv);
                moves.push(Move::from(mv));
            }
        }
        if let Ok(game) = start.replay(&moves) {
            exercise_every_method(game);
        }
    }
}

fn exercise_every_method(mut game: Game) {
    let _ = game.prefixes().count();
    loop {
        let _ = state(&game);
        for mv in game.legal_moves().into_iter().take(3) {
            game.clone().play(mv).expect("it is legal");
        }
        if game.undo(1).is_err() {
            break;
        }
    }
}

#[test]
fn an_invalid_stored_move_is_refused_with_its_ply() {
    let replay = |ruleset: Ruleset, fen, moves: &str| {
        let moves = moves.split(' ').map(|text| ruleset.read_coordinates(text).expect(text));
        Game::replay(&Options::defaults(ruleset), fen, moves).map_err(|error| match error {
            ReplayError::Move { ply, .. } => ply,
            ReplayError::Position(error) => panic!("{error}"),
        })
    };
    let xiangqi = |moves| replay(Ruleset::Xiangqi, None, moves).unwrap_err();
    assert_eq!(xiangqi("h2e2 e5e6"), 2, "the point is empty");
    assert_eq!(xiangqi("h2e2 a0a1"), 2, "the piece is Red's");
    assert_eq!(xiangqi("h2e2 h9h7"), 2, "a horse cannot move like that");
    assert_eq!(xiangqi("a0b0"), 1, "the target holds a horse of the same side");
    assert_eq!(xiangqi("h2e2 h9g7 e2e6 d9e8"), 4, "Black leaves its general in check");
    assert_eq!(xiangqi("h2e2 h9g7 e2e6 d9e8 e6e9"), 5, "a general is not captured");
    let renju = |moves| replay(Ruleset::Renju, None, moves).unwrap_err();
    assert_eq!(renju("h8 h9 h8"), 3, "the point is occupied");
    assert_eq!(renju("h8 h9 s19"), 3, "the point is off the board");
    assert_eq!(renju("h8 swap"), 2, "the opening offers no choice");
    let broken = Game::replay(&Options::defaults(Ruleset::Gomoku), Some("9/9 b"), []);
    assert!(matches!(broken, Err(ReplayError::Position(_))));
}

#[test]
fn a_game_starts_where_it_was_started() {
    let endgame = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
    for fen in [None, Some(endgame)] {
        let mut game = Game::new(&Options::defaults(Ruleset::Xiangqi), fen).unwrap();
        let start = game.fen();
        assert_eq!(fen.unwrap_or(&start), start);
        for text in ["h2e2", "a1a2"] {
            let _legal_in_one_of_them = game.play_text(text);
        }
        assert!(game.ply() > 0);
        assert_eq!(game.start_fen(), start);
    }
}
