//! Measures the rules and the records on the longest games and the most expensive boards that a request can contain.

use criterion::{Criterion, criterion_group, criterion_main};
use duiyi::record::{self, PgnMoves, Tags};
use duiyi::rules::gomoku::{self, Opening, Variant};
use duiyi::rules::{Game, Move, Options, Ruleset, Side, splitmix64, xiangqi};
use std::hint::black_box;

/// The default limit on the plies of a game.
const PLIES: usize = 2_000;

fn without_capture_limit() -> Options {
    Options::Xiangqi(xiangqi::Options { no_capture_limit: 0, ..xiangqi::Options::default() })
}

/// A random game without captures, so that any of its positions may repeat.
fn quiet_game(fen: Option<&str>, plies: usize, choose: impl Fn(&Game, Move) -> bool) -> Game {
    let quiet = |game: &Game, mv: Move| match game {
        Game::Xiangqi(own) => {
            let mv = xiangqi::Move::try_from(mv).expect("a move of this game");
            own.position().piece_at(mv.to()).is_none() && !own.position().gives_check(mv)
        }
        Game::Gomoku(_) => true,
    };
    let mut game = Game::new(&without_capture_limit(), fen).expect("the start is valid");
    for ply in 0..plies {
        let warned: Vec<Move> = game.warnings().into_iter().filter_map(|warning| warning.mv).collect();
        let mut moves = game.legal_moves();
        moves.retain(|&mv| quiet(&game, mv) && choose(&game, mv) && !warned.contains(&mv));
        let Some(&mv) = moves.get(splitmix64(ply as u64) as usize % moves.len().max(1)) else { break };
        game.play(mv).expect("it is legal");
    }
    game
}

fn tags() -> Tags {
    Tags { first: "A".into(), second: "B".into(), date: "2026.11.20".into(), ..Tags::default() }
}

fn replay(game: &Game) -> Game {
    Game::replay(&game.options(), Some(&game.start_fen()), game.moves()).expect("it was played")
}

/// Computes everything that the JSON of a game contains.
fn json_fields(game: &Game) {
    black_box((game.start_fen(), game.fen(), game.turn(), game.ply(), game.in_check(), game.outcome()));
    black_box((game.verdict(), game.legal_moves(), game.forbidden(), game.warnings(), game.opening()));
    black_box(game.describe_played(0));
}

fn long_game(criterion: &mut Criterion) {
    let game = quiet_game(None, PLIES, |_, _| true);
    assert_eq!((game.ply(), game.outcome()), (PLIES, None));
    let texts = game.describe_played(0);
    let notations: [(&str, Vec<&str>); 3] = [
        ("coordinates", texts.iter().map(|text| text.coordinates.as_str()).collect()),
        ("Chinese", texts.iter().filter_map(|text| text.chinese.as_deref()).collect()),
        ("WXF", texts.iter().filter_map(|text| text.wxf.as_deref()).collect()),
    ];
    let mut group = criterion.benchmark_group("xiangqi, 2000 quiet plies");
    for (name, texts) in &notations {
        group.bench_function(format!("play from {name}"), |bencher| {
            bencher.iter(|| {
                let mut game = Game::new(&without_capture_limit(), None).expect("the start is valid");
                for text in texts {
                    game.play_text(text).expect("it was played");
                }
                game
            });
        });
    }
    let pgn = || record::pgn(&game, &tags(), PgnMoves::Coordinates, &[]);
    let import = |text: &str| record::read(text.as_bytes(), None).ok()?.play(&game.options(), PLIES).ok();
    for (name, text) in [("PGN", pgn()), ("text", record::text(&game, &tags()))] {
        let comment = "{".to_owned() + &"h2e2 ".repeat((65_500 - text.len()) / 5) + "}\n";
        let text = text + &comment;
        group.bench_function(format!("import {name} of 64 KiB"), |bencher| {
            bencher.iter(|| import(&text).expect("it was played"));
        });
    }
    for (name, unit) in
        [("words", "a "), ("lines", "炮\n"), ("headers", "a:\n"), ("brackets", "(a)"), ("comments", "{}")]
    {
        let text = unit.repeat(65_536 / unit.len());
        group.bench_function(format!("refuse 64 KiB of {name}"), |bencher| {
            bencher.iter(|| import(&text).is_none());
        });
    }
    group.bench_function("replay", |bencher| bencher.iter(|| replay(&game)));
    group.bench_function("all fields of the JSON", |bencher| bencher.iter(|| json_fields(&game)));
    group.bench_function("describe_played", |bencher| bencher.iter(|| game.describe_played(0)));
    group.bench_function("pgn", |bencher| bencher.iter(pgn));
    group.bench_function("text", |bencher| bencher.iter(|| record::text(&game, &tags())));
    group.bench_function("svg", |bencher| bencher.iter(|| record::svg(&game)));
    group.bench_function("clone and undo 1", |bencher| {
        bencher.iter(|| {
            let mut game = game.clone();
            game.undo(1).expect("it was played");
            game
        });
    });
    group.bench_function("clone and play 1", |bencher| {
        let mv = game.legal_moves()[0];
        bencher.iter(|| {
            let mut game = game.clone();
            game.play(mv).expect("it is legal");
            game
        });
    });
    group.bench_function("all prefixes", |bencher| bencher.iter(|| game.prefixes().count()));
    group.bench_function("describe every legal move", |bencher| {
        bencher.iter(|| game.legal_moves().into_iter().map(|mv| game.describe(mv)).collect::<Vec<_>>());
    });
    group.finish();
}

