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
fn two_of_a_file_are_told_apart_by_front_and_rear() {
    let fen = "3k5/9/9/4R4/9/9/4R4/9/9/5K3 w - - 0 1";
    assert_eq!(texts(fen, "e6d6"), ("前车平六".into(), "+R=6".into()));
    assert_eq!(texts(fen, "e3e2"), ("后车退一".into(), "-R-1".into()));
    assert_eq!(parse(&position(fen), "R+=6").unwrap().to_string(), "e6d6", "the sign may follow the letter");
    assert!(matches!(parse(&position(fen), "车五平六"), Err(MoveError::Ambiguous { .. })));
}

#[test]
fn soldiers_of_one_file_and_of_two() {
    let three = "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w - - 0 1";
    assert_eq!(texts(three, "e7e8").0, "前兵进一");
    assert_eq!(texts(three, "e6d6"), ("中兵平六".into(), "=P=6".into()));
    assert_eq!(texts(three, "e5d5").0, "后兵平六");
    let two_files = "3k5/9/2P3P2/2P3P2/9/9/9/9/9/5K3 w - - 0 1";
    assert_eq!(texts(two_files, "g7g8"), ("一兵进一".into(), "1P+1".into()));
    assert_eq!(texts(two_files, "c6b6"), ("四兵平八".into(), "4P=8".into()));
    assert_eq!(parse(&position(two_files), "前兵七进一").unwrap().to_string(), "c7c8");
    assert!(matches!(parse(&position(two_files), "前兵进一"), Err(MoveError::Ambiguous { .. })));
}

#[test]
fn what_is_wrong_is_told() {
    let start = position(super::super::START_FEN);
    for text in ["", "hello", "炮二平", "炮二平五五", "C2=", "e", "♞", "h2e", "h2e2e"] {
        assert!(matches!(parse(&start, text), Err(MoveError::Unreadable { .. })), "{text}");
    }
    let reason = |text: &str| match parse(&start, text) {
        Err(MoveError::Illegal { reason, detail }) => (reason, detail),
        other => panic!("{text}: {other:?}"),
    };
    use crate::rules::IllegalReason::*;
    assert_eq!(reason("k2e2").0, OffBoard);
    assert_eq!(reason("车五进一").0, NoPiece);
    assert_eq!(reason("马八进五").0, PieceCannotMoveSo);
    assert_eq!(reason("车九平八").0, OwnPiece);
    assert_eq!(reason("炮二进六").0, PieceCannotMoveSo);
}
