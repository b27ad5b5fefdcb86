use super::*;

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn texts(fen: &str, mv: &str) -> (String, String) {
    let position = position(fen);
    let text = describe(&position, parse(&position, mv).unwrap());
    (text.chinese.unwrap(), text.wxf.unwrap())
}

#[test]
fn red_counts_from_its_right_in_chinese_numerals_and_black_in_arabic_ones() {
    let start = super::super::START_FEN;
    assert_eq!(texts(start, "h2e2"), ("炮二平五".into(), "C2=5".into()));
    assert_eq!(texts(start, "b0c2"), ("马八进七".into(), "H8+7".into()));
    assert_eq!(texts(start, "g3g4"), ("兵三进一".into(), "P3+1".into()));
    let black = start.replace(" w ", " b ");
    assert_eq!(texts(&black, "h9g7"), ("马8进7".into(), "H8+7".into()));
    assert_eq!(texts(&black, "c6c5"), ("卒3进1".into(), "P3+1".into()));
}

#[test]
fn every_script_and_width_is_read() {
    let start = position(super::super::START_FEN);
    for text in ["炮二平五", "砲二平五", "炮2平5", "炮２平５", "C2=5", "c2.5", "h2e2", "H2-E2"]
    {
        assert_eq!(parse(&start, text).unwrap().to_string(), "h2e2", "{text}");
    }
    for text in ["馬八進七", "傌八进七", "N8+7", "h8+7"] {
        assert_eq!(parse(&start, text).unwrap().to_string(), "b0c2", "{text}");
    }
}

#[test]
fn front_and_rear_distinguish_two_pieces_on_one_file() {
    let fen = "3k5/9/9/4R4/9/9/4R4/9/9/5K3 w - - 0 1";
    assert_eq!(texts(fen, "e6d6"), ("前车平六".into(), "R+=6".into()));
    assert_eq!(texts(fen, "e3e2"), ("后车退一".into(), "R--1".into()));
    assert_eq!(
        parse(&position(fen), "+R=6").unwrap().to_string(),
        "e6d6",
        "the sign may come before the letter"
    );
    assert!(matches!(parse(&position(fen), "车五平六"), Err(MoveError::Ambiguous { .. })));
}

#[test]
fn soldiers_of_one_file_and_of_two() {
    let three = "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w - - 0 1";
    assert_eq!(texts(three, "e7e8").0, "前兵进一");
    assert_eq!(texts(three, "e6d6"), ("中兵平六".into(), "P5=6".into()));
    assert_eq!(texts(three, "e5d5").0, "后兵平六");
    let two_files = "3k5/9/2P3P2/2P3P2/9/9/9/9/9/5K3 w - - 0 1";
    assert_eq!(texts(two_files, "g7g8"), ("一兵进一".into(), "3++1".into()));
    assert_eq!(texts(two_files, "c6b6"), ("四兵平八".into(), "7-=8".into()));
    assert_eq!(parse(&position(two_files), "前兵七进一").unwrap().to_string(), "c7c8");
    assert!(matches!(parse(&position(two_files), "前兵进一"), Err(MoveError::Ambiguous { .. })));
}

#[test]
fn errors_explain_what_is_wrong() {
    let start = position(super::super::START_FEN);
    for text in ["", "hello", "炮二平", "炮二平五五", "C2=", "e", "♞", "h2e", "h2e2e"] {
        assert!(matches!(parse(&start, text), Err(MoveError::Unreadable { .. })), "{text}");
    }
    let reason = |text: &str| match parse(&start, text) {
        Err(MoveError::Illegal(illegal)) => illegal.reason(),
        other => panic!("{text}: {other:?}"),
    };
    use crate::IllegalReason::*;
    assert_eq!(reason("k2e2"), OffBoard);
    assert_eq!(reason("车五进一"), NoPiece);
    assert_eq!(reason("马八进五"), PieceCannotMoveSo);
    assert_eq!(reason("车九平八"), OwnPiece);
    assert_eq!(reason("炮二进六"), PieceCannotMoveSo);
}

#[test]
fn soldiers_are_also_read_as_other_programs_write_them() {
    let two_files = position("3k5/9/2P3P2/2P3P2/9/9/9/9/9/5K3 w - - 0 1");
    for (text, mv) in [
        ("17+1", "c7c8"),
        ("27=8", "c6b6"),
        ("13+1", "g7g8"),
        ("Pa+1", "g7g8"),
        ("Pd=8", "c6b6"),
        ("二兵七平八", "c6b6"),
        ("后兵三平四", "g6f6"),
    ] {
        assert_eq!(parse(&two_files, text).unwrap().to_string(), mv, "{text}");
    }
}

