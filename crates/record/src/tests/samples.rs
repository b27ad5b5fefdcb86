//! Records found in the wild: `tests/data/records/README.md` names their sources.

use super::*;
use crate::rules::{Ruleset, WinReason};

macro_rules! sample {
    ($name:literal) => {
        &include_bytes!(concat!("../../../../tests/data/records/", $name))[..]
    };
}

fn play(bytes: &[u8]) -> Imported {
    let parsed = read(bytes, None).unwrap();
    let chosen = parsed.ruleset(None).unwrap();
    let options = parsed.options(Options::defaults(chosen.ruleset), false).unwrap();
    parsed.play(&options, 1000).unwrap().with_ruleset(chosen)
}

const WON_BY_BLACK: Option<Outcome> =
    Some(Outcome::Won { winner: Side::Second, reason: WinReason::Resignation });

#[test]
fn a_pgn_with_lower_case_iccs_ends_where_the_rules_end_it() {
    let Imported { game, import } = play(sample!("liu-yang-1982-iccs.pgn"));
    assert_eq!((import.format, import.tags.first.as_str()), (Format::Pgn, "柳大华"));
    assert_eq!(import.tags.event, "1982年全国赛");
    // The last position repeats the one after 121 plies, which the source gives.
    assert!(game.fen().starts_with("3akc3/9/4ba3/r7p/P1bC5/9/8P/3AB1N2/4K1nR1/2B6 b"), "{}", game.fen());
    assert_eq!((game.ply(), import.notes), (125, Vec::new()));
    assert_eq!(game.outcome(), Some(Outcome::Drawn { reason: crate::rules::DrawReason::Agreement }));
}

#[test]
fn a_chinese_pgn_in_gb18030_is_read_to_its_end_and_no_further() {
    let Imported { game, import } = play(sample!("network-2017-gb18030.pgn"));
    assert_eq!(game.ply(), 102);
    assert_eq!(game.outcome(), Some(Outcome::Drawn { reason: crate::rules::DrawReason::Agreement }));
    assert_eq!((import.tags.site.as_str(), import.tags.date.as_str()), ("华山", "2017-03-20"));
    assert_eq!(import.tags.first, "红方棋手(北斗)");
    assert_eq!(import.notes, [Note::CommentsLeftOut { count: 1 }], "the text after the end");
}

#[test]
fn the_older_wxf_format_is_read() {
    let Imported { game, import } = play(sample!("playok-wxf.txt"));
    let moves: Vec<String> = game.moves().into_iter().map(|mv| game.coordinates(mv)).collect();
    assert_eq!(moves, ["h2e2", "h9g7", "h0g2", "b9c7"]);
    assert_eq!((import.format, import.tags.first.as_str()), (Format::Wxf, "A"));
    assert_eq!(game.outcome().and_then(Outcome::winner), Some(Side::First));
}

#[test]
fn an_enciphered_xqf_and_a_dhtmlxq_of_one_game_agree() {
    let xqf = play(sample!("jiang-hu-1992-v18.xqf"));
    let dhtmlxq = play(sample!("jiang-hu-1992-dhtmlxq.txt"));
    assert_eq!(xqf.game.moves(), dhtmlxq.game.moves());
    assert_eq!((xqf.game.ply(), xqf.game.outcome()), (106, WON_BY_BLACK));
    assert_eq!((dhtmlxq.game.fen(), dhtmlxq.game.outcome()), (xqf.game.fen(), WON_BY_BLACK));
    let expected = Tags {
        event: "全国象棋个人锦标赛".into(),
        site: "北京".into(),
        date: "1992年10月31日".into(),
        round: String::new(),
        first: "安徽蒋志梁".into(),
        second: "上海胡荣华".into(),
    };
    assert_eq!(xqf.import.tags, expected);
    assert_eq!(dhtmlxq.import.tags.second, "上海 胡荣华");
    assert_eq!((xqf.import.notes, dhtmlxq.import.notes), (Vec::new(), Vec::new()));
    assert_eq!(xqf.import.tree.map(|tree| tree.counts()), Some((1, 0)));
    assert_eq!(dhtmlxq.import.tree.map(|tree| tree.counts()), Some((2, 1)));
}

#[test]
fn xqf_files_of_other_versions_are_read() {
    let plain = play(sample!("jinsong-1999-v10.xqf"));
    assert_eq!((plain.game.ply(), plain.import.tags.event.as_str()), (43, "金松擂台"));
    let endgame = play(sample!("endgame-285-v16.xqf"));
    assert_eq!(
        endgame.game.outcome(),
        Some(Outcome::Won { winner: Side::First, reason: WinReason::Checkmate })
    );
    assert_eq!((endgame.game.ply(), endgame.import.notes), (3, Vec::new()));
    assert_eq!(endgame.import.tree.map(|tree| tree.counts()), Some((1, 1)));
}

