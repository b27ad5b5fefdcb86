//! The longest and most expensive games that a request can contain.

use duiyi::rules::{Game, Move, Options, Ruleset, gomoku, splitmix64, xiangqi};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Random numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = splitmix64(self.0);
        (self.0 >> 33) as usize % end
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// A game as a request describes it.
#[derive(Clone, Debug)]
pub struct GameInput {
    pub ruleset: Ruleset,
    pub options: Value,
    pub fen: Option<String>,
    pub moves: Vec<String>,
}

impl GameInput {
    /// The fields of a request that describe the game.
    pub fn fields(&self) -> Value {
        let mut fields =
            json!({"ruleset": self.ruleset.name(), "options": self.options, "moves": self.moves});
        if let Some(fen) = &self.fen {
            fields["fen"] = json!(fen);
        }
        fields
    }

    /// The fields of a request that imports the game as a record.
    pub fn record(&self) -> Value {
        let header = self.fen.as_ref().map_or_else(String::new, |fen| format!("[FEN \"{fen}\"]\n"));
        let record = header + &self.moves.join(" ");
        json!({"ruleset": self.ruleset.name(), "options": self.options, "record": record})
    }

    pub fn up_to(&self, plies: usize) -> GameInput {
        let moves = self.moves.iter().take(plies).cloned().collect();
        GameInput { moves, ..self.clone() }
    }
}

fn xiangqi_from(fen: Option<&str>) -> Game {
    let options = xiangqi::Options { no_capture_limit: 0, ..xiangqi::Options::default() };
    Game::new(&Options::Xiangqi(options), fen).expect("a position to play from")
}

fn described(fen: Option<&str>, moves: Vec<String>) -> GameInput {
    let options = json!({"no_capture_limit": 0});
    GameInput { ruleset: Ruleset::Xiangqi, options, fen: fen.map(str::to_owned), moves }
}

/// How the moves of a request are written.
#[derive(Clone, Copy, Debug)]
pub enum Notation {
    Coordinates,
    Chinese,
}

impl Notation {
    fn write(self, game: &Game, mv: Move) -> String {
        match self {
            Notation::Coordinates => game.coordinates(mv),
            Notation::Chinese => game.describe(mv).chinese.expect("Xiangqi has it"),
        }
    }
}

fn pieces(game: &Game) -> usize {
    let fen = game.fen();
    let board = fen.split(' ').next().unwrap_or_default();
    board.bytes().filter(u8::is_ascii_alphabetic).count()
}

/// Random moves without a capture and without an end of the game. The longer the game has no capture, the more
/// positions can repeat.
pub fn quiet(fen: Option<&str>, plies: usize, notation: Notation) -> GameInput {
    let mut random = Random(2026);
    let mut game = xiangqi_from(fen);
    let mut moves = Vec::with_capacity(plies);
    while moves.len() < plies {
        let mut legal = game.legal_moves();
        random.shuffle(&mut legal);
        let before = pieces(&game);
        let goes_on = legal.into_iter().find_map(|mv| {
            let text = notation.write(&game, mv);
            game.play(mv).expect("it is legal");
            let is_quiet = pieces(&game) == before && game.outcome().is_none();
            if !is_quiet {
                game.undo(1).expect("it was just played");
            }
            is_quiet.then_some(text)
        });
        moves.push(goes_on.expect("a quiet move that goes on"));
    }
    described(fen, moves)
}

/// Red has many rooks; Black moves an elephant back and forth.
const ROOKS: &str = "2bakab2/4a4/9/1R5R1/3R1R3/R5R2/1R5R1/3R1R3/R3A3R/4K4 w - - 0 1";
const ELEPHANT: [&str; 2] = ["c9a7", "a7c9"];

/// A game in whose last position nearly every rook move would repeat an early position for the third time, so that the
/// referee has to judge all of them.
///
/// Call the first position P. The game visits the positions after every quiet rook move of P, without returning to P: a
/// second rook moves before the first returns. Then it plays the whole way back.
pub fn repetitions_to_judge() -> GameInput {
    let mut game = xiangqi_from(Some(ROOKS));
    let mut moves = Vec::new();
    let mut left = quiet_moves(&game);
    Random(2026).shuffle(&mut left);
    let mut away = left.pop().expect("a rook can move");
    let mut way = vec![away.clone()];
    play(&mut game, &mut moves, &away);
    while let Some(place) = left.iter().position(|next| exchange(&game, &away, next).is_some()) {
        let next = left.remove(place);
        let steps = exchange(&game, &away, &next).expect("it was just found");
        for step in &steps {
            play(&mut game, &mut moves, step);
        }
        way.extend(steps);
        away = next;
    }
    for step in way.iter().rev() {
        play(&mut game, &mut moves, &backwards(step));
    }
    assert!(game.outcome().is_none(), "no position has occurred three times yet");
    described(Some(ROOKS), moves)
}

fn backwards(mv: &str) -> String {
    let (from, to) = mv.split_at(2);
    format!("{to}{from}")
}

/// Plays Red's move and Black's reply.
fn play(game: &mut Game, moves: &mut Vec<String>, mv: &str) {
    for text in [mv, ELEPHANT[moves.len() / 2 % 2]] {
        let played = game.parse(text).and_then(|mv| game.play(mv));
        played.unwrap_or_else(|error| panic!("{text} in {}: {error}", game.fen()));
        moves.push(text.to_owned());
    }
}