/// Measures repeated cycles of 2,000 plies, and a game in which many moves would complete a long cycle.
fn long_cycles(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("xiangqi, a cycle of 2000 plies");
    // The slowest to judge of a million random cycles.
    let fen = "6b2/3nk4/9/p7P/PP1n1P3/2p6/rC4P2/4B3B/4AK1p1/5A3 w - - 0 1";
    let moves = ["b3b2", "a3a2", "b2b3", "a2a3"].map(|text| Ruleset::Xiangqi.read_coordinates(text));
    let moves = moves.into_iter().cycle().take(PLIES).flatten();
    let chase = Game::replay(&without_capture_limit(), Some(fen), moves).expect("the moves are legal");
    group.bench_function("verdict", |bencher| bencher.iter(|| chase.verdict()));
    group.bench_function("replay", |bencher| bencher.iter(|| replay(&chase)));
    // The rooks have so few squares that nearly every move repeats an old position.
    let rooks_along_ranks = |game: &Game, mv: Move| {
        let text = game.coordinates(mv);
        game.turn() == Side::Second || text[1..2] == text[3..] && &text[1..2] != "0"
    };
    let shuttle = quiet_game(Some("3k1ab2/9/9/9/9/R7R/9/4B4/9/4K4 w - - 0 1"), PLIES, rooks_along_ranks);
    let most = shuttle.prefixes().max_by_key(|game| game.warnings().len()).expect("the start at least");
    let name = format!("{} warnings at ply {}", most.warnings().len(), most.ply());
    group.bench_function(name, |bencher| bencher.iter(|| most.warnings()));
    group.finish();
}

/// Boards on which the recursive check of threes goes deepest, found by hill climbing from random boards.
const DEEPEST_THREES: &str = include_str!("../crates/rules/tests/data/renju-deepest.txt");

fn stones(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("gomoku and renju");
    for fen in DEEPEST_THREES.lines().filter(|line| !line.starts_with('#')) {
        let options = Options::defaults(Ruleset::Renju);
        let game = Game::new(&options, Some(fen)).expect("the board is valid");
        group.bench_function(format!("all fields of the JSON, {fen}"), |bencher| {
            bencher.iter(|| json_fields(&game))
        });
    }
    for (variant, opening, board_size) in [
        (Variant::Freestyle, Opening::Swap2, 19),
        (Variant::Renju, Opening::Free, 15),
        (Variant::Renju, Opening::Taraguchi10, 15),
    ] {
        let options =
            Options::Gomoku(gomoku::Options { opening, board_size, ..gomoku::Options::new(variant) });
        let game = longest_game(&options);
        let name =
            |what: &str| format!("{what}, {:?} with {} of {} plies", variant, opening.name(), game.ply());
        group.bench_function(name("play"), |bencher| {
            let texts = game.describe_played(0);
            bencher.iter(|| {
                let mut game = Game::new(&options, None).expect("the start is valid");
                for text in &texts {
                    game.play_text(&text.coordinates).expect("it was played");
                }
                game
            });
        });
        group.bench_function(name("replay"), |bencher| bencher.iter(|| replay(&game)));
        group.bench_function(name("clone and undo 1"), |bencher| {
            bencher.iter(|| {
                let mut game = game.clone();
                game.undo(1).expect("it was played");
                game
            });
        });
        group.bench_function(name("svg"), |bencher| bencher.iter(|| record::svg(&game)));
        group.bench_function(name("all prefixes"), |bencher| bencher.iter(|| game.prefixes().count()));
        group.bench_function(name("all fields of the JSON"), |bencher| bencher.iter(|| json_fields(&game)));
    }
    group.finish();
}

/// The longest of 200 random games.
fn longest_game(options: &Options) -> Game {
    let random_game = |seed: u64| {
        let mut game = Game::new(options, None).expect("the start is valid");
        for ply in 0.. {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let before = game.clone();
            game.play(moves[splitmix64(seed << 32 | ply) as usize % moves.len()]).expect("it is legal");
            if game.outcome().is_some() {
                return before;
            }
        }
        game
    };
    (0..200).map(random_game).max_by_key(|game| game.ply()).expect("there are some")
}

criterion_group!(benches, long_game, long_cycles, stones);
criterion_main!(benches);
