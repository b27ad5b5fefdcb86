//! A reference implementation for tests. It follows the definitions literally: it plays the cycle forward and lists all
//! threats of each position.

use super::super::types::{MoveList, Role};
use super::super::{Game, Options, START_FEN};
use super::*;
use crate::{Move as AnyMove, Referee};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// What a side did at every one of its moves so far.
#[derive(Clone)]
struct Account {
    moved: bool,
    always_checks: bool,
    /// The chased pieces, by their points at the start of the cycle.
    chased: Bitboard,
    /// Those that it attacked at some move only by exposing them, by their points at the start of the cycle.
    exposed: Bitboard,
}

fn judge_by_definition(start: &Position, moves: &[Move], rule: Repetition) -> Cycle {
    let account =
        |enemies| Account { moved: false, always_checks: true, chased: enemies, exposed: Bitboard::EMPTY };
    let mut accounts =
        BySide { first: account(start.by_side(Side::Second)), second: account(start.by_side(Side::First)) };
    let mut position = start.clone();
    let mut origin: [Square; Square::COUNT] = std::array::from_fn(Square::from_index_unchecked);
    for &mv in moves {
        let (before, side) = (position.clone(), position.turn());
        position.make_move(mv);
        origin[mv.to().index()] = origin[mv.from().index()];
        let stood_on = |square| if square == mv.to() { mv.from() } else { square };
        let (then, now) = (threats(&before, side), threats(&position, side));
        let is_new = |it: &Move| !then.contains(&Move::new(stood_on(it.from()), it.to()));
        let stood = |it: &Move| Move::new(stood_on(it.from()), it.to());
        let attacked = |it: &Move| before.targets(stood_on(it.from())).has(it.to());
        let direct: Bitboard = now.iter().filter(|it| !attacked(it)).map(|it| it.to()).collect();
        let exposed: Bitboard = now
            .iter()
            .filter(|it| attacked(it) && is_new(it) && !direct.has(it.to()))
            .filter(|it| !protectors(&before, stood(it)).intersects(direct))
            .map(|it| it.to())
            .collect();
        let origins = |pieces: Bitboard| pieces.map(|it| origin[it.index()]).collect::<Bitboard>();
        let (directly, by_exposure) = (origins(direct), origins(exposed));
        let account = &mut accounts[side];
        account.moved = true;
        account.always_checks &= position.in_check();
        account.chased &= directly | by_exposure;
        account.exposed |= by_exposure;
    }
    let conduct = |side: Side| {
        let account = &accounts[side];
        let chased = if rule.forbids_chases() { account.chased } else { Bitboard::EMPTY };
        let piece = |square: Square| (start.piece_at(square).unwrap(), square);
        match ((chased & !account.exposed).first().map(piece), chased.first().map(piece)) {
            _ if !account.moved => Conduct::Idle,
            _ if account.always_checks => Conduct::Check,
            (Some((piece, square)), _) => Conduct::Chase(piece, square),
            (None, Some((piece, square))) => Conduct::Expose(piece, square),
            (None, None) => Conduct::Idle,
        }
    };
    let conduct = BySide { first: conduct(Side::First), second: conduct(Side::Second) };
    Cycle { conduct, loser: loser(conduct, rule) }
}

/// The captures that would win something for `side` if it were its turn.
fn threats(position: &Position, side: Side) -> Vec<Move> {
    let is_prey = |square: &Square| match position.piece_at(*square) {
        Some(Piece { role: Role::General, .. }) | None => false,
        Some(Piece { role: Role::Soldier, side }) => square.relative_rank(side) >= 5,
        Some(_) => true,
    };
    let mut threats = Vec::new();
    for from in position.by_side(side) {
        let Some(Piece { role, .. }) = position.piece_at(from) else { continue };
        if matches!(role, Role::General | Role::Soldier) {
            continue;
        }
        let victims = (position.targets(from) & position.by_side(side.other())).filter(is_prey);
        let captures = victims.map(|to| Move::new(from, to));
        threats.extend(captures.filter(|&capture| wins_something(position, role, capture)));
    }
    threats
}

/// Whether a capture by a piece of `role` is legal and wins something: a more valuable piece, or an unprotected piece.
/// If the victim has the same role and can capture the attacker, the attack offers an exchange.
fn wins_something(position: &Position, role: Role, capture: Move) -> bool {
    let Some(after) = safely_played(position, capture) else { return false };
    let Some(victim) = position.piece_at(capture.to()) else { return false };
    if is_greater(victim.role, role) {
        return true;
    }
    let back = Move::new(capture.to(), capture.from());
    if victim.role == role
        && position.targets(back.from()).has(back.to())
        && safely_played(position, back).is_some()
    {
        return false;
    }
    recaptures(position, &after, capture).is_empty()
}

