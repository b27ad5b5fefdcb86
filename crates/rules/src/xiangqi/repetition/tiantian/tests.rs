//! Compares the counting with cases of another program and with a slow count from the start of the game.

use super::super::super::{Game, Options, Repetition, RepetitionPenalty};
use super::super::tests::Image;
use super::*;
use crate::{DrawReason, IllegalReason, Move as AnyMove, MoveError, Outcome, Referee, Warning, WinReason};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// One line of `tests/data/xiangqi-tiantian.txt`.
struct Case {
    name: &'static str,
    fen: String,
    moves: Vec<String>,
    end: &'static str,
}

fn cases() -> Vec<Case> {
    let data = include_str!("../../../../tests/data/xiangqi-tiantian.txt");
    let images = [(false, false), (true, false), (false, true), (true, true)];
    let mut cases = Vec::new();
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let [name, fen, moves, end] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("four fields in {line}")
        };
        for (red_black, left_right) in images {
            let image = Image { red_black, left_right };
            let moves = image.moves(moves).split(' ').map(str::to_owned).collect();
            cases.push(Case { name, fen: image.fen(fen), moves, end });
        }
    }
    cases
}

fn tiantian() -> Options {
    Options::with(Repetition::Tiantian)
}

/// Plays all moves but the last, each of which must be listed as legal. Returns the game and the last move.
fn before_the_last(case: &Case, options: Options) -> (Game, AnyMove) {
    let mut game = Game::new(options, Some(&case.fen)).unwrap();
    let (last, before) = case.moves.split_last().unwrap();
    for text in before {
        let mv = game.parse(text).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        assert!(game.legal_moves().contains(&mv), "{} {text}", case.name);
        game.play(mv).unwrap();
        assert_eq!(game.outcome(), None, "{} after {text}", case.name);
    }
    let last = last.parse::<Move>().unwrap().into();
    (game, last)
}

fn warning(game: &Game, mv: AnyMove) -> Option<Warning> {
    game.warnings().into_iter().find(|warning| warning.mv == Some(mv))
}

#[test]
fn the_cases_of_another_program_end_as_there() {
    for case in cases() {
        let (mut game, last) = before_the_last(&case, tiantian());
        let (ends, by) = case.end.split_once(' ').unwrap();
        if ends == "refused" {
            assert!(!game.legal_moves().contains(&last) && !game.legal_moves().is_empty(), "{}", case.name);
            for error in
                [game.clone().play(last).unwrap_err(), game.parse(case.moves.last().unwrap()).unwrap_err()]
            {
                let MoveError::Illegal(illegal) = error else { panic!("{}: {error:?}", case.name) };
                assert_eq!(illegal.reason(), IllegalReason::ForbiddenRepetition, "{}: {illegal}", case.name);
            }
            assert_eq!(warning(&game, last), None, "{}", case.name);
            continue;
        }
        let drawing = warning(&game, last).map(|warning| warning.code);
        game.play(last).unwrap();
        let by_repetition = Some(Outcome::Drawn { reason: DrawReason::Repetition });
        assert_eq!(drawing == Some("repetition_draw"), game.outcome() == by_repetition, "{}", case.name);
        let expected = match by {
            "checkmate" => Outcome::Won { winner: game.turn().other(), reason: WinReason::Checkmate },
            "repetition" => Outcome::Drawn { reason: DrawReason::Repetition },
            "no_capture_limit" => Outcome::Drawn { reason: DrawReason::NoCaptureLimit },
            "move_limit" => Outcome::Drawn { reason: DrawReason::MoveLimit },
            other => panic!("unknown end {other}"),
        };
        assert_eq!(game.outcome(), Some(expected), "{}", case.name);
    }
}

#[test]
fn with_the_other_penalty_the_move_that_would_be_refused_loses() {
    let options = Options { repetition_penalty: RepetitionPenalty::Lose, ..tiantian() };
    for case in cases() {
        let Some(kind) = case.end.strip_prefix("refused ") else { continue };
        let (mut game, last) = before_the_last(&case, options);
        let mover = game.turn();
        let warned = warning(&game, last).unwrap();
        assert_eq!((warned.code, warned.side, warned.remaining), (kind, Some(mover), None), "{}", case.name);
        game.play(last).unwrap();
        assert_eq!(game.outcome().unwrap().winner(), Some(mover.other()), "{}", case.name);
        let verdict = game.verdict().unwrap();
        assert_eq!((verdict.kind, verdict.side), (kind, Some(mover)), "{}", case.name);
        assert!(!verdict.cycle.is_empty());
    }
}

