//! Files of many games, and formats that hold one as well as several.

use super::*;
use crate::rules::Ruleset;

fn main_lines(bytes: &[u8]) -> Vec<Vec<String>> {
    let games = read_all(bytes, None).unwrap();
    games.iter().map(|game| game.moves().iter().map(|mv| mv.text.clone()).collect()).collect()
}

#[test]
fn a_pgn_of_many_games_gives_them_all() {
    let text = "[Event \"one\"]\n\n1. h2e2 h9g7 *\n\n[Event \"two\"]\n\n1. c3c4 {a [b] c}\n\n[Event \"three\"]\n1. b0c2 1-0\nhttp://x\n";
    assert_eq!(main_lines(text.as_bytes()), [vec!["h2e2", "h9g7"], vec!["c3c4"], vec!["b0c2"]]);
    let games = read_all(text.as_bytes(), None).unwrap();
    let events: Vec<&str> = games.iter().map(|game| game.tags.event.as_str()).collect();
    assert_eq!((events, games[2].comments), (vec!["one", "two", "three"], 1));
    let error = read(text.as_bytes(), None).unwrap_err().to_string();
    assert_eq!(error, "line 7: expected one game, got 3: another begins before this");
}

#[test]
fn an_sgf_collection_gives_all_its_games() {
    let text = "(;GM[4]SZ[15];B[hh])\nfrom a server\n(;GM[4]SZ[15];B[hh];W[ii](;B[jj])(;B[kk]))";
    assert_eq!(main_lines(text.as_bytes()), [vec!["h8"], vec!["h8", "i7", "j6"]]);
    assert!(read(text.as_bytes(), None).is_err());
}

#[test]
fn a_footer_with_a_colon_is_not_the_header_of_another_game() {
    let text = "[Game \"Chinese Chess\"]\n[Result \"*\"]\n  1. h2e2 h9g7 *\n=====\n read it with (a program :-)\nhttps://www.example.com/\n";
    let parsed = read(text.as_bytes(), None).unwrap();
    assert_eq!((parsed.moves().len(), parsed.comments), (2, 1));
}

/// A record of CCBridge from the usual start position, with the moves as flags and points.
pub fn cbr(moves: &[(u8, u8, u8, &str)]) -> Vec<u8> {
    let mut file = vec![0; 2214];
    file[..15].copy_from_slice(b"CCBridge Record");
    for (at, unit) in "胡荣华".encode_utf16().enumerate() {
        file[1076 + 2 * at..1078 + 2 * at].copy_from_slice(&unit.to_le_bytes());
    }
    file[2076] = 1;
    file[2112] = 1;
    let pieces = "rnbakabnr..........c.....c.p.p.p.p.p..................P.P.P.P.P.C.....C..........RNBAKABNR";
    for (at, letter) in pieces.bytes().enumerate() {
        let role = "rnbakcp".bytes().position(|role| role == letter.to_ascii_lowercase());
        let side = if letter.is_ascii_uppercase() { 0x10 } else { 0x20 };
        file[2120 + at] = role.map_or(0, |role| side + role as u8 + 1);
    }
    file.extend([0, 0, 0, 0]);
    for &(flags, from, to, comment) in moves {
        file.extend([flags | if comment.is_empty() { 0 } else { 4 }, 0, from, to]);
        if !comment.is_empty() {
            file.extend((2 * comment.encode_utf16().count() as u32).to_le_bytes());
            file.extend(comment.encode_utf16().flat_map(u16::to_le_bytes));
        }
    }
    file
}

#[test]
fn a_record_of_ccbridge_is_read_with_its_tree() {
    let file = cbr(&[(2, 70, 67, "中炮"), (1, 7, 24, ""), (1, 64, 67, "另一门炮")]);
    let parsed = read(&file, None).unwrap();
    assert_eq!((parsed.format, parsed.tags.first.as_str()), (Format::Cbr, "胡荣华"));
    let Imported { game, import } = parsed.play(&options(), 100).unwrap();
    assert_eq!(game.start_fen(), Game::new(&options(), None).unwrap().start_fen());
    let tree = import.tree.unwrap();
    assert_eq!((tree.lines[0].moves.as_str(), tree.lines[1].moves.as_str()), ("h2e2 h9g7", "b2e2"));
    assert_eq!(tree.counts(), (2, 1));
    assert!(game.outcome().is_some() && import.notes.is_empty());
}

#[test]
fn a_library_of_ccbridge_gives_all_its_records() {
    let mut library = vec![0; 66_624 + 2 * 276];
    library[..15].copy_from_slice(b"CCBridgeLibrary");
    for _ in 0..2 {
        let mut record = cbr(&[(1, 70, 67, "")]);
        record.resize(4096, 0);
        library.extend(record);
    }
    assert_eq!(main_lines(&library), [["h2e2"], ["h2e2"]]);
    assert_eq!(read_all(&library, None).unwrap()[0].format, Format::Cbl);
    assert!(read_all(&library[..68_000], None).is_err());
}