/// Whether the victim is more valuable than the attacker, so that the capture wins something even if it is protected.
fn is_greater(victim: Role, attacker: Role) -> bool {
    match attacker {
        Role::Cannon | Role::Horse => victim == Role::Rook,
        Role::Elephant | Role::Advisor => matches!(victim, Role::Rook | Role::Cannon | Role::Horse),
        Role::General | Role::Rook | Role::Soldier => false,
    }
}

/// The pieces that could recapture after `capture`, if it is legal.
fn protectors(position: &Position, capture: Move) -> Bitboard {
    safely_played(position, capture).map_or(Bitboard::EMPTY, |after| recaptures(position, &after, capture))
}

/// The pieces that can recapture after `capture`, which led from `before` to `after`.
fn recaptures(before: &Position, after: &Position, capture: Move) -> Bitboard {
    let square = capture.to();
    let Some(Piece { side, .. }) = before.piece_at(square) else { return Bitboard::EMPTY };
    let standing = attackers_of_general(before, side);
    let takers = after.by_side(side).filter(|&from| after.targets(from).has(square));
    let is_legal = |from: &Square| {
        let mut taken = after.clone();
        taken.make_move(Move::new(*from, square));
        (attackers_of_general(&taken, side) & !standing).is_empty()
    };
    takers.filter(is_legal).collect()
}

/// The position after a move, or `None` if the move exposes the general of its side to a new attack.
fn safely_played(position: &Position, mv: Move) -> Option<Position> {
    let side = position.piece_at(mv.from())?.side;
    let mut after = position.clone();
    after.make_move(mv);
    let new = attackers_of_general(&after, side) & !attackers_of_general(position, side);
    new.is_empty().then_some(after)
}

/// The enemy pieces that attack the general of `side`, including the other general along an open file.
fn attackers_of_general(position: &Position, side: Side) -> Bitboard {
    position.attackers_to(position.general(side), position.occupied()) & position.by_side(side.other())
}

const STARTS: [&str; 5] = [
    START_FEN,
    "r1bakab1r/9/1cn4cn/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1",
    "3akab2/4r4/2n1b1c2/p3p1p1p/1n1R5/2P3P2/P3P3P/2N1C1N2/4A1r2/1RB1KAB2 w - - 0 1",
    "4k4/9/9/7c1/9/9/9/7R1/9/3K5 w - - 0 1",
    "3k1a3/9/2n3c2/R8/2r2N3/6p2/4c4/2C3R2/4A4/4K4 w - - 0 1",
];

fn quiet(position: &Position) -> MoveList {
    position.legal_moves().into_iter().filter(|mv| position.piece_at(mv.to()).is_none()).collect()
}

/// A cycle in which both sides play random quiet moves and then move all the way back.
fn random_cycle(start: &Position, random: &mut SmallRng) -> Option<Vec<Move>> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for _ in 0..2 * random.random_range(1..4) {
        let all = quiet(&position);
        // Prefers a move that gives check.
        let mv = (0..4).find_map(|_| {
            let mv = *all.get(random.random_range(0..all.len().max(1)))?;
            (position.gives_check(mv) || random.random_ratio(1, 3)).then_some(mv)
        })?;
        position.make_move(mv);
        moves.push(mv);
    }
    let mut back: Vec<Move> = moves.iter().rev().map(|mv| Move::new(mv.to(), mv.from())).collect();
    // The side that moved first moves back first.
    back.chunks_mut(2).for_each(|pair| pair.reverse());
    for &mv in &back {
        if !quiet(&position).contains(&mv) {
            return None;
        }
        position.make_move(mv);
    }
    assert_eq!(position.key(), start.key());
    Some([moves, back].concat())
}

/// Judges a cycle in three ways and expects the same result: by definition, by a walk back to its start, and by a walk
/// back without the last move, which is then added.
fn judge_in_all_ways(start: &Position, moves: &[Move], rule: Repetition) -> Cycle {
    let expected = judge_by_definition(start, moves, rule);
    let (&last, before) = moves.split_last().unwrap();
    let mut end = start.clone();
    before.iter().for_each(|&mv| _ = end.make_move(mv));
    let mut walk = Walk::new(&end, rule);
    before.iter().rev().for_each(|&mv| walk.step_back(mv));
    assert_eq!(walk.cycle_with(&end, last), expected, "{start} {moves:?} {rule:?}");
    end.make_move(last);
    assert_eq!(judge(&end, moves.iter().copied(), rule), expected, "{start} {moves:?} {rule:?}");
    expected
}

