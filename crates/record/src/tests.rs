mod annotations;
mod bounds;
mod collections;
mod cost;
mod facts;
mod foreign;
mod fuzz;
mod names;
mod round_trips;
mod samples;
mod trees;
mod whole_trees;
mod xqf_file;

use super::*;
use crate::rules::{MoveError, Options, Ruleset, gomoku, xiangqi};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

fn options() -> Options {
    Options::Xiangqi(xiangqi::Options::default())
}

/// Why a record could not be imported.
#[derive(Debug)]
#[expect(dead_code, reason = "a failed test shows it")]
enum Refusal {
    Read(ReadError),
    Play(ImportError),
}

fn import(options: &Options, text: &str) -> Result<Game, Refusal> {
    import_up_to(options, text, usize::MAX)
}

fn import_up_to(options: &Options, text: &str, limit: usize) -> Result<Game, Refusal> {
    let parsed = read(text.as_bytes(), None).map_err(Refusal::Read)?;
    Ok(parsed.play(options, limit).map_err(Refusal::Play)?.game)
}

fn tags() -> Tags {
    Tags {
        first: "Li \"the\" \\ \"First\"".into(),
        second: "Wang".into(),
        date: "2026.11.20".into(),
        ..Tags::default()
    }
}

fn random_game(seed: u64, start: Option<&str>) -> Game {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut game = Game::new(&options(), start).unwrap();
    for _ in 0..random.random_range(0..120) {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.random_range(0..moves.len())]).unwrap();
    }
    game
}

#[test]
fn an_exported_game_imports_unchanged() {
    let black_first = "3ak4/9/4b4/9/9/4R4/7r1/4C4/4A4/4K4 b - - 3 17";
    for seed in 0..200 {
        let game = random_game(seed, (seed % 4 == 0).then_some(black_first));
        let read = import(&options(), &pgn(&game, &tags(), PgnMoves::Coordinates, &[])).unwrap();
        assert_eq!(
            (read.start_fen(), read.moves(), read.outcome()),
            (game.start_fen(), game.moves(), game.outcome())
        );
        let read = import(&options(), &text(&game, &tags())).unwrap();
        assert_eq!(
            (read.start_fen(), read.moves(), read.outcome()),
            (game.start_fen(), game.moves(), game.outcome())
        );
    }
}

#[test]
fn every_notation_and_layout_is_read() {
    let expected = ["h2e2", "h9g7", "h0g2"];
    for record in [
        "h2e2 h9g7 h0g2",
        "1. 炮二平五 马8进7 2. 马二进三",
        "1. C2=5 H8+7 2. H2+3 *",
        "  1.C2.5  {the central cannon} H8+7 ; a comment\n2.H2+3",
        "[Red \"A\"]\n[Black \"B\"]\n\n1. H2-E2 H9-G7\n2. H0-G2\n*",
        "h2e2, h9g7, h0g2",
        "\u{feff}Red: A\r\nResult: *\r\n\r\n1. h2e2! h9g7?!\r\n2. h0g2 $1",
        "1. h2e2 (1. b2e2 {not (this); one} (h0g2) h9g7) h9g7 2. h0g2",
        "１．炮２平５ 马８进７ ２．马２进３",
        "; of the h2e2 kind\n1.h2e2 h9g7 {a; b\n} 2.h0g2",
    ] {
        let game = import(&options(), record).unwrap_or_else(|error| panic!("{record}: {error:?}"));
        let moves: Vec<String> = game.moves().into_iter().map(|mv| game.coordinates(mv)).collect();
        assert_eq!(moves, expected, "{record}");
    }
}

