use super::xqf_file::{Keys, xqf_file};
use super::*;
use crate::rules::Ruleset;
use crate::rules::gomoku::{self, Opening, Point, Variant};
use proptest::prelude::*;

fn random_game_of(options: &Options, start: Option<&str>, seed: u64, plies: usize) -> Game {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut game = Game::new(options, start).unwrap();
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.random_range(0..moves.len())]).unwrap();
    }
    game
}

fn five_in_a_row(variant: Variant, size: u8) -> Options {
    Options::Gomoku(gomoku::Options { board_size: size, ..gomoku::Options::new(variant) })
}

/// Reads a record from its bytes alone.
pub fn read_back(bytes: &[u8]) -> Imported {
    let parsed = read(bytes, None).unwrap();
    let chosen = parsed.ruleset(None).unwrap();
    let options = parsed.options(Options::defaults(chosen.ruleset), false).unwrap();
    parsed.play(&options, usize::MAX).unwrap().with_ruleset(chosen)
}

fn assert_same(read: &Game, game: &Game, what: &str) {
    let facts = |game: &Game| (game.start_fen(), game.fen(), game.moves(), game.outcome());
    assert_eq!(facts(read), facts(game), "{what}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_format_of_xiangqi_gives_the_game_back(seed: u64, plies in 0_usize..150, has_start: bool) {
        let start = "3ak4/9/4b4/9/9/4R4/7r1/4C4/4A4/4K4 b - - 3 17";
        let game = random_game_of(&options(), has_start.then_some(start), seed, plies);
        for moves in [PgnMoves::Coordinates, PgnMoves::Chinese, PgnMoves::Wxf] {
            let text = Export::Pgn(moves).write(&game, &tags(), &[]).unwrap();
            let back = read_back(&text);
            assert_same(&back.game, &game, "pgn");
            prop_assert_eq!(&back.import.tags, &tags());
            prop_assert!(back.import.notes.is_empty());
        }
        let back = read_back(&Export::DhtmlXq.write(&game, &tags(), &[]).unwrap());
        assert_same(&back.game, &game, "dhtmlxq");
        prop_assert_eq!(back.import.tags, Tags { event: "Li \"the\" \\ \"First\" - Wang".into(), ..tags() });
    }

    #[test]
    fn every_format_of_five_in_a_row_gives_the_stones_back(
        seed: u64,
        plies in 1_usize..60,
        size in 9_u8..=20,
        variant in prop::sample::select(Variant::ALL.to_vec()),
    ) {
        let size = if variant == Variant::Renju { 15 } else { size };
        let game = random_game_of(&five_in_a_row(variant, size), None, seed, plies);
        let back = read_back(&Export::Sgf.write(&game, &tags(), &[]).unwrap());
        prop_assert_eq!(back.game.ruleset(), game.ruleset());
        assert_same(&back.game, &game, "sgf");
        prop_assert_eq!(&back.import.tags, &Tags { date: "2026-11-20".into(), ..tags() });
        let back = read_back(&Export::Pgn(PgnMoves::Coordinates).write(&game, &tags(), &[]).unwrap());
        assert_same(&back.game, &game, "pgn");
        // These do not say which kind of five in a row it is.
        let renlib = [Export::TextBoard, Export::Pos];
        for format in std::iter::once(Export::Psq).chain(renlib.into_iter().filter(|_| size == 15)) {
            let parsed = read(&format.write(&game, &tags(), &[]).unwrap(), None).unwrap();
            prop_assert_eq!(parsed.format.name(), format.name());
            let options = parsed.options(game.options(), false).unwrap();
            assert_same(&parsed.play(&options, 400).unwrap().game, &game, format.name());
        }
    }

    #[test]
    fn an_sgf_keeps_the_start_position(seed: u64, stones in 1_usize..12, plies in 0_usize..20) {
        let options = five_in_a_row(Variant::Standard, 15);
        let start = random_game_of(&options, None, seed, stones).fen();
        let game = random_game_of(&options, Some(&start), seed, plies);
        let back = read_back(&Export::Sgf.write(&game, &tags(), &[]).unwrap());
        assert_same(&back.game, &game, "sgf");
        prop_assert!(Export::Psq.write(&game, &tags(), &[]).is_err());
        prop_assert!(Export::Pos.write(&game, &tags(), &[]).is_err());
    }

    #[test]
    fn an_xqf_file_with_any_keys_gives_the_game_back(
        seed: u64,
        plies in 0_usize..80,
        version in 1_u8..=18,
        mask: u8,
        or: [u8; 4],
        keys: [u8; 4],
        has_start: bool,
    ) {
        let start = "3ak4/9/4b4/9/9/4R4/7r1/4C4/4A4/4K4 b - - 0 1";
        let game = random_game_of(&options(), has_start.then_some(start), seed, plies);
        let keys = Keys { version, mask, or, keys };
        let back = read_back(&xqf_file(&game, keys, &[1, 2]));
        prop_assert_eq!(back.game.start_fen(), game.start_fen());
        prop_assert_eq!(back.game.moves(), game.moves());
        prop_assert_eq!(back.import.tags.first, "胡荣华");
        let count = plies.min(game.ply()).min(2);
        // The file does not say that the game is over where it is drawn by the rules.
        let is_ended = |note: &Note| matches!(note, Note::WouldHaveEnded { ply, .. } if *ply == game.ply());
        prop_assert!(back.import.notes.iter().all(is_ended), "{:?}", back.import.notes);
        prop_assert_eq!(back.import.tree.map_or(0, |tree| tree.counts().0), count);
    }
}