#[test]
fn warnings_count_down_to_the_last_allowed_check() {
    let mut game = Game::new(tiantian(), Some("4k4/9/3R5/9/9/4P4/9/9/9/3K5 w - - 0 1")).unwrap();
    let mut remaining = Vec::new();
    for text in
        ["d7e7", "e9f9", "e7f7", "f9e9", "f7e7", "e9f9", "e7f7", "f9e9", "f7e7", "e9f9", "e7f7", "f9e9"]
    {
        let mv = game.parse(text).unwrap();
        if game.turn() == Side::First {
            let warning = warning(&game, mv);
            assert!(
                warning
                    .as_ref()
                    .is_none_or(|it| it.code == "perpetual_check" && it.side == Some(Side::First))
            );
            remaining.push(warning.and_then(|warning| warning.remaining));
        } else {
            assert_eq!(game.warnings(), [], "an answer is no attack");
        }
        game.play(mv).unwrap();
    }
    assert_eq!(remaining, [None, Some(4), Some(3), Some(2), Some(1), Some(0)]);
}

#[test]
fn who_may_make_none_of_its_moves_loses() {
    const ONLY_CHECKS_ARE_LEFT: &str = "9/3k5/9/9/9/9/9/1cr1RK3/2n1p4/9 w - - 0 1";
    let mut game = Game::new(tiantian(), Some(ONLY_CHECKS_ARE_LEFT)).unwrap();
    for text in "e2d2 d8e8 d2e2 e8d8 ".repeat(3).split_whitespace() {
        assert_eq!(game.outcome(), None);
        game.play_text(text).unwrap();
    }
    assert!(!game.position().has_no_moves() && game.legal_moves().is_empty());
    let expected = Outcome::Won { winner: Side::Second, reason: WinReason::Stalemate };
    assert_eq!((game.outcome(), game.verdict()), (Some(expected), None));
}

#[test]
fn a_game_taken_back_and_played_again_or_replayed_refuses_the_same() {
    for case in cases() {
        let (game, last) = before_the_last(&case, tiantian());
        let replayed = Game::replay(tiantian(), Some(&case.fen), game.moves().into_iter()).unwrap();
        assert_eq!((replayed.legal_moves(), replayed.outcome()), (game.legal_moves(), game.outcome()));
        let mut again = game.clone();
        again.undo(2.min(game.ply())).unwrap();
        for mv in &game.moves()[again.ply()..] {
            again.play(*mv).unwrap();
        }
        assert_eq!(again.legal_moves(), game.legal_moves(), "{} {last:?}", case.name);
    }
}

/// What a move attacked, with pieces named by their points at the start of the game.
#[derive(Clone)]
struct Fact {
    side: Side,
    checkers: Vec<Square>,
    chasers: Vec<Square>,
    victims: Vec<Square>,
}

impl Fact {
    fn is_attack(&self) -> bool {
        !self.checkers.is_empty() || !self.victims.is_empty()
    }
}

/// The facts of the moves since the last capture, from the start of the game.
fn facts(start: &Position, moves: &[Move]) -> Vec<Fact> {
    let mut position = start.clone();
    let mut names: [Square; Square::COUNT] = std::array::from_fn(Square::from_index_unchecked);
    let mut facts = Vec::new();
    for &mv in moves {
        let (before, side) = (position.clone(), position.turn());
        let captured = position.make_move(mv).captured;
        names[mv.to().index()] = names[mv.from().index()];
        let named = |pieces: Bitboard| pieces.map(|square| names[square.index()]).collect();
        let attack = Attack::by(&before, mv, &position);
        let attack = attack.unwrap_or(Attack {
            checkers: Bitboard::EMPTY,
            chasers: Bitboard::EMPTY,
            victims: Bitboard::EMPTY,
        });
        let Attack { checkers, chasers, victims } = attack;
        if captured.is_some() {
            facts.clear();
        } else {
            facts.push(Fact {
                side,
                checkers: named(checkers),
                chasers: named(chasers),
                victims: named(victims),
            });
        }
    }
    facts
}