#[test]
fn soldiers_of_one_file_are_named_as_the_federation_names_them() {
    let position = |soldiers: usize| {
        let ranks: Vec<&str> = (0..5).map(|rank| if rank < soldiers { "4P4" } else { "9" }).collect();
        position(&format!("3k5/{}/9/9/9/5K3 w - - 0 1", ranks.join("/")))
    };
    for (soldiers, expected) in [
        (2, vec![("P+.4", "e8f8"), ("P-.4", "e7f7")]),
        (3, vec![("P+.4", "e8f8"), ("P5.4", "e7f7"), ("P-.4", "e6f6")]),
        (4, vec![("++.4", "e8f8"), ("P+.4", "e7f7"), ("P-.4", "e6f6"), ("--.4", "e5f5")]),
        (5, vec![("++.4", "e8f8"), ("P+.4", "e7f7"), ("P5.4", "e6f6"), ("P-.4", "e5f5")]),
    ] {
        for (text, mv) in expected {
            let mv: Move = mv.parse().unwrap();
            assert_eq!(parse(&position(soldiers), text), Ok(mv), "{text} of {soldiers}");
            let written = describe(&position(soldiers), mv).wxf.unwrap();
            assert_eq!(written, text.replace('.', "="), "{mv} of {soldiers}");
        }
    }
    assert!(parse(&position(5), "--.4").is_err(), "the rearmost of five has not crossed the river");
}

#[test]
fn soldiers_of_two_files_are_named_by_their_file() {
    let position = position("3k5/2P3P2/2P3P2/6P2/9/9/9/9/9/5K3 w - - 0 1");
    for (text, mv) in [
        ("3+.4", "g8f8"),
        ("33.4", "g7f7"),
        ("23=4", "g7f7"),
        ("3-.4", "g6f6"),
        ("7+.6", "c8d8"),
        ("7-.6", "c7d7"),
    ] {
        assert_eq!(parse(&position, text).unwrap().to_string(), mv, "{text}");
    }
    assert_texts_round_trip(&position);
}

#[test]
fn full_width_letters_are_read_as_well() {
    let start = position(super::super::START_FEN);
    for (text, mv) in [("Ｃ２＝５", "h2e2"), ("Ｈ８＋７", "b0c2"), ("Ｒ９＋１", "a0a1"), ("Ｃ２．５", "h2e2")]
    {
        assert_eq!(parse(&start, text).unwrap().to_string(), mv, "{text}");
    }
}

/// Reads every text of every legal move back as that move. No two moves share a text.
fn assert_texts_round_trip(position: &Position) {
    let mut seen = std::collections::HashMap::new();
    for mv in position.legal_moves() {
        let text = describe(position, mv);
        for text in [Some(text.coordinates), text.chinese, text.wxf].into_iter().flatten() {
            assert_eq!(parse(position, &text), Ok(mv), "{text} in {position}");
            assert_eq!(seen.insert(text.clone(), mv), None, "{text} in {position}");
        }
    }
}

#[test]
fn texts_of_random_games_are_read_back() {
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};
    let mut random = SmallRng::seed_from_u64(20);
    for _ in 0..40 {
        let mut position = position(super::super::START_FEN);
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            assert_texts_round_trip(&position);
            position.make_move(moves[random.random_range(0..moves.len())]);
        }
    }
}

/// Whether the WXF notation of another program has a form that we read but never write: soldiers without their letter, on
/// several files or three on one file; or a piece by its file alone if another of its role is there but cannot make the move.
fn is_only_read(theirs: &str, ours: &str) -> bool {
    let has_sign = |text: &str| text[1..].starts_with(['+', '-']);
    theirs.starts_with(|first: char| first.is_ascii_digit()) || has_sign(ours) && !has_sign(theirs)
}

#[test]
fn wxf_agrees_with_another_program() {
    let data = include_str!("../../../tests/data/xiangqi-wxf.txt");
    let mut compared = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let (fen, moves) = line.split_once('|').unwrap();
        let position = position(fen);
        assert_texts_round_trip(&position);
        for (mv, theirs) in moves.split(' ').map(|pair| pair.split_once(':').unwrap()) {
            let mv = parse(&position, mv).unwrap();
            assert_eq!(parse(&position, theirs), Ok(mv), "{theirs} in {fen}");
            let ours = describe(&position, mv).wxf.unwrap();
            if !is_only_read(theirs, &ours) {
                assert_eq!(ours, theirs, "{fen}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1500, "{compared}");
}
