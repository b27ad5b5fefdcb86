//! Caro: four and five depend on what stands beyond them.

use super::contract::{engine, search};
use super::*;
use crate::SearchRequest;
use duiyi_testkit::rows;

const CARO: [Variant; 2] = [Variant::Caro, Variant::CaroExact];

/// A position on an otherwise empty board, from ranks of `x` for Black, `o` for White and `.`, top first, with the top
/// left at c13.
fn diagram(variant: Variant, turn: Side, rows: &[&str]) -> Position {
    let mut position = Position::empty(variant, 15);
    for (row, rank) in rows.iter().zip((0..=12).rev()) {
        for (letter, file) in row.chars().zip(2..) {
            match letter {
                'x' => position.put(Point::new(file, rank), Side::First),
                'o' => position.put(Point::new(file, rank), Side::Second),
                _ => {}
            }
        }
    }
    position.set_turn(turn);
    position
}

fn texts(points: impl IntoIterator<Item = Point>) -> Vec<String> {
    points.into_iter().map(|point| point.to_string()).collect()
}

/// Where White can stop Black's fives in this row, which starts at c13.
#[track_caller]
fn stops(row: &str, expected: &[&str]) {
    for variant in CARO {
        let position = diagram(variant, Side::Second, &[row]);
        assert_eq!(texts(Board::new(&position).legal_blocks(Side::First)), expected, "{variant:?} {row}");
        assert_eq!(texts(blocks(&position, Side::First)), expected, "{variant:?} {row}");
    }
}

#[test]
fn a_four_blocked_at_one_end_is_stopped_at_the_other_end_of_its_five_too() {
    stops("oxxxx..", &["h13", "i13"]);
    stops(".oxxx.x.", &["h13", "j13"]);
    // The five would have both ends open, or one end at a white stone already.
    stops(".xxx.x.", &["g13"]);
}

#[test]
fn a_straight_four_with_a_stone_beyond_one_end_is_stopped_at_the_other_end() {
    stops("..xxxx..", &[]);
    stops("o.xxxx..", &["i13"]);
    stops("..xxxx.o", &["d13"]);
    stops("o.xxxx.o", &["d13", "i13"]);
}

#[test]
fn two_fours_in_one_line_may_be_stopped_by_one_stone() {
    stops(".x.xxx.x.", &[]);
    stops("ox.xxx.x.", &["i13"]);
}

#[test]
fn an_edge_beyond_a_four_does_not_help_the_defender() {
    let on_edge = |fen: &str| {
        let position = Position::parse(fen, Variant::Caro, 9).unwrap();
        texts(Board::new(&position).legal_blocks(Side::First))
    };
    assert_eq!(on_edge("9/9/9/9/3w1bbbb/9/9/9/ww1w5 b"), ["e5"]);
    assert_eq!(on_edge("9/9/9/9/2w1bbbb1/9/9/9/ww1w5 b"), ["i5"]);
}

/// Lets the defender try every point against the attacker's proofs, until each line is won. Counts the lines.
fn play_out(position: &mut Position, kind: ProofKind) -> usize {
    let (attacker, defender) = (position.turn(), position.turn().other());
    if !fives(position, attacker).is_empty() {
        return 1;
    }
    let Proof::Won(line) = prove(position, kind, 200_000) else { panic!("{position}: no win any more") };
    position.make_move(line[0]);
    let mut lines = 0;
    for answer in position.empty_points().collect::<Vec<_>>() {
        assert!(!position.wins_at(answer, defender), "{position}: {answer} makes five");
        position.make_move(answer);
        lines += play_out(position, kind);
        position.unmake_move(answer);
    }
    position.unmake_move(line[0]);
    lines
}