#[test]
fn random_cycles_are_judged_by_the_definition() {
    let mut random = SmallRng::seed_from_u64(19);
    let mut kinds = std::collections::HashMap::<_, u32>::new();
    for round in 0..60_000 {
        let mut start: Position = STARTS[round % STARTS.len()].parse().unwrap();
        for _ in 0..random.random_range(0..30) {
            let all = start.legal_moves();
            if all.is_empty() {
                break;
            }
            start.make_move(all[random.random_range(0..all.len())]);
        }
        let Some(moves) = random_cycle(&start, &mut random) else { continue };
        for rule in Repetition::ALL {
            let cycle = judge_in_all_ways(&start, &moves, rule);
            for side in Side::ALL {
                *kinds.entry((side, std::mem::discriminant(&cycle.conduct[side]))).or_default() += 1;
            }
        }
    }
    let rook = Piece { side: Side::First, role: Role::Rook };
    let exposing = std::mem::discriminant(&Conduct::Expose(rook, Square::new(0, 0)));
    let rare = |&((_, kind), &count): &(&(Side, _), &u32)| *kind != exposing && count <= 10;
    assert!(kinds.len() == 8 && !kinds.iter().any(|entry| rare(&entry)), "{kinds:?}");
}

#[test]
fn cycles_with_faults_are_judged_by_the_definition() {
    let data = include_str!("../../../tests/data/xiangqi-repetition.txt");
    let exposing = "4k4/RC2arN2/9/9/9/9/9/9/9/3K5 b - - 0 1|e8f9 b8b9 f9e8 b9b8|d|d";
    let mut faults = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')).chain([exposing]) {
        let mut fields = line.split('|');
        let start: Position = fields.next().unwrap().parse().unwrap();
        let moves: Vec<Move> = fields.next().unwrap().split(' ').map(|text| text.parse().unwrap()).collect();
        for rule in Repetition::ALL {
            let cycle = judge_in_all_ways(&start, &moves, rule);
            assert_eq!(judge_in_all_ways(&start, &moves.repeat(2), rule), cycle, "{line}");
            faults += u32::from(cycle.loser.is_some());
        }
    }
    assert!(faults > 100, "{faults}");
}

#[test]
fn without_the_asian_rule_a_chase_is_allowed() {
    let mut position: Position = START_FEN.parse().unwrap();
    let moves = ["b0c2", "b9c7", "c2b0", "c7b9"].map(|text| text.parse::<Move>().unwrap());
    moves.into_iter().for_each(|mv| _ = position.make_move(mv));
    for rule in [Repetition::ChecksOnly, Repetition::Draw] {
        assert_eq!(judge(&position, moves.into_iter(), rule).ruling().kind, "allowed");
    }
}

/// Plays games with few pieces. Plays every legal move of each position and compares its ruling with the warnings.
#[test]
fn a_warning_is_given_exactly_for_moves_that_end_the_game_by_repetition() {
    let mut random = SmallRng::seed_from_u64(7);
    let mut warned = 0;
    for round in 0..300 {
        let options = Options { no_capture_limit: 0, ..Options::with(Repetition::ALL[round % 3]) };
        let mut game = Game::new(options, Some(STARTS[3 + round % 2])).unwrap();
        for _ in 0..400 {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mut expected = Vec::new();
            for &mv in &legal {
                let mut after = game.clone();
                after.play(mv).unwrap();
                if let Some(verdict) = after.verdict() {
                    expected.push((mv, verdict.side, verdict.kind));
                }
            }
            let warnings = game.warnings();
            assert_eq!(warnings.len(), expected.len(), "{game:?}");
            for (warning, (mv, loser, kind)) in warnings.iter().zip(expected) {
                assert_eq!((warning.mv, warning.side), (Some(mv), Some(loser.unwrap_or(game.turn()))));
                assert_eq!(warning.code, loser.map_or("repetition_draw", |_| kind));
                warned += 1;
            }
            // Plays one of the first few quiet moves, except those that reverse the last move or end the game.
            let last = game.last_move().map(|mv| Move::new(mv.to(), mv.from()).into());
            let goes_on = |mv: &AnyMove| warnings.iter().all(|warning| warning.mv != Some(*mv));
            let choice = legal.iter().copied().filter(|mv| goes_on(mv) && Some(*mv) != last);
            let quiet: Vec<AnyMove> = choice
                .filter(|&mv| Move::try_from(mv).is_ok_and(|mv| game.position().piece_at(mv.to()).is_none()))
                .collect();
            let Some(&mv) = quiet.get(random.random_range(0..quiet.len().clamp(1, 6))) else { break };
            game.play(mv).unwrap();
        }
    }
    assert!(warned > 500, "{warned}");
}