#[test]
fn a_composed_endgame_starts_from_its_own_position() {
    let Imported { game, import } = play(sample!("endgame-11-dhtmlxq.txt"));
    assert_eq!((game.ply(), import.tags.event.as_str()), (13, "第011局"));
    assert!(game.start_fen().starts_with("3k2b2/4P4/crR1b2Rc/"), "{}", game.start_fen());
    assert_eq!(game.outcome().and_then(Outcome::winner), Some(Side::First), "{}", game.fen());
}

#[test]
fn moves_after_a_mate_are_left_out_with_a_note() {
    let record = "[FEN \"3k5/9/4R4/9/9/9/9/9/4R4/5K3 w - - 0 1\"]\n\n1. e1d1 d9e9 2. e7e8 0-1";
    let Imported { game, import } = play(record.as_bytes());
    assert_eq!((game.ply(), game.outcome().and_then(Outcome::winner)), (1, Some(Side::Second)));
    let left_out = Note::MovesAfterTheEndLeftOut { count: 2, ply: 1 };
    assert_eq!(left_out.detail(), "the game is over after ply 1: 2 moves were left out");
    assert_eq!(import.notes[0], left_out);
    assert!(matches!(&import.notes[1..], [Note::ResultContradicts { ply: 1, .. }]), "{:?}", import.notes);
}

#[test]
fn the_names_of_the_players_follow_the_order_of_the_moves() {
    let names = |record: &str| {
        let tags = read(record.as_bytes(), None).unwrap().tags;
        (tags.first, tags.second)
    };
    let expected = ("A".to_owned(), "B".to_owned());
    for record in [
        "[Red \"A\"]\n[Black \"B\"]\n\nh2e2",
        "[White \"A\"]\n[Black \"B\"]\n\nh2e2",
        "[White \"B\"]\n[Black \"A\"]\n\nh8",
        "红方：A\n黑方：B\n炮二平五",
        "Black: A\nWhite: B\n\n1. h8 i9",
    ] {
        assert_eq!(names(record), expected, "{record}");
    }
}

#[test]
fn dhjhtmlxq_has_numbers_for_names() {
    let record = "<p>[DHJHtmlXQ]\n[DHJHtmlXQ_17]胡荣华[/DHJHtmlXQ_17]\n[DHJHtmlXQ_28]红胜[/DHJHtmlXQ_28]\n\
        [DHJHtmlXQ_31]****k******************************************************R***********************K*****[/DHJHtmlXQ_31]\n\
        [DHJHtmlXQ_32]0[/DHJHtmlXQ_32]\n[DHJHtmlXQ_34]3646[/DHJHtmlXQ_34]\n[/DHJHtmlXQ]</p>";
    let board = "****k****".to_owned() + &"*".repeat(45) + "***R*****" + &"*".repeat(18) + "***K*****";
    let record = record.replace(record.split_once("_31]").unwrap().1.split_once('[').unwrap().0, &board);
    let Imported { game, import } = play(record.as_bytes());
    assert_eq!(game.start_fen(), "4k4/9/9/9/9/9/3R5/9/9/3K5 w - - 0 1");
    assert_eq!((game.ply(), import.tags.first.as_str()), (1, "胡荣华"));
}

#[test]
fn a_renju_game_is_known_by_its_fifth_stones() {
    let Imported { game, import } = play(sample!("orc-2003.sgf"));
    assert_eq!((game.ruleset(), game.ply()), (Ruleset::Renju, 10));
    assert_eq!(game.outcome(), WON_BY_BLACK, "White, who moves second");
    assert_eq!((import.tags.first.as_str(), import.tags.date.as_str()), ("PlayerB", "2003-10-07"));
    assert_eq!((import.notes, import.tree.map(|tree| tree.counts())), (Vec::new(), Some((1, 0))));
}

#[test]
fn setup_stones_make_a_start_position() {
    let Imported { game, import } = play(sample!("web-renju-board.sgf"));
    assert_eq!(game.start_fen(), "15/15/15/15/15/15/8b6/6wb7/6w8/15/15/15/15/15/15 b");
    assert_eq!(import.notes, [Note::RulesetAssumed]);
}

#[test]
fn a_board_that_no_ruleset_has_is_refused_with_its_size() {
    let Imported { game, import } = play(sample!("gomocup-20x20.psq"));
    assert_eq!((game.ply(), import.tags.second.as_str()), (16, "renjusolver.ZIP"));
    assert!(matches!(&game, Game::Gomoku(own) if own.rules().board_size == 20));
    let again = Export::Psq.write(&game, &import.tags, &[]).unwrap();
    assert_eq!(play(&again).game.moves(), game.moves());
    let larger = String::from_utf8_lossy(sample!("gomocup-20x20.psq")).replace("20x20", "21x21");
    for (record, ruleset, size, expected) in [
        (larger.as_bytes(), Ruleset::Gomoku, "21 by 21", "9 to 20"),
        (sample!("gomocup-20x20.psq"), Ruleset::Renju, "20 by 20", "15 to 15"),
    ] {
        let parsed = read(record, None).unwrap();
        assert_eq!(parsed.moves().len(), 16);
        let message = parsed.options(Options::defaults(ruleset), false).unwrap_err();
        assert!(message.contains(size) && message.contains(expected), "{message}");
    }
    let Imported { game, import } = play(sample!("gomocup-2025-shape.psq"));
    let moves: Vec<String> = game.moves().into_iter().map(|mv| game.coordinates(mv)).collect();
    assert_eq!(moves, ["h8", "i8", "h7", "i7"]);
    assert_eq!((import.tags.first.as_str(), import.tags.second.as_str()), ("RAPFI25.zip", "JAX25.zip"));
}