#[test]
fn a_result_that_the_board_does_not_show_is_imported() {
    let game = import(&options(), "h2e2 h9g7 0-1").unwrap();
    assert_eq!(
        game.outcome(),
        Some(Outcome::Won { winner: Side::Second, reason: crate::rules::WinReason::Resignation })
    );
    assert!(import(&options(), "h2e2 1/2-1/2").unwrap().outcome().is_some());
    assert!(import(&options(), "h2e2 *").unwrap().outcome().is_none());
    assert!(import(&options(), "[Result \"1-0\"]\nh2e2").unwrap().outcome().is_some());
}

#[test]
fn errors_name_the_ply() {
    match import(&options(), "1. h2e2 h9g7 2. h2e2") {
        Err(Refusal::Play(ImportError::Move { ply: 3, text, error: MoveError::Illegal(_), .. })) => {
            assert_eq!(text, "h2e2")
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(import(&options(), "h2e2 (c3c4 h9g7"), Err(Refusal::Read(_))));
    assert!(matches!(import(&options(), "h2e2 c3c4) h9g7"), Err(Refusal::Read(_))));
    assert!(matches!(import(&options(), "h2e2 *\n[Red \"A\"]\nh2e2"), Err(Refusal::Read(_))));
    assert!(matches!(import(&options(), "h2e2 {never closed"), Err(Refusal::Read(_))));
    assert!(matches!(import(&options(), "[FEN \"9/9 w\"]"), Err(Refusal::Play(ImportError::Position(_)))));
}

#[test]
fn a_record_longer_than_the_limit_is_refused_before_a_move_is_played() {
    let read = |limit| import_up_to(&options(), "[Result \"*\"]\n1. h2e2 h9g7 2. e9e9 *", limit);
    assert!(matches!(read(2), Err(Refusal::Play(ImportError::TooLong { plies: 3, limit: 2 }))));
    assert!(matches!(read(3), Err(Refusal::Play(ImportError::Move { ply: 3, .. }))));
}

#[test]
fn the_picture_shows_every_piece_and_the_last_move() {
    let game = import(&options(), "h2e2").unwrap();
    let picture = svg(&game);
    assert_eq!(picture.matches("url(#disc)").count(), 32);
    assert_eq!(picture.matches("class=\"last\"").count(), 2);
    let soldiers = format!("href=\"#u{:x}\"", u32::from('兵'));
    assert_eq!(picture.matches(&soldiers).count(), 5);
}

#[test]
fn boards_have_their_star_points() {
    for (board_size, stars) in [(9, 5), (14, 4), (15, 5), (19, 9), (20, 4)] {
        let options = gomoku::Options { board_size, ..gomoku::Options::new(gomoku::Variant::Freestyle) };
        let picture = svg(&Game::new(&Options::Gomoku(options), None).unwrap());
        assert_eq!(picture.matches("r=\"4\"").count(), stars, "{board_size}");
    }
}

#[cfg(feature = "png")]
#[test]
fn a_png_is_the_picture_in_pixels_on_every_board() {
    for (options, size) in [(options(), (882, 972)), (Options::defaults(rules::Ruleset::Renju), (972, 972))] {
        let picture = png(&Game::new(&options, None).unwrap());
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
        let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
        assert_eq!((number(16), number(20)), size);
        assert!(picture.len() < 200_000, "{} bytes", picture.len());
    }
}

#[test]
fn a_record_has_the_times_that_are_known_and_is_read_with_them() {
    let mut game = Game::new(&options(), None).unwrap();
    for mv in ["h2e2", "h9g7", "h0g2", "i9h9", "b0c2"] {
        game.play_text(mv).unwrap();
    }
    let clocks = [Some(3_605_990), None, Some(59_049), Some(0)];
    let record = pgn(&game, &tags(), PgnMoves::Coordinates, &clocks);
    let moves: Vec<&str> =
        record.lines().filter(|line| line.contains('-') && !line.starts_with('[')).collect();
    let expected = [
        "1. H2-E2 {[%clk 1:00:05.9]} H9-G7",
        "2. H0-G2 {[%clk 0:00:59.0]} I9-H9 {[%clk 0:00:00.0]}",
        "3. B0-C2",
    ];
    assert_eq!(moves, expected);
    for notation in [PgnMoves::Coordinates, PgnMoves::Chinese, PgnMoves::Wxf] {
        let record = pgn(&game, &tags(), notation, &clocks);
        let parsed = read(record.as_bytes(), None).unwrap();
        let imported = parsed.play(&options(), usize::MAX).unwrap();
        assert_eq!(imported.game.moves(), game.moves());
        assert_eq!(imported.import.notes, [], "a time is no comment that is lost");
    }
}

#[test]
fn the_times_of_a_game_that_the_second_side_begins_stay_with_their_moves() {
    let black_first = "3ak4/9/4b4/9/9/4R4/7r1/4C4/4A4/4K4 b - - 3 17";
    let mut game = Game::new(&options(), Some(black_first)).unwrap();
    for mv in ["h3h4", "e4f4"] {
        game.play_text(mv).unwrap();
    }
    let record = pgn(&game, &tags(), PgnMoves::Coordinates, &[Some(1000), Some(2000)]);
    assert!(record.contains("17. ... H3-H4 {[%clk 0:00:01.0]}\n18. E4-F4 {[%clk 0:00:02.0]}"), "{record}");
}

#[test]
fn headers_are_read_as_they_were_written() {
    let record = pgn(&random_game(1, None), &tags(), PgnMoves::Coordinates, &[]);
    let parsed = read(record.as_bytes(), None).unwrap();
    assert_eq!((parsed.tags.first, parsed.tags.second), (tags().first, tags().second));
}

#[test]
fn a_name_does_not_change_the_format_in_which_a_record_is_read() {
    for name in ["[DhtmlXQ_x]", "[DhtmlXQ_", crate::renlib::TEXT_BOARD] {
        let named = Tags { first: name.to_owned(), ..tags() };
        let record = pgn(&random_game(1, None), &named, PgnMoves::Coordinates, &[]);
        let parsed = read(record.as_bytes(), None).unwrap();
        assert_eq!((parsed.format, parsed.tags.first.as_str()), (Format::Pgn, name));
    }
}

#[test]
fn the_picture_is_well_formed() {
    for seed in 0..20 {
        let picture = svg(&random_game(seed, None));
        let tree = roxmltree::Document::parse(&picture).unwrap();
        assert_eq!(tree.root_element().tag_name().name(), "svg");
    }
}

#[test]
fn a_name_that_reads_as_moves_does_not_disturb_a_text_board() {
    let game = Game::new(&Options::defaults(Ruleset::Gomoku), None).unwrap();
    let tags = Tags { first: "1 H8".to_owned(), second: "2 H9".to_owned(), ..Tags::default() };
    let back = read(&Export::TextBoard.write(&game, &tags, &[]).unwrap(), None).unwrap();
    assert_eq!((back.tags.first.as_str(), back.moves().len()), ("1 H8", 0));
}

#[test]
fn a_position_may_stand_after_a_blank() {
    let parsed = read(b" 4k4/9/9/9/9/9/9/9/9/3K5 w", None).unwrap();
    assert_eq!(parsed.start_fen.as_deref(), Some("4k4/9/9/9/9/9/9/9/9/3K5 w"));
}

proptest::proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "(?s).{0,200}") {
        let _ = import(&options(), &text);
    }

    #[test]
    fn no_record_like_text_makes_the_reader_panic(
        pieces in proptest::collection::vec(
            proptest::sample::select(vec![
                "1.", "h2e2", "炮二平五", "马8进7", "C2=5", "+R-1", "{", "}", "(", ")", ";", "\n", " ", "[", "]",
                "[FEN \"", "\"]", "4k4/9/9/9/9/9/9/9/9/3K5 w", "1-0", "*", ":", "Result", "$", "!", "…", "、",
            ]),
            0..40,
        )
    ) {
        let _ = import(&options(), &pieces.concat());
    }
}
