//! Names of players that look like marks of a format are read back as they were.

use super::round_trips::read_back;
use super::*;
use crate::rules::gomoku::Variant;
use proptest::prelude::*;

/// Marks of all formats.
const MARKS: [&str; 44] = [
    "[DhtmlXQ_",
    "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]",
    "[/DhtmlXQ_red]",
    "[DHJHtmlXQ_34]",
    "[",
    "]",
    "\"]",
    "[Event \"x\"]",
    "\\",
    "\\\"",
    "(;GM[4]SZ[15];B[hh])",
    "(;",
    ")",
    "B[hh]",
    "Piskvorky 15x15, 0:0, 0",
    "----- Text Board -----",
    "FORMAT WXF",
    "START{",
    "}END",
    "<ChineseChessRecord>",
    "<MoveList",
    "{",
    "}",
    ";",
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "红胜",
    "h2e2",
    "炮二平五",
    "1. h8",
    "8 H8",
    "8,8,0",
    "-1",
    "42",
    "&#91;",
    "&amp;",
    "&",
    "||",
    "|",
    "XQ",
    "FEN: 15/15",
    "Result: 1-0",
];

fn names() -> impl Strategy<Value = String> {
    let part =
        prop_oneof![prop::sample::select(MARKS.to_vec()).prop_map(str::to_owned), "[a-zA-Z胡荣华 ]{0,6}"];
    let name = prop::collection::vec(part, 1..4).prop_map(|parts| one_line(&parts.concat()));
    // Empty names, and those that stand for an unknown one.
    name.prop_filter("a name", |name| tags::kept(name) == *name && !name.is_empty())
}

fn assert_names(game: &Game, names: [&str; 2], formats: &[Export]) {
    let tags = Tags { first: names[0].to_owned(), second: names[1].to_owned(), ..Tags::default() };
    for format in formats {
        let bytes = format.write(game, &tags, &[]).unwrap();
        let back = read_back(&bytes);
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(back.import.format.name(), format.name(), "{text}");
        assert_eq!([back.import.tags.first.as_str(), back.import.tags.second.as_str()], names, "{text}");
        assert_eq!(back.game.moves(), game.moves(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn names_that_look_like_marks_are_read_back(first in names(), second in names()) {
        let mut xiangqi = Game::new(&options(), None).unwrap();
        let mut renju = Game::new(&Options::Gomoku(gomoku::Options::new(Variant::Renju)), None).unwrap();
        for (game, moves) in [(&mut xiangqi, ["h2e2", "h9g7"]), (&mut renju, ["h8", "i9"])] {
            moves.into_iter().for_each(|mv| _ = game.play_text(mv).unwrap());
        }
        let names = [first.as_str(), second.as_str()];
        let pgn = [PgnMoves::Coordinates, PgnMoves::Chinese].map(Export::Pgn);
        assert_names(&xiangqi, names, &[pgn[0], pgn[1], Export::Text, Export::DhtmlXq]);
        assert_names(&renju, names, &[pgn[0], Export::Text, Export::Sgf]);
        // A comma separates the numbers of a stone, and ` - ` the players of a text board.
        if !names.concat().contains(',') {
            assert_names(&renju, names, &[Export::Psq]);
        }
        assert_names(&renju, names, &[Export::TextBoard]);
    }
}