#[test]
fn the_choices_of_an_opening_are_left_out_where_there_are_only_stones() {
    let options = gomoku::Options { opening: Opening::Taraguchi10, ..gomoku::Options::new(Variant::Renju) };
    let mut game = Game::new(&Options::Gomoku(options), None).unwrap();
    for mv in ["h8", "stay", "h9", "swap", "h10", "stay", "j10", "offer_10"] {
        game.play_text(mv).unwrap();
    }
    let Game::Gomoku(own) = &game else { unreachable!() };
    assert_eq!(own.stones_played().len(), 4);
    for format in [Export::Psq, Export::TextBoard, Export::Pos] {
        let back = read_back(&format.write(&game, &tags(), &[]).unwrap()).game;
        let Game::Gomoku(back) = back else { unreachable!() };
        assert_eq!(back.stones_played(), own.stones_played(), "{}", format.name());
    }
    let text =
        String::from_utf8(Export::Pgn(PgnMoves::Coordinates).write(&game, &tags(), &[]).unwrap()).unwrap();
    assert!(text.contains("offer_10"));
}

#[test]
fn what_is_exported_is_read_back_with_its_options_and_opening_choices() {
    let renju = gomoku::Options { opening: Opening::Taraguchi10, ..gomoku::Options::new(Variant::Renju) };
    let caro = gomoku::Options {
        board_size: 13,
        opening: Opening::Swap2,
        ..gomoku::Options::new(Variant::CaroExact)
    };
    let loses = gomoku::Options { forbidden_loses: true, ..gomoku::Options::new(Variant::Renju) };
    let draw =
        xiangqi::Options { no_capture_limit: 40, ..xiangqi::Options::with(xiangqi::Repetition::Tiantian) };
    for (options, moves) in [
        (Options::Gomoku(renju), "h8 stay h9 swap h10 stay j10 offer_10"),
        (Options::Gomoku(caro), "a1 b2 c3 swap d4 e5"),
        (Options::Gomoku(loses), "h8 h9 i9"),
        (Options::Xiangqi(draw), "h2e2 h9g7"),
    ] {
        let mut game = Game::new(&options, None).unwrap();
        for mv in moves.split(' ') {
            game.play_text(mv).unwrap();
        }
        let formats = [Export::Pgn(PgnMoves::Coordinates), Export::Text, Export::Sgf, Export::DhtmlXq];
        for format in formats {
            let Ok(text) = format.write(&game, &tags(), &[]) else { continue };
            let back = read_back(&text).game;
            assert_same(&back, &game, &format!("{} {}", format.name(), String::from_utf8_lossy(&text)));
            assert_eq!(back.options(), options, "{}", format.name());
        }
    }
}

#[test]
fn points_count_from_the_corner_that_each_format_has() {
    let mut game = Game::new(&five_in_a_row(Variant::Freestyle, 15), None).unwrap();
    for mv in ["a15", "b14", "o1"] {
        game.play_text(mv).unwrap();
    }
    let text =
        |format: Export| String::from_utf8(format.write(&game, &Tags::default(), &[]).unwrap()).unwrap();
    assert!(text(Export::Sgf).contains("\n;B[aa];W[bb];B[oo])"));
    assert!(text(Export::Psq).contains("\n1,1,0\n2,2,0\n15,15,0\n"));
    assert_eq!(Export::Pos.write(&game, &Tags::default(), &[]).unwrap(), [3, 0, 16, 224]);
    let board = text(Export::TextBoard);
    assert!(
        board.contains(" 15 X . .") && board.contains(" 14 . O .") && board.contains(". X 1\n"),
        "{board}"
    );
    assert!(board.contains("      1 A15       2 B14\n      3 O1\n"), "{board}");
    assert_eq!(Point::parse("o1"), Some(Point::new(14, 0)));
}

#[test]
fn a_format_of_another_game_is_refused_with_those_that_are_right() {
    let xiangqi = Game::new(&options(), None).unwrap();
    let large = Game::new(&five_in_a_row(Variant::Freestyle, 19), None).unwrap();
    let refusal = |format: Export, game: &Game| format.write(game, &tags(), &[]).unwrap_err().to_string();
    for format in [Export::Sgf, Export::Psq, Export::TextBoard, Export::Pos] {
        assert!(refusal(format, &xiangqi).contains("expected one of dhtmlxq, pgn"));
    }
    assert!(refusal(Export::DhtmlXq, &large).contains("expected one of sgf, psq, pgn"));
    assert!(refusal(Export::Pos, &large).contains("not 19"));
    let chinese = Export::Pgn(PgnMoves::Chinese).write(&large, &tags(), &[]);
    assert!(matches!(chinese, Err(ExportError::Notation(_))));
}

#[test]
fn a_position_with_more_pieces_than_a_set_is_written_as_fen_only() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let game = Game::new(&options(), Some(start)).unwrap();
    let text = String::from_utf8(Export::DhtmlXq.write(&game, &tags(), &[]).unwrap()).unwrap();
    assert!(
        text.contains("[DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[")
    );
    assert!(!text.contains("DhtmlXQ_fen"));
    let six_soldiers = "4k4/9/9/9/9/9/9/9/9/4K4".replace("9/9/9/9/9/9/9/9", "9/9/PPPPPP3/9/9/9/9/9");
    let setup: xiangqi::Setup = six_soldiers.parse().unwrap();
    assert_eq!(pieces::squares(&setup), None);
}

#[test]
fn a_ruleset_has_one_title() {
    let titles: std::collections::HashSet<&str> =
        Ruleset::ALL.into_iter().map(|ruleset| pgn::title(&Options::defaults(ruleset))).collect();
    assert_eq!(titles.len(), Ruleset::ALL.len());
    assert!(!titles.contains(pgn::EXACT_CARO));
}
