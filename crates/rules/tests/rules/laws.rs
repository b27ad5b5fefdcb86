//! Properties of the Xiangqi rules that hold in every position.

use duiyi_rules::xiangqi::{
    Bitboard, Legality, Move, MoveList, Piece, Position, Role, Setup, Square, reachable_points,
};
use duiyi_rules::{Game, Options, PositionProblem, Ruleset, Side};
use proptest::prelude::*;
use proptest::sample::Index;

/// A position reached by random moves from the start, or by some from a composed position.
fn position() -> impl Strategy<Value = Position> {
    let start: Position = duiyi_rules::xiangqi::START_FEN.parse().expect("the start position");
    prop_oneof![
        3 => prop::collection::vec(any::<Index>(), 0..160).prop_map(move |choices| after(start.clone(), &choices)),
        1 => (composed(), prop::collection::vec(any::<Index>(), 0..8))
            .prop_map(|(position, choices)| after(position, &choices)),
    ]
}

fn after(mut position: Position, choices: &[Index]) -> Position {
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.make_move(moves[choice.index(moves.len())]);
    }
    position
}

/// Up to sixteen pieces a side, of any kinds, on points where they can stand.
fn composed() -> impl Strategy<Value = Position> {
    let pieces = |side: Side| {
        let general = any::<Index>().prop_map(move |at| (Piece { side, role: Role::General }, at));
        let others = (1..Role::COUNT, any::<Index>())
            .prop_map(move |(role, at)| (Piece { side, role: Role::ALL[role] }, at));
        (general, prop::collection::vec(others, 0..16))
    };
    (pieces(Side::First), pieces(Side::Second), any::<bool>()).prop_filter_map(
        "a side gives check out of turn, or the generals face each other",
        |((red, mut reds), (black, mut blacks), is_red_to_move)| {
            let turn = if is_red_to_move { Side::First } else { Side::Second };
            let mut setup = Setup { turn, ..Setup::empty() };
            reds.push(red);
            blacks.push(black);
            // The generals come last and replace what stands there.
            for (piece, at) in
                reds.drain(..reds.len() - 1).chain(blacks.drain(..blacks.len() - 1)).chain([red, black])
            {
                let points: Vec<Square> = match piece.role {
                    Role::Soldier => Square::all().collect(),
                    _ => reachable_points(piece).collect(),
                };
                setup.board[points[at.index(points.len())].index()] = Some(piece);
            }
            Position::try_from(&setup).ok()
        },
    )
}

/// Any pieces on any points.
fn setup() -> impl Strategy<Value = Setup> {
    let piece = (any::<bool>(), 0..Role::COUNT).prop_map(|(red, role)| Piece {
        side: if red { Side::First } else { Side::Second },
        role: Role::ALL[role],
    });
    (prop::collection::vec((0..Square::COUNT, piece), 0..20), any::<bool>()).prop_map(|(pieces, red)| {
        let mut setup = Setup { turn: if red { Side::First } else { Side::Second }, ..Setup::empty() };
        for (square, piece) in pieces {
            setup.board[square] = Some(piece);
        }
        setup
    })
}