#[test]
fn proofs_of_fours_win_against_every_stone_of_the_defender() {
    let mut random = SmallRng::seed_from_u64(31);
    let (mut won, mut branching) = (0, 0);
    for round in 0..600 {
        let mut position = crowded(CARO[round % 2], 11, random.random_range(12..40), &mut random);
        let Proof::Won(line) = prove(&position, ProofKind::Vcf, 50_000) else { continue };
        if !(5..=9).contains(&line.len()) {
            continue;
        }
        play_out(&mut position, ProofKind::Vcf);
        won += 1;
        position.make_move(line[0]);
        branching += usize::from(blocks(&position, position.turn().other()).len() > 1);
    }
    assert!(won > 30 && branching > 5, "{won} {branching}");
}

#[test]
fn proofs_of_fours_and_threes_win_against_every_stone_of_the_defender() {
    let mut random = SmallRng::seed_from_u64(32);
    let mut won = 0;
    for round in 0..200 {
        let mut position = crowded(CARO[round % 2], 9, random.random_range(8..24), &mut random);
        if matches!(prove(&position, ProofKind::Vcf, 50_000), Proof::Won(_)) {
            continue;
        }
        let Proof::Won(line) = prove(&position, ProofKind::Vct, 3_000) else { continue };
        if line.len() <= 7 {
            play_out(&mut position, ProofKind::Vct);
            won += 1;
        }
    }
    assert!(won > 10, "{won}");
}

#[test]
fn a_winning_four_is_one_that_no_stone_stops() {
    let mut random = SmallRng::seed_from_u64(33);
    let (mut winning, mut others) = (0, 0);
    for round in 0..600 {
        let mut position = crowded(CARO[round % 2], 10, random.random_range(10..60), &mut random);
        let board = Board::new(&position);
        for side in Side::ALL {
            for point in position.empty_points().collect::<Vec<_>>() {
                let threat = board.threat_at(point, side);
                if threat == Threat::Five || !fives(&position, side).is_empty() {
                    continue;
                }
                position.put(point, side);
                let makes_four = !fives(&position, side).is_empty();
                let is_winning = makes_four && blocks(&position, side).is_empty();
                position.take(point);
                assert_eq!(threat == Threat::Winning, is_winning, "{position} {point} {side:?}");
                assert_eq!(matches!(threat, Threat::Four | Threat::FourThree), makes_four && !is_winning);
                winning += usize::from(is_winning);
                others += usize::from(makes_four && !is_winning);
            }
        }
    }
    assert!(winning > 100 && others > 1000, "{winning} {others}");
}

#[test]
fn games_against_itself_end_where_the_definition_says() {
    let engine = engine();
    let mut random = SmallRng::seed_from_u64(34);
    let mut won = 0;
    for round in 0..24 {
        let (variant, size) = (CARO[round % 2], random.random_range(9..=15));
        let start = crowded(variant, size, 4, &mut random);
        let options = Options { board_size: size, ..Options::new(variant) };
        let mut game = Game::new(options, Some(&start.to_string())).unwrap();
        while game.outcome().is_none() {
            let request = SearchRequest { seed: Some(round as u64), ..SearchRequest::default() };
            let report = search(&engine, &game, &request, 400);
            game.play(report.best).unwrap();
            let winner = game.outcome().and_then(Outcome::winner);
            assert_eq!(rows::winners(game.position()).first().copied(), winner, "{}", game.fen());
        }
        won += usize::from(game.outcome().and_then(Outcome::winner).is_some());
    }
    assert!(won > 10, "{won}");
}

/// A three with white stones two points from each end cannot become a straight four.
#[test]
fn the_engine_does_not_take_a_stoppable_four_for_a_win() {
    let position = diagram(Variant::Caro, Side::First, &["o.xxx..o", "........", "o......o"]);
    let board = Board::new(&position);
    assert!(board.has(Side::First, Threat::Four) && !board.has(Side::First, Threat::Winning));
    let freestyle = diagram(Variant::Freestyle, Side::First, &["o.xxx..o", "........", "o......o"]);
    assert!(Board::new(&freestyle).has(Side::First, Threat::Winning));
}