/// In Go, `tt` is a pass on boards of up to 19 lines.
#[test]
fn the_last_point_of_the_largest_board_is_no_pass() {
    let Imported { game, .. } = play(b"(;GM[4]SZ[20];B[tt];W[aa])");
    assert_eq!(game.fen(), format!("w19/{}19b b", "20/".repeat(18)));
}

#[test]
fn a_text_board_of_renlib_is_read() {
    let Imported { game, import } = play(sample!("renlib-text-board.txt"));
    let moves: Vec<String> = game.moves().into_iter().map(|mv| game.coordinates(mv)).collect();
    assert_eq!(moves, ["h8", "h9", "j10", "i9", "i8", "g9", "j9", "j8", "f9", "k10"]);
    assert_eq!((import.format, import.notes), (Format::TextBoard, vec![Note::RulesetAssumed]));
}

#[test]
fn joined_points_are_several_moves_of_five_in_a_row() {
    let Imported { game, import } = play(b"h8i9g10h9j11");
    assert_eq!((game.ply(), import.notes.as_slice()), (5, &[Note::RulesetAssumed][..]));
    let parsed = read(b"h2e2", None).unwrap();
    assert_eq!(parsed.ruleset(None).unwrap().ruleset, Ruleset::Xiangqi);
    let renju = Options::defaults(Ruleset::Renju);
    assert_eq!(parsed.play(&renju, 10).unwrap().game.ply(), 2);
}

#[test]
fn a_contradiction_names_both_rulesets() {
    let xqf = read(sample!("jiang-hu-1992-v18.xqf"), None).unwrap();
    let message = xqf.ruleset(Some(Ruleset::Renju)).unwrap_err();
    assert!(message.contains("says renju") && message.contains("of xiangqi"), "{message}");
    let sgf = read(sample!("orc-2003.sgf"), None).unwrap();
    assert!(sgf.ruleset(Some(Ruleset::Gomoku)).unwrap_err().contains("renju"));
    let psq = read(sample!("gomocup-2025-shape.psq"), None).unwrap();
    assert!(psq.ruleset(Some(Ruleset::Xiangqi)).unwrap_err().contains("five in a row"));
    assert!(psq.ruleset(Some(Ruleset::Renju)).is_ok());
    let unknown = read(b"[Event \"?\"]\n\nhello", None).unwrap();
    assert!(unknown.ruleset(None).unwrap_err().contains("is required"));
}

#[test]
fn a_bad_record_names_its_line_its_ply_or_its_byte() {
    let refusal = |bytes: &[u8]| read(bytes, None).unwrap_err().to_string();
    assert!(refusal(b"[Event \"?\"]\n\n1. h2e2 {never\nclosed").starts_with("line 3: expected }"));
    assert!(refusal(b"[DhtmlXQ_movelist]774770[/DhtmlXQ_movelist]").starts_with("line 1: movelist, ply 2"));
    assert!(refusal(b"\n[DhtmlXQ_binit]12[/DhtmlXQ_binit]").starts_with("line 2: binit: expected 64 digits"));
    assert!(refusal(b"(;GM[4]SZ[15]\n;B[hh]\n;W[hz])").starts_with("line 3: ply 2: expected a point"));
    assert!(refusal(b"(;GM[4]SZ[15];B[hh];B[ii])").contains("expected a move of white, got one of black"));
    assert!(refusal(b"(;GM[4]SZ[21];B[uu])").contains("up to 20 points, got SZ[21]"));
    assert!(refusal(b"(;GM[4]SZ[19];B[tt])").contains("got a pass"));
    assert!(refusal(b"(;GM[1]SZ[19];B[dd])").starts_with("line 1: expected GM[4]"));
    assert!(refusal(b"Piskvorky 15x15, 0:0, 0\n8,8,0\n16,1,0\n").starts_with("line 3: ply 2"));
    let mut xqf = sample!("jiang-hu-1992-v18.xqf").to_vec();
    xqf.truncate(1100);
    assert!(refusal(&xqf).starts_with("byte 1100: expected another move"));
    xqf.truncate(500);
    assert!(refusal(&xqf).starts_with("byte 500: expected an XQF header"));
    xqf[2] = 19;
    assert!(refusal(&xqf).starts_with("byte 2: expected an XQF version up to 18"));
    let parsed = read(b"[Game \"Chinese Chess\"]\n\n1. h2e2 h9g7\n2. h2h3", None).unwrap();
    let error = parsed.play(&options(), 10).unwrap_err().to_string();
    assert!(error.starts_with("ply 3, line 4, \"h2h3\":"), "{error}");
}