/// The last facts of `side` that satisfy `holds` without a break, latest first.
fn tail(facts: &[Fact], side: Side, holds: impl Fn(&Fact) -> bool) -> Vec<&Fact> {
    facts.iter().rev().filter(|fact| fact.side == side).take_while(|fact| holds(fact)).collect()
}

fn distinct<'a>(pieces: impl Iterator<Item = &'a Square>) -> usize {
    pieces.collect::<std::collections::HashSet<_>>().len()
}

/// Whether the last move is one attack too many, by the words of the rules.
fn is_too_many(facts: &[Fact]) -> bool {
    let Some(last) = facts.last() else { return false };
    let checks = tail(facts, last.side, |fact| !fact.checkers.is_empty());
    let checkers = distinct(checks.iter().flat_map(|fact| &fact.checkers));
    let chases =
        last.victims.iter().map(|victim| tail(facts, last.side, |fact| fact.victims.contains(victim)).len());
    let checks_back = tail(facts, last.side.other(), |fact| !fact.checkers.is_empty()).len();
    let attacks = tail(facts, last.side, Fact::is_attack);
    let mut in_turn = Vec::new();
    for (back, fact) in attacks.iter().enumerate() {
        if back > 0 && fact.checkers.is_empty() == attacks[back - 1].checkers.is_empty() {
            break;
        }
        in_turn.push(fact);
    }
    let attackers = distinct(in_turn.iter().flat_map(|fact| fact.checkers.iter().chain(&fact.chasers)));
    checks.len() > 6 * checkers.min(3)
        || chases.max().unwrap_or(0) > 6 && checks_back < 2
        || in_turn.len() > if attackers < 2 { 12 } else { 18 }
}

/// Plays games full of attacks and compares the moves that are refused with a slow count.
#[test]
fn exactly_the_moves_that_the_slow_count_forbids_are_refused() {
    const STARTS: [&str; 4] = [
        "4k4/9/3R5/9/1n7/4P4/R8/9/9/3K5 w - - 0 1",
        "4k4/9/8N/5N3/9/4P4/9/9/9/3K5 w - - 0 1",
        "3ak4/9/9/2c1r4/9/4P4/1R5R1/9/9/3K1A3 w - - 0 1",
        "5k3/9/9/r8/9/9/9/8N/4R4/3K5 b - - 0 1",
    ];
    let mut random = SmallRng::seed_from_u64(3);
    let (mut refused, mut refused_chases) = (0, 0);
    for round in 0..160 {
        let mut game = Game::new(tiantian(), Some(STARTS[round % STARTS.len()])).unwrap();
        let start = game.start();
        for _ in 0..120 {
            if game.outcome().is_some() {
                break;
            }
            let played: Vec<Move> = game.moves().into_iter().map(|mv| mv.try_into().unwrap()).collect();
            let (allowed, mut attacks) = (game.legal_moves(), Vec::new());
            for mv in game.position().legal_moves() {
                let with = facts(&start, &[&played[..], &[mv]].concat());
                let mut after = game.position().clone();
                let forbidden =
                    after.make_move(mv).captured.is_none() && !after.has_no_moves() && is_too_many(&with);
                assert_eq!(allowed.contains(&mv.into()), !forbidden, "{mv} in {game:?}");
                refused += u32::from(forbidden);
                refused_chases +=
                    u32::from(forbidden && with.last().is_some_and(|fact| fact.checkers.is_empty()));
                if with.last().is_some_and(Fact::is_attack) && !forbidden {
                    attacks.push(AnyMove::from(mv));
                }
            }
            let choice = if attacks.is_empty() { &allowed } else { &attacks };
            game.play(choice[random.random_range(0..choice.len())]).unwrap();
        }
    }
    assert!(refused > 50 && refused_chases > 5, "{refused}, of them {refused_chases} chases");
}