/// The rook moves that do not capture, give check or block the elephant.
fn quiet_moves(game: &Game) -> Vec<String> {
    let is_quiet = |mv: &Move| {
        let mut after = game.clone();
        let is_played = after.play(*mv).is_ok();
        is_played && !after.in_check() && pieces(&after) == pieces(game) && after.parse(ELEPHANT[0]).is_ok()
    };
    let texts = game.legal_moves().into_iter().filter(is_quiet).map(|mv| game.coordinates(mv));
    texts.filter(|text| !text.starts_with('e')).collect()
}

/// The two moves that lead from the position after `away` to the position after `next`; `None` if they cannot be
/// played.
fn exchange(game: &Game, away: &str, next: &str) -> Option<Vec<String>> {
    if away[..2] == next[..2] {
        return None;
    }
    let mut after = game.clone();
    let mut moves = Vec::new();
    let steps = [next.to_owned(), backwards(away)];
    for (step, elephant) in steps.iter().zip([ELEPHANT[1], ELEPHANT[0]]) {
        after.parse(step).and_then(|mv| after.play(mv)).ok()?;
        if after.in_check() || after.outcome().is_some() || pieces(&after) != pieces(game) {
            return None;
        }
        after.parse(elephant).and_then(|mv| after.play(mv)).ok()?;
        moves.push(step.clone());
    }
    Some(moves)
}

/// The shortest time of five runs.
fn cost<T>(run: impl Fn() -> T) -> Duration {
    let least = (0..5).map(|_| {
        let started = Instant::now();
        std::hint::black_box(run());
        started.elapsed()
    });
    least.min().unwrap_or_default()
}

/// The FEN, among many crowded positions, whose legal moves take longest to write in all notations.
pub fn slowest_to_write() -> String {
    let mut random = Random(2026);
    let positions = (0..400).filter_map(|_| {
        let fen = crowded(&mut random);
        let options = Options::Xiangqi(xiangqi::Options::default());
        let game = Game::new(&options, Some(&fen)).ok().filter(|game| game.outcome().is_none())?;
        let write_all = || game.legal_moves().into_iter().map(|mv| game.describe(mv)).collect::<Vec<_>>();
        Some((cost(write_all), fen))
    });
    positions.max_by_key(|(cost, _)| *cost).expect("one of them is valid").1
}

/// A random FEN with a guard in front of each general and many rooks, cannons and horses.
fn crowded(random: &mut Random) -> String {
    const PIECES: [char; 6] = ['R', 'C', 'N', 'R', 'c', 'n'];
    let most = 10 + random.below(30);
    let mut board = [['.'; 9]; 10];
    for _ in 0..most {
        board[1 + random.below(8)][random.below(9)] = PIECES[random.below(PIECES.len())];
    }
    (board[0][4], board[1][4], board[8][4], board[9][4]) = ('k', 'a', 'A', 'K');
    fen_of(&board) + " w - - 0 1"
}

fn fen_of(board: &[[char; 9]; 10]) -> String {
    let rows = board.iter().map(|row| {
        let mut text = String::new();
        let mut empty = 0;
        for &piece in row {
            if piece == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &std::mem::take(&mut empty).to_string();
            }
            text.push(piece);
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    });
    rows.collect::<Vec<_>>().join("/")
}

/// A game that fills the board without a five until no move can continue it.
pub fn full_board(ruleset: Ruleset, size: u8) -> GameInput {
    let variant = gomoku::Variant::of(ruleset).expect("a ruleset with stones");
    let options = gomoku::Options { board_size: size, ..gomoku::Options::new(variant) };
    // In every direction but along the files, the pattern has at most two stones of a color in a row.
    let is_black = |file: u8, rank: u8| (file + 2 * (rank / 2)) % 4 < 2;
    let points = |wanted: bool| {
        let all = (0..size).flat_map(move |rank| (0..size).map(move |file| (file, rank)));
        let those = all.filter(move |&(file, rank)| is_black(file, rank) == wanted);
        those.map(|(file, rank)| format!("{}{}", char::from(b'a' + file), rank + 1))
    };
    let mut game = Game::new(&Options::Gomoku(options), None).expect("an empty board");
    let mut moves = Vec::new();
    let mut left = [points(true).collect::<Vec<_>>(), points(false).collect()];
    while let Some(place) =
        left[moves.len() % 2].iter().position(|point| play_if_it_continues(&mut game, point))
    {
        let point = left[moves.len() % 2].remove(place);
        moves.push(point);
    }
    let options = match ruleset {
        Ruleset::Renju => json!({}),
        _ => json!({"board_size": size}),
    };
    GameInput { ruleset, options, fen: None, moves }
}

/// Places a stone unless that ends the game or is forbidden; returns whether it did.
fn play_if_it_continues(game: &mut Game, point: &str) -> bool {
    if game.parse(point).and_then(|mv| game.play(mv)).is_err() {
        return false;
    }
    let goes_on = game.outcome().is_none();
    if !goes_on {
        game.undo(1).expect("it was just played");
    }
    goes_on
}

/// The FEN in the test data whose forbidden points take longest to find.
pub fn slowest_forbidden_points() -> String {
    let text = include_str!("../../tests/data/renju-forbidden.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let boards = lines.filter_map(|line| line.split_once(';')).map(|(fen, _)| fen.trim());
    let options = Options::defaults(Ruleset::Renju);
    let costs = boards.map(|fen| {
        let game = Game::new(&options, Some(fen)).expect("a position of the tests");
        (cost(|| game.forbidden()), fen)
    });
    costs.max_by_key(|(cost, _)| *cost).expect("there are boards").1.to_owned()
}