/// Whether the mover's general is safe after the move. Makes the move and looks at every enemy piece.
fn leaves_general_safe(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.make_move(mv);
    let us = position.turn();
    let (general, enemy) = (after.general(us), after.general(us.other()));
    let attacked = after.by_side(us.other()).any(|square| after.targets(square).has(general));
    let between = (general.rank().min(enemy.rank()) + 1..general.rank().max(enemy.rank()))
        .any(|rank| after.piece_at(Square::new(general.file(), rank)).is_some());
    !attacked && (general.file() != enemy.file() || between)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The generator decides legality without making moves. This test makes the move for every pair of points.
    #[test]
    fn a_move_is_legal_if_the_piece_reaches_the_point_and_the_general_stays_safe(position in position()) {
        let list = position.legal_moves();
        let legality = Legality::of(&position);
        for from in Square::all() {
            let own = position.piece_at(from).is_some_and(|piece| piece.side == position.turn());
            let targets = if own { position.targets(from) } else { Bitboard::EMPTY };
            for to in Square::all() {
                let mv = Move::new(from, to);
                let expected = targets.has(to) && leaves_general_safe(&position, mv);
                prop_assert_eq!(legality.is_legal(&position, mv), expected, "{} {}", position, mv);
                prop_assert_eq!(list.contains(&mv), expected, "{} {}", position, mv);
            }
        }
        prop_assert_eq!(legality.count(&position) as usize, list.len());
        prop_assert_eq!(legality.in_check(), position.in_check());
        prop_assert_eq!(legality.checkers(), position.checkers());
    }

    #[test]
    fn captures_and_quiet_moves_together_are_all_legal_moves(position in position()) {
        let legality = Legality::of(&position);
        let mut parts = MoveList::new();
        legality.moves_to(&position, position.by_side(position.turn().other()), &mut parts);
        legality.moves_to(&position, !position.occupied(), &mut parts);
        let mut all = position.legal_moves();
        parts.sort();
        all.sort();
        prop_assert_eq!(parts, all);
    }

    #[test]
    fn gives_check_agrees_with_in_check_after_the_move(position in position()) {
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.make_move(mv);
            prop_assert_eq!(position.gives_check(mv), after.in_check(), "{} {}", position, mv);
        }
    }

    #[test]
    fn a_position_round_trips_through_its_fen(position in position()) {
        let fen = position.to_string();
        prop_assert_eq!(&fen.parse::<Position>().unwrap(), &position);
        let other_letters = fen.replacen('n', "h", 9).replacen('N', "H", 9).replacen('b', "e", 9);
        let board_only = other_letters.split(' ').next().unwrap();
        if position.turn() == Side::First {
            prop_assert_eq!(board_only.parse::<Position>().unwrap().key(), position.key());
        }
    }

    /// A setup converts to a position exactly when `problems` finds nothing wrong with it.
    #[test]
    fn a_setup_is_valid_exactly_when_it_has_no_problems(setup in setup()) {
        let problems = setup.problems();
        match Position::try_from(&setup) {
            Ok(position) => {
                prop_assert!(problems.is_empty());
                prop_assert_eq!(position.to_setup(), setup);
                let waiting = position.turn().other();
                let attacked = position.attackers_to(position.general(waiting), position.occupied());
                prop_assert!(!attacked.intersects(position.by_side(position.turn())));
            }
            Err(error) => {
                let problems: Vec<_> = problems.into_iter().map(PositionProblem::from).collect();
                prop_assert_eq!(error.reasons, problems);
            }
        }
    }

    #[test]
    fn any_text_parses_as_a_position_or_is_refused(text in "[rnbakcpheRNBAKCPHE0-9/ wrb-]{0,100}|\\PC{0,60}") {
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(position.to_string().parse::<Position>().unwrap(), position);
        }
    }

    #[test]
    fn any_text_parses_as_a_legal_move_or_is_refused(text in "[a-kA-K0-9+=.-]{0,6}|[车马炮兵相仕帅前中后一二三四五六七八九1-9１-９平进退]{0,6}|\\PC{0,10}") {
        let game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap();
        if let Ok(mv) = game.parse(&text) {
            prop_assert!(game.legal_moves().contains(&mv));
        }
    }

    /// Each notation of a move parses as that move, and no two moves share a text.
    #[test]
    fn every_notation_of_a_move_is_parsed_back(position in position()) {
        let game = Game::new(&Options::defaults(Ruleset::Xiangqi), Some(&position.to_string())).unwrap();
        let mut seen = std::collections::HashSet::new();
        for mv in game.legal_moves() {
            let text = game.describe(mv);
            for text in [text.coordinates, text.chinese.unwrap(), text.wxf.unwrap()] {
                prop_assert_eq!(game.parse(&text), Ok(mv), "{} {}", position, text);
                prop_assert!(seen.insert(text));
            }
        }
    }
}
