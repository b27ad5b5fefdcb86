mod caro;
mod contract;
mod mates;
mod network;
mod openings;
mod search;

use super::Engine;
use super::board::Board;
use super::point_shape::Threat;
use super::threat_space::{Proof, ProofKind, ThreatSearch};
use duiyi_rules::gomoku::{Game, MAX_SIZE, Move, Options, Point, Position, Variant};
use duiyi_rules::{Outcome, Referee, Side, WinReason};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// A random position whose stones are near each other, so that it has more shapes than scattered stones make.
pub fn crowded(variant: Variant, size: u8, stones: usize, random: &mut SmallRng) -> Position {
    let mut position = Position::empty(variant, size);
    let mut last = Point::new(size / 2, size / 2);
    while position.stones() < stones {
        let near: Vec<Point> = position.empty_points().filter(|point| point.distance(last) <= 3).collect();
        let Some(&point) = near.choose(random) else { break };
        if !position.wins_at(point, position.turn()) {
            position.make_move(point);
        }
        if random.random_bool(0.8) {
            last = point;
        }
    }
    position
}

/// Everything that a board updates incrementally.
fn facts(board: &Board) -> impl PartialEq + std::fmt::Debug + use<> {
    let of_points: Vec<_> = board
        .empty()
        .into_iter()
        .map(|point| {
            Side::ALL.map(|side| {
                (board.shapes_at(point, side), board.threat_at(point, side), board.move_score_at(point, side))
            })
        })
        .collect();
    let sets = Side::ALL.map(|side| Threat::ALL.map(|threat| board.points(side, threat)));
    (of_points, sets, board.evaluate(), board.key(), board.turn(), board.stones())
}

#[test]
fn an_incrementally_updated_board_equals_a_new_one() {
    let mut random = SmallRng::seed_from_u64(7);
    for round in 0..500 {
        let variant = Variant::ALL[round % Variant::ALL.len()];
        let size = if variant == Variant::Renju { 15 } else { random.random_range(9..=20) };
        let mut position = Position::empty(variant, size);
        let mut board = Board::new(&position);
        let mut played = Vec::new();
        let mut before = Vec::new();
        for _ in 0..random.random_range(1..80) {
            let empty: Vec<Point> = position.empty_points().collect();
            let Some(&point) = empty.choose(&mut random) else { break };
            before.push(facts(&board));
            let key = board.key_after(point);
            board.make_move(point);
            assert_eq!(board.key(), key);
            position.make_move(point);
            played.push(point);
        }
        assert_eq!(facts(&board), facts(&Board::new(&position)));
        while let Some(point) = played.pop() {
            board.unmake_move(point);
            assert_eq!(Some(facts(&board)), before.pop());
        }
    }
}

#[test]
fn each_stone_of_the_largest_board_has_a_key_of_its_own() {
    let mut board = Board::new(&Position::empty(Variant::Freestyle, MAX_SIZE));
    let mut keys = std::collections::HashSet::from([board.key()]);
    for side in Side::ALL {
        board.set_turn(side);
        keys.insert(board.key());
        keys.extend(Point::all(MAX_SIZE).map(|point| board.key_after(point)));
    }
    assert_eq!(keys.len(), 2 + 2 * Point::COUNT);
}

#[test]
fn fives_and_forbidden_points_agree_with_the_rules() {
    let mut random = SmallRng::seed_from_u64(8);
    let (mut forbidden, mut harmless) = (0, 0);
    for round in 0..5000 {
        let variant = Variant::ALL[round % Variant::ALL.len()];
        let position = crowded(variant, 15, random.random_range(5..70), &mut random);
        let mut board = Board::new(&position);
        for point in position.empty_points() {
            for side in Side::ALL {
                let is_five = board.threat_at(point, side) == Threat::Five;
                assert_eq!(is_five, position.wins_at(point, side), "{position} {point}");
            }
            let expected = position.forbidden_at(point).is_some();
            assert_eq!(board.is_forbidden(point, Side::First), expected, "{position} {point}");
            forbidden += usize::from(expected);
            harmless += usize::from(!expected && board.threat_at(point, Side::First) == Threat::Suspect);
        }
    }
    assert!(forbidden > 500 && harmless > 30, "{forbidden} {harmless}");
}

/// Searches for a win without a limit of time.
fn prove(position: &Position, kind: ProofKind, nodes: u64) -> Proof {
    ThreatSearch::default().prove(&mut Board::new(position), kind, 30, nodes, &mut |_| false)
}

/// Plays the line by the rules: every stone is legal, and the last one, not an earlier one, makes five for the side
/// that began.
#[track_caller]
fn replay(position: &Position, line: &[Point]) {
    let options =
        Options { forbidden_loses: false, board_size: position.size(), ..Options::new(position.variant()) };
    let mut game = Game::new(options, Some(&position.to_string())).unwrap();
    let attacker = position.turn();
    for (ply, &point) in line.iter().enumerate() {
        assert_eq!(game.outcome(), None, "{position} {line:?} goes on after the end");
        game.play(Move::Stone(point).into())
            .unwrap_or_else(|error| panic!("{position}: ply {ply} of {line:?}: {error}"));
    }
    let expected = Outcome::Won { winner: attacker, reason: WinReason::FiveInARow };
    assert_eq!(game.outcome(), Some(expected), "{position} {line:?}");
}