#[test]
fn an_xml_file_of_ccbridge_is_read_with_its_comments() {
    let text = "<?xml version=\"1.0\"?>\n<ChineseChessRecord Version=\"1.0\">\n<Head><Contest>A &amp; B</Contest><Red />\n<RecordResult>3</RecordResult><FEN></FEN></Head>\n<MoveList>\n<Move value=\"00-00\"><![CDATA[before]]></Move>\n<Move value=\"77-47\" />\n<Move value=\"70-62\" end=\"1\"><![CDATA[after]]></Move>\n</MoveList></ChineseChessRecord>";
    let parsed = read(text.as_bytes(), None).unwrap();
    assert_eq!((parsed.format, parsed.tags.event.as_str()), (Format::Cbf, "A & B"));
    let comments = vec![(0, "before".to_owned()), (2, "after".to_owned())];
    assert_eq!(parsed.lines[0].remarks.comments, comments);
    let game = parsed.play(&options(), 10).unwrap().game;
    assert_eq!((game.ply(), game.outcome().is_some()), (2, true));
    let wrong = text.replace("70-62", "70-6");
    assert!(read(wrong.as_bytes(), None).unwrap_err().to_string().starts_with("line 8: expected a move"));
}

#[test]
fn a_short_close_of_a_dhtmlxq_value_ends_it() {
    let text = "[DhtmlXQ]\n[DhtmlXQ_blacktime]1[/DhtmlXQ_time]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]";
    assert_eq!(main_lines(text.as_bytes()), [["h2e2"]]);
}

#[test]
fn marks_may_stand_before_a_move_number() {
    let text = "FORMAT\tWXF\nSTART{\n 1. C2.5 H8+7!! !!2. H2+3 R9.8 !\n}END";
    assert_eq!(read(text.as_bytes(), None).unwrap().play(&options(), 9).unwrap().game.ply(), 4);
}

#[test]
fn the_short_notation_of_chess_programs_is_read_with_ranks_from_0_or_1() {
    let moves = |text: &str| {
        let parsed = read(text.as_bytes(), None).unwrap();
        assert_eq!(parsed.ruleset(None).unwrap().ruleset, Ruleset::Xiangqi);
        let game = parsed.play(&options(), 100).unwrap().game;
        game.moves().into_iter().map(|mv| game.coordinates(mv)).collect::<Vec<_>>()
    };
    let expected = ["h2e2", "h9g7", "e2e6", "i9i8", "c3c4"];
    assert_eq!(moves("[Variant \"xiangqi\"]\n\n1. Che2 {+0.3/19} Hg7 2. Cxe6+ Ri8 3. c4"), expected);
    assert_eq!(moves("[Variant \"xiangqi\"]\n\n1. Che3 Ng8 2. Cxe7+ Ri9 3. c5"), expected);
    assert_eq!(moves("1. Che2 Hg7"), expected[..2]);
    let error = read(b"1. Ce2", None).unwrap().play(&options(), 100).unwrap_err().to_string();
    assert!(error.contains("b2e2") && error.contains("h2e2"), "{error}");
}

#[test]
fn what_follows_tells_what_an_ambiguous_move_means() {
    let fen = "3k5/9/2P6/9/2P6/9/9/9/9/5K3 w - - 0 1";
    let moves = |text: &str| {
        let parsed = read(format!("[FEN \"{fen}\"]\n\n{text}").as_bytes(), None).unwrap();
        parsed
            .play(&options(), 100)
            .map(|it| it.game.moves().iter().map(|&mv| it.game.coordinates(mv)).collect::<Vec<_>>())
    };
    assert_eq!(moves("P7+1 d9e9 c5b5").unwrap()[0], "c7c8");
    assert_eq!(moves("P7+1 d9e9 P7.8 e9d9 c6c7").unwrap(), ["c5c6", "d9e9", "c7b7", "e9d9", "c6c7"]);
    assert!(moves("P7+1 d9e9").is_err());
}

#[test]
fn a_position_may_stand_before_the_moves_without_a_tag() {
    let fen = "3k5/9/9/9/9/9/4R4/9/9/5K3 w - - 0 1";
    for text in
        [format!("{fen}\ne3e4"), format!("position fen {fen} moves e3e4"), format!("fen {fen} moves e3e4")]
    {
        let game = read(text.as_bytes(), None)
            .unwrap()
            .play(&options(), 9)
            .unwrap_or_else(|e| panic!("{text}: {e}"))
            .game;
        assert_eq!((game.ply(), game.start_fen().as_str()), (1, fen), "{text}");
    }
    let stones = "15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w";
    let parsed = read(format!("{stones}\ni9").as_bytes(), None).unwrap();
    let chosen = parsed.ruleset(None).unwrap();
    assert_eq!(parsed.play(&Options::defaults(chosen.ruleset), 9).unwrap().game.ply(), 1);
}

#[test]
fn an_sgf_with_the_number_of_another_game_is_read_if_its_board_tells() {
    let ruleset = |text: &str| {
        read(text.as_bytes(), None)
            .map(|parsed| parsed.ruleset(None).unwrap().ruleset)
            .map_err(|error| error.to_string())
    };
    assert_eq!(ruleset("(;GM[1]SZ[15];B[hh];W[ii])"), Ok(Ruleset::Gomoku));
    assert_eq!(ruleset("(;GM[5]FF[4];B[hh];W[ii])"), Ok(Ruleset::Gomoku));
    assert_eq!(ruleset("(;GM[4]RU[1];B[hh])"), Ok(Ruleset::GomokuStandard));
    assert_eq!(ruleset("(;GM[4]RU[4];B[hh])"), Ok(Ruleset::Renju));
    for text in ["(;GM[1]SZ[15]KM[6.5];B[hh])", "(;GM[1]SZ[19];B[dd])", "(;GM[1];B[dd])", "(;GM[7];B[hh])"] {
        assert!(ruleset(text).unwrap_err().contains("expected GM[4]"), "{text}");
    }
}
