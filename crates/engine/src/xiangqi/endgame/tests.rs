//! The tables of the program against the rules.

use super::super::book::mirrored;
use super::*;
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Piece, Setup, Square};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// Random positions of every table, with both sides to move.
fn samples(of_each: usize) -> impl Iterator<Item = Position> {
    let mut random = SmallRng::seed_from_u64(29);
    let mut materials: Vec<Material> = Tables::get().materials().collect();
    materials.sort();
    materials.into_iter().flat_map(move |material| {
        let layout = Layout::new(material);
        let turns = Side::ALL.into_iter().cycle();
        let any = turns.filter_map(|turn| layout.position(random.random_range(0..layout.len()), turn));
        any.take(of_each).collect::<Vec<_>>()
    })
}

/// With the colors exchanged.
fn flipped(position: &Position) -> Position {
    let mut setup = Setup { turn: position.turn().other(), ..Setup::empty() };
    for square in Square::all() {
        let piece = position.piece_at(square);
        setup.board[square.flipped().index()] = piece.map(|it| Piece { side: it.side.other(), ..it });
    }
    Position::try_from(&setup).unwrap()
}

#[test]
fn every_position_is_worth_the_best_of_its_moves() {
    let (mut decided, mut drawn) = (0, 0);
    for position in samples(400) {
        let verdict = probe(&position);
        let best = Verdict::best(moves(&position).into_iter().map(|(_, verdict)| verdict));
        match verdict {
            Some(Verdict::Won(_) | Verdict::Lost(_)) => decided += 1,
            Some(Verdict::Drawn) => drawn += 1,
            None => {}
        }
        match (verdict, best) {
            (Some(Verdict::Drawn), None) | (None, Some(Verdict::Drawn)) => {}
            (verdict, best) => assert_eq!(verdict, best, "{position}"),
        }
    }
    assert!(decided > 2_000 && drawn > 2_000, "{decided} decided and {drawn} drawn positions");
}

#[test]
fn mirrored_and_flipped_positions_have_the_same_value() {
    for position in samples(40) {
        let verdict = probe(&position);
        assert_eq!(probe(&mirrored(&position)), verdict, "{position} mirrored");
        assert_eq!(probe(&flipped(&position)), verdict, "{position} flipped");
    }
}

#[test]
fn the_line_of_a_decided_position_ends_in_mate_after_as_many_plies_as_stated() {
    for mut position in samples(20) {
        let Some(plies) = probe(&position).and_then(Verdict::plies) else { continue };
        let line = line(&position);
        assert_eq!(line.len(), plies as usize, "{position}");
        for mv in line {
            assert!(position.is_legal(mv));
            position.make_move(mv);
        }
        assert!(position.has_no_moves(), "{position}");
    }
}

/// What books of endgames say of the basic endings.
#[test]
fn the_basic_endings_have_the_results_of_the_books() {
    for (name, fen, is_won) in [
        ("a horse beats a lone general", "4k4/9/9/9/9/9/9/9/9/N2K5 w - - 0 1", true),
        ("a horse beats an advisor", "3k5/4a4/9/9/9/9/9/9/9/N3K4 w - - 0 1", true),
        ("two advisors hold against a horse", "3ak4/4a4/9/9/9/9/N8/9/9/5K3 w - - 0 1", false),
        (
            "a soldier in front of the palace beats a lone general",
            "3k5/9/9/4P4/9/9/9/9/9/4K4 w - - 0 1",
            true,
        ),
        ("a soldier on the last rank does not", "P4k3/9/9/9/9/9/9/9/9/4K4 w - - 0 1", false),
        ("a lone cannon does not win", "3k5/9/9/9/9/9/9/9/9/C3K4 w - - 0 1", false),
        ("a rook beats two advisors", "3ak4/4a4/9/9/9/9/R8/9/9/3K5 w - - 0 1", true),
        ("a rook beats two elephants", "2b1k4/9/4b4/9/9/9/R8/9/9/3K5 w - - 0 1", true),
        ("all four hold against a rook", "2bak4/4a4/4b4/9/9/9/R8/9/9/3K5 w - - 0 1", false),
        ("a cannon with an advisor beats a lone general", "5k3/9/9/9/9/9/9/9/3KA4/C8 w - - 0 1", true),
    ] {
        let verdict = probe(&position(fen));
        assert_eq!(matches!(verdict, Some(Verdict::Won(_))), is_won, "{name}: {verdict:?}");
        assert!(is_won || verdict == Some(Verdict::Drawn), "{name}: {verdict:?}");
    }
}

#[test]
fn a_table_is_there_for_every_material_after_a_capture() {
    let materials: Vec<Material> = Tables::get().materials().collect();
    let most = materials.iter().map(|material| material.pieces()).max();
    assert_eq!(most, Some(Tables::MOST_PIECES));
    for material in &materials {
        for after in material.after_captures() {
            assert!(materials.contains(&after), "{after} after {material} is missing");
        }
    }
}

#[test]
fn a_file_that_ends_too_early_is_refused() {
    let materials: Vec<Material> = vec!["KPK".parse().unwrap()];
    let file =
        write(&materials, |_, index| if index % 2 == 0 { Ok(Some(Verdict::Lost(6))) } else { Err(()) });
    assert!(Tables::read(&file).is_ok());
    for length in [0, 3, 15, file.len() - 1] {
        assert!(Tables::read(&file[..length]).is_err(), "{length} bytes");
    }
}
