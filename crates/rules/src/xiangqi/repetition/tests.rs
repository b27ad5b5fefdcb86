//! A test for each clause of `docs/XIANGQI-REPETITION.md`.

use super::super::{Game, Options, START_FEN};
use super::*;
use crate::Referee;

/// Judges a cycle. Also tests that its mirror images get the same ruling.
fn judged_in_mirrors(fen: &str, moves: &str) -> Cycle {
    let cycle = judge_alone(fen, moves);
    for (red_black, left_right) in [(true, false), (false, true), (true, true)] {
        let image = Image { red_black, left_right };
        let mirrored = judge_alone(&image.fen(fen), &image.moves(moves));
        assert_eq!(mirrored.loser, cycle.loser.map(|side| image.side(side)), "{fen} {image:?}");
        assert_eq!(kinds(&mirrored, image.side(Side::First)), kinds(&cycle, Side::First), "{fen} {image:?}");
    }
    cycle
}

/// Judges a cycle like [`judged_in_mirrors`]. Also tests that a game that plays it twice ends with that ruling and gives
/// a warning before the last move.
fn judged(fen: &str, moves: &str) -> Cycle {
    let cycle = judged_in_mirrors(fen, moves);
    let mut game = Game::new(Options::default(), Some(fen)).unwrap();
    let twice: Vec<&str> = moves.split(' ').chain(moves.split(' ')).collect();
    for (ply, text) in twice.iter().enumerate() {
        assert_eq!(game.outcome(), None, "{fen} before {text}");
        let mv = game.parse(text).unwrap();
        let warning = game.warnings().into_iter().find(|warning| warning.mv == Some(mv));
        assert_eq!(warning.is_some(), ply + 1 == twice.len(), "{fen} {text}");
        if let Some(warning) = warning {
            let code = cycle.loser.map_or("repetition_draw", |_| cycle.ruling().verdict(Vec::new()).kind);
            assert_eq!(warning.code, code);
        }
        game.play(mv).unwrap();
    }
    let verdict = game.verdict().unwrap();
    assert_eq!(game.outcome(), Some(cycle.ruling().outcome()), "{fen}");
    assert_eq!((verdict.side, verdict.cycle.len()), (cycle.loser, twice.len() / 2), "{fen}");
    cycle
}

fn judge_alone(fen: &str, moves: &str) -> Cycle {
    judge_under(fen, moves, Repetition::Asian)
}

fn judge_under(fen: &str, moves: &str, rule: Repetition) -> Cycle {
    let start: Position = fen.parse().unwrap();
    let mut position = start.clone();
    let point = |text: &str| text.parse::<Square>().unwrap();
    let moves: Vec<Move> =
        moves.split(' ').map(|text| Move::new(point(&text[..2]), point(&text[2..]))).collect();
    for &mv in &moves {
        assert!(position.is_legal(mv), "{mv} in {position}");
        position.make_move(mv);
    }
    assert_eq!(position.key(), start.key(), "the moves of {fen} come back to it");
    judge(&position, moves.into_iter(), rule)
}