#[test]
fn proved_wins_hold_against_every_defense() {
    let mut random = SmallRng::seed_from_u64(9);
    let (mut by_fours, mut by_threes) = (0, 0);
    for round in 0..1200 {
        let variant = Variant::ALL[round % Variant::ALL.len()];
        let position = crowded(variant, 15, random.random_range(8..30), &mut random);
        let fours = prove(&position, ProofKind::Vcf, 20_000);
        if let Proof::Won(line) = &fours {
            replay(&position, line);
            by_fours += usize::from(line.len() > 5);
            continue;
        }
        if fours != Proof::Refuted {
            continue;
        }
        let Proof::Won(line) = prove(&position, ProofKind::Vct, 3_000) else { continue };
        replay(&position, &line);
        by_threes += 1;
        let mut after = position.clone();
        after.make_move(line[0]);
        let defender = after.turn();
        for answer in position.empty_points().filter(|&point| point != line[0]) {
            let is_forbidden = defender == Side::First && after.forbidden_at(answer).is_some();
            if is_forbidden {
                continue;
            }
            assert!(!after.wins_at(answer, defender), "{position}: {answer} makes five");
            let mut then = after.clone();
            then.make_move(answer);
            match prove(&then, ProofKind::Vct, 200_000) {
                Proof::Won(rest) => {
                    replay(&then, &rest);
                    assert!(
                        rest.len() + 2 <= line.len(),
                        "{position}: {answer} resists longer than {line:?}"
                    );
                }
                other => panic!("{position}: after {} {answer} there is no win: {other:?}", line[0]),
            }
        }
    }
    assert!(by_fours > 10 && by_threes > 100, "{by_fours} {by_threes}");
}

/// The points where this side makes five.
fn fives(position: &Position, side: Side) -> Vec<Point> {
    position.empty_points().filter(|&point| position.wins_at(point, side)).collect()
}

/// The points where the side to move, the other one, may play so that `attacker` can make no five.
fn blocks(position: &Position, attacker: Side) -> Vec<Point> {
    let made = fives(position, attacker);
    let is_allowed = |&point: &Point| attacker == Side::First || position.forbidden_at(point).is_none();
    let mut after = position.clone();
    let mut stops = |point: Point| {
        after.put(point, attacker.other());
        let stops = made.iter().all(|&five| five == point || !after.wins_at(five, attacker));
        after.take(point);
        stops
    };
    position.empty_points().filter(is_allowed).filter(|&point| stops(point)).collect()
}

/// Whether the side to move has a VCF of this many stones, by the rules alone and without a table.
fn find_vcf(position: &mut Position, stones: usize) -> bool {
    let (attacker, defender) = (position.turn(), position.turn().other());
    if !fives(position, attacker).is_empty() {
        return stones > 0;
    }
    if stones < 2 {
        return false;
    }
    let tried: Vec<Point> = match fives(position, defender).is_empty() {
        true => position.empty_points().collect(),
        false => blocks(position, defender),
    };
    tried.into_iter().any(|point| {
        if attacker == Side::First && position.forbidden_at(point).is_some() {
            return false;
        }
        position.make_move(point);
        let wins = !fives(position, attacker).is_empty()
            && blocks(position, attacker).into_iter().all(|block| {
                position.make_move(block);
                let wins = find_vcf(position, stones - 1);
                position.unmake_move(block);
                wins
            });
        position.unmake_move(point);
        wins
    })
}

#[test]
fn vcf_finds_every_win_and_the_shortest_one() {
    let mut random = SmallRng::seed_from_u64(10);
    let (mut won, mut refuted) = (0, 0);
    for round in 0..700 {
        let mut position =
            crowded(Variant::ALL[round % Variant::ALL.len()], 15, random.random_range(12..44), &mut random);
        let shortest = (1..=5).find(|&stones| find_vcf(&mut position, stones));
        match (prove(&position, ProofKind::Vcf, 1_000_000), shortest) {
            (Proof::Won(line), Some(stones)) => {
                assert_eq!(line.len().div_ceil(2), stones, "{position}");
                won += 1;
            }
            (Proof::Won(line), None) => assert!(line.len().div_ceil(2) > 5, "{position} {line:?}"),
            (Proof::Refuted, None) => refuted += 1,
            (proof, shortest) => panic!("{position}: {proof:?}, but it takes {shortest:?}"),
        }
    }
    assert!(won > 50 && refuted > 50, "{won} {refuted}");
}

/// Proofs must not depend on what the table of refutations happens to hold.
#[test]
fn an_interrupted_proof_is_not_stored_as_a_refutation() {
    let mut random = SmallRng::seed_from_u64(11);
    let mut found = 0;
    for round in 0..350 {
        let position =
            crowded(Variant::ALL[round % Variant::ALL.len()], 15, random.random_range(8..24), &mut random);
        let Proof::Won(line) = prove(&position, ProofKind::Vct, 20_000) else { continue };
        let stones = line.len().div_ceil(2);
        // Shallower searches first: what they refute is refuted only for so few stones.
        let mut fresh = ThreatSearch::default();
        for fewer in 1..stones {
            let proof =
                fresh.prove(&mut Board::new(&position), ProofKind::Vct, fewer, 1_000_000, &mut |_| false);
            assert_eq!(proof, Proof::Refuted, "{position}");
        }
        let again =
            fresh.prove(&mut Board::new(&position), ProofKind::Vct, stones, 1_000_000, &mut |_| false);
        assert!(matches!(again, Proof::Won(_)), "{position}: {stones} stones");
        found += 1;
    }
    assert!(found > 30, "{found}");
}