/// The conduct of `side` and of the other side, without the points, which differ in a mirror image.
fn kinds(cycle: &Cycle, side: Side) -> [std::mem::Discriminant<Conduct>; 2] {
    [side, side.other()].map(|side| std::mem::discriminant(&cycle.conduct[side]))
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Image {
    pub red_black: bool,
    pub left_right: bool,
}

impl Image {
    pub fn side(self, side: Side) -> Side {
        if self.red_black { side.other() } else { side }
    }

    pub fn fen(self, fen: &str) -> String {
        let mut fields = fen.split(' ');
        let board = fields.next().unwrap();
        let mut rows: Vec<String> = board.split('/').map(str::to_owned).collect();
        if self.left_right {
            rows.iter_mut().for_each(|row| *row = row.chars().rev().collect());
        }
        let turn = fields.next().unwrap();
        if !self.red_black {
            return format!("{} {turn} - - 0 1", rows.join("/"));
        }
        rows.reverse();
        let swapped = |letter: char| {
            if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
        };
        let board: String = rows.join("/").chars().map(swapped).collect();
        format!("{board} {} - - 0 1", if turn == "w" { "b" } else { "w" })
    }

    pub fn moves(self, moves: &str) -> String {
        let character = |character: char| match character {
            'a'..='i' if self.left_right => (b'a' + b'i' - character as u8) as char,
            '0'..='9' if self.red_black => (b'0' + b'9' - character as u8) as char,
            other => other,
        };
        moves.chars().map(character).collect()
    }
}

fn is_draw(fen: &str, moves: &str) {
    let cycle = judged(fen, moves);
    assert_eq!(cycle.loser, None, "{fen} {cycle:?}");
}

fn red_loses_by_check(fen: &str, moves: &str) {
    let cycle = judged(fen, moves);
    assert_eq!((cycle.loser, cycle.conduct.first), (Some(Side::First), Conduct::Check), "{fen}");
}

/// Expects that Red loses because it chased a piece of this name.
fn red_loses_by_chasing(name: &str, fen: &str, moves: &str) {
    let cycle = judged(fen, moves);
    assert_eq!(cycle.loser, Some(Side::First), "{fen} {cycle:?}");
    assert_eq!(cycle.ruling().chased.map(|it| it.to_string()).as_deref(), Some(name), "{fen}");
}

const ROOK_FOLLOWS_CANNON: &str = "h2i2 i6h6 i2h2 h6i6";

#[test]
fn clause_1_perpetual_check_loses() {
    red_loses_by_check("4k4/9/9/9/9/9/9/9/5R3/3K5 w - - 0 1", "f1e1 e9f9 e1f1 f9e9");
    // The horse opens the line of the cannon. Then the horse gives check.
    red_loses_by_check("9/9/4k4/3N5/9/9/9/4C4/4K4/9 w - - 0 1", "d6e4 e7f7 e4d6 f7e7");
}

#[test]
fn clause_2_when_both_keep_checking_the_game_is_drawn() {
    // Each side blocks the line of the other and opens its own.
    let cycle = judged("4rk3/9/9/9/5c3/9/9/5N3/4K4/5C3 w - - 0 1", "f2e4 f5e5 e4f2 e5f5");
    assert_eq!((cycle.loser, cycle.ruling().verdict(Vec::new()).kind), (None, "mutual_check"));
}

#[test]
fn clause_3_a_check_back_now_and_then_does_not_help_the_checker() {
    red_loses_by_check("9/9/4k4/4c4/4P4/4C4/9/9/9/5K3 w - - 0 1", "e5f5 e6f6 f5e5 f6e6");
}

#[test]
fn clause_4_perpetual_check_is_graver_than_perpetual_chase() {
    let fen = "7c1/9/5k3/6N2/9/6B2/3cn4/9/9/4K4 w - - 0 1";
    let cycle = "g6e5 f7e7 e5g6 e7f7";
    red_loses_by_check(fen, cycle);
    assert!(matches!(judged(fen, cycle).conduct.second, Conduct::Expose(..)));
}

#[test]
fn clause_5_chasing_one_unprotected_piece_loses() {
    red_loses_by_chasing("black cannon", "5k3/9/9/8c/9/9/9/7R1/9/3K5 w - - 0 1", ROOK_FOLLOWS_CANNON);
}

#[test]
fn clause_6_a_protected_piece_may_be_chased() {
    is_draw("5k3/9/9/r7c/9/9/9/7R1/9/3K5 w - - 0 1", ROOK_FOLLOWS_CANNON);
    // The horse protects it on only one of its two points.
    is_draw("5k3/6n2/9/8c/9/9/9/7R1/9/3K5 w - - 0 1", ROOK_FOLLOWS_CANNON);
}

#[test]
fn clause_7_a_pinned_protector_protects_nothing() {
    red_loses_by_chasing("black cannon", "4k4/9/9/4r3c/9/9/9/4R2R1/9/3K5 w - - 0 1", ROOK_FOLLOWS_CANNON);
}

#[test]
fn clause_8_a_cannon_or_horse_may_not_chase_a_protected_rook() {
    let cannon = "3rk4/9/9/9/3rP4/9/4P2C1/9/9/5K3 w - - 0 1";
    red_loses_by_chasing("black rook", cannon, "h3h5 d5d3 h5h3 d3d5");
    let horse = "5k3/9/rr7/9/9/9/3N5/4K4/9/9 w - - 0 1";
    red_loses_by_chasing("black rook", horse, "d3c5 b7b4 c5d3 b4b7");
}

#[test]
fn clause_8_an_advisor_or_elephant_threatens_what_is_worth_more() {
    let threats = |fen: &str| {
        let position = fen.parse().unwrap();
        let threats = chase::Threats::of(&position, Side::First);
        let captures = |victim| threats.attackers(victim).map(move |from| Move::new(from, victim));
        threats.prey().flat_map(captures).filter(|&capture| threats.has(capture)).count()
    };
    assert_eq!(threats("3k5/9/9/2r6/9/2c6/9/4B4/9/5K3 w - - 0 1"), 1, "a protected cannon");
    assert_eq!(threats("3k5/9/9/2r6/9/2p6/9/4B4/9/5K3 w - - 0 1"), 0, "a protected soldier");
    assert_eq!(threats("3k5/9/9/9/9/2p6/9/4B4/9/5K3 w - - 0 1"), 1, "an unprotected soldier");
}

#[test]
fn clause_9_like_pieces_that_can_capture_each_other_offer_an_exchange() {
    is_draw("5k3/9/9/8r/9/9/9/7R1/9/3K5 w - - 0 1", ROOK_FOLLOWS_CANNON);
}

#[test]
fn clause_10_a_pinned_rook_cannot_answer_the_attack_of_a_rook() {
    let cycle = "a6a7 e7e6 a7a6 e6e7";
    red_loses_by_chasing("black rook", "4k4/9/4r4/R8/9/4P4/9/9/9/3KC4 w - - 0 1", cycle);
    is_draw("4k4/9/4r4/R8/9/4P4/9/9/9/3K5 w - - 0 1", cycle);
}

#[test]
fn clause_10_a_blocked_horse_cannot_answer_the_attack_of_a_horse() {
    let fen = "9/9/3k4r/4N4/1P1n5/9/2N6/5K3/9/9 w - - 0 1";
    red_loses_by_chasing("black horse", fen, "e6d4 d5c7 d4e6 c7d5");
}

#[test]
fn clause_11_a_pinned_piece_chases_nothing() {
    let cycle = "e2e3 i3i2 e3e2 i2i3";
    is_draw("3k5/4r4/9/9/9/9/8c/4R4/9/4K4 w - - 0 1", cycle);
    red_loses_by_chasing("black cannon", "3k5/9/9/9/9/9/8c/4R4/9/4K4 w - - 0 1", cycle);
}

#[test]
fn clause_12_attacking_two_pieces_in_turn_is_allowed() {
    is_draw("5k3/9/9/7cc/9/9/9/7R1/9/3K5 w - - 0 1", "h2i2 f9f8 i2h2 f8f9");
}

#[test]
fn clause_13_two_pieces_that_attack_one_in_turn_chase_it() {
    red_loses_by_chasing("black cannon", "5k3/9/R5C1c/R8/9/9/9/9/9/3K5 w - - 0 1", "g7g6 i7i6 g6g7 i6i7");
}

#[test]
fn clause_14_an_attack_that_stood_before_the_move_is_not_made_by_it() {
    is_draw("5k3/9/9/8c/9/9/9/8R/9/3K5 w - - 0 1", "i2i3 i6i7 i3i2 i7i6");
}

#[test]
fn clause_15_taking_protection_away_chases() {
    red_loses_by_chasing("black cannon", "5k3/6rr1/7C1/9/R5c2/9/9/9/9/3K5 w - - 0 1", "h7g7 g5h5 g7h7 h5g5");
}

#[test]
fn clause_16_generals_and_soldiers_may_chase() {
    is_draw("5k3/9/8c/7P1/9/9/9/9/9/3K5 w - - 0 1", "h6i6 i7h7 i6h6 h7i7");
    is_draw("5k3/9/9/9/9/9/9/9/4c4/3K5 w - - 0 1", "d0e0 e1d1 e0d0 d1e1");
}

#[test]
fn clause_17_a_soldier_may_be_chased_before_the_river_only() {
    red_loses_by_chasing("black soldier", "5k3/9/9/9/9/9/3p5/9/4R4/3K5 w - - 0 1", "e1d1 d3e3 d1e1 e3d3");
    let horse_opens_lines = "c6e5 f9f8 e5c6 f8f9";
    is_draw("5k3/9/9/R1N1p4/9/9/9/4R4/9/3K5 w - - 0 1", horse_opens_lines);
    let cannon_instead = "5k3/9/9/R1N1c4/9/9/9/4R4/9/3K5 w - - 0 1";
    red_loses_by_chasing("black cannon", cannon_instead, horse_opens_lines);
}

#[test]
fn clause_18_one_check_and_one_chase_is_allowed() {
    is_draw("4k4/9/9/7c1/9/9/9/7R1/9/3K5 w - - 0 1", "h2e2 e9f9 e2h2 f9e9");
}

#[test]
fn clause_19_when_both_chase_the_game_is_drawn() {
    let fen = "3k5/9/9/9/3r5/9/9/9/3r5/N2AK4 w - - 0 1";
    let cycle = judged(fen, "a0b2 d1c1 b2a0 c1d1");
    assert_eq!(cycle.loser, None);
    assert_eq!(cycle.ruling().verdict(Vec::new()).kind, "mutual_chase");
}

#[test]
fn clause_20_threatening_mate_is_allowed() {
    is_draw("9/9/3k5/5R3/9/9/9/9/9/4K4 w - - 0 1", "f6f1 d7d8 f1f6 d8d7");
}

#[test]
fn clause_21_a_check_hides_no_chase() {
    // The rook gives check while it attacks the elephant.
    let checks = "2R6/9/4k4/2R6/2b6/9/9/9/9/5K3 w - - 0 1";
    red_loses_by_chasing("black elephant", checks, "c6e6 e7d7 e6c6 d7e7");
    // The horse gives check as it flees. The next attack of its pursuer still counts as new.
    let checked = "5k3/9/9/9/9/9/4n4/9/2R6/3K5 w - - 0 1";
    red_loses_by_chasing("black horse", checked, "c1e1 e3c2 e1c1 c2e3");
}

#[test]
fn clause_22_a_standing_attack_of_a_chased_rook_is_no_excuse_for_the_chaser() {
    // The horse binds the rook. The advisor answers each attack on the rook and takes the horse's protection away.
    let bound = "4k4/RC2arN2/9/9/9/9/9/9/9/3K5 b - - 0 1";
    red_loses_by_chasing("black rook", bound, "e8f9 b8b9 f9e8 b9b8");
    // The horse answers each attack of the cannon on the rook and takes the other cannon's protection away.
    let screens = "4k4/9/9/9/9/9/9/1Cr1B1nC1/9/3K5 w - - 0 1";
    red_loses_by_chasing("black rook", screens, "e2g4 g2h4 g4e2 h4g2");
}

#[test]
fn clause_23_attacking_two_pieces_that_protect_each_other_in_turn_is_allowed() {
    let start = "3aka3/c2R1R2c/9/9/9/9/9/9/9/3K5 w - - 0 1";
    let one_then_the_other = "d8d6 d9e8 d6d8 e8d9 f8f6 f9e8 f6f8 e8f9";
    assert_eq!(judged_in_mirrors(start, one_then_the_other).conduct.first, Conduct::Idle);
    let the_same = judged_in_mirrors(start, "d8d6 d9e8 d6d8 e8d9");
    assert!(matches!(the_same.conduct.first, Conduct::Chase(..)), "{the_same:?}");
}

#[test]
fn clause_20_moves_without_check_or_chase_draw() {
    is_draw(START_FEN, "b0c2 b9c7 c2b0 c7b9");
}

#[test]
fn options_choose_how_much_of_the_rule_holds() {
    let check = ("4k4/9/9/9/9/9/9/9/5R3/3K5 w - - 0 1", "f1e1 e9f9 e1f1 f9e9");
    let chase = ("5k3/9/9/8c/9/9/9/7R1/9/3K5 w - - 0 1", ROOK_FOLLOWS_CANNON);
    let loser = |(fen, moves), rule| judge_under(fen, moves, rule).loser;
    assert_eq!(loser(check, Repetition::ChecksOnly), Some(Side::First));
    assert_eq!(loser(chase, Repetition::ChecksOnly), None);
    assert_eq!(loser(check, Repetition::Draw), None);
    assert_eq!(loser(chase, Repetition::Draw), None);
}

#[test]
fn other_programs_give_the_same_ruling() {
    let data = include_str!("../../../tests/data/xiangqi-repetition.txt");
    let (mut cycles, mut apart) = (0, 0);
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let [fen, moves, fairy, pikafish] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("four fields in {line}")
        };
        let ours = judge_alone(fen, moves);
        let loser = match ours.loser {
            Some(Side::First) => "r",
            Some(Side::Second) => "b",
            None => "d",
        };
        assert_eq!(loser, pikafish, "{line} {ours:?}");
        cycles += 1;
        apart += usize::from(loser != fairy);
    }
    assert!(
        cycles > 500 && apart < 30,
        "{cycles} cycles, {apart} of them judged otherwise by Fairy-Stockfish"
    );
}
