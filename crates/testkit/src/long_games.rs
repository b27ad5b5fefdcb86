//! The longest and most expensive games that fit into a request.

use crate::processor::cost;
use duiyi_rules::{Game, Move, Options, Ruleset, gomoku, splitmix64, xiangqi};
use serde_json::{Value, json};
use std::collections::HashSet;

/// Pseudorandom numbers, the same in every run.
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
pub struct GameRequest {
    pub ruleset: Ruleset,
    pub options: Value,
    pub fen: Option<String>,
    pub moves: Vec<String>,
}

impl GameRequest {
    /// The body of a request that lists the moves.
    pub fn fields(&self) -> Value {
        let mut fields =
            json!({"ruleset": self.ruleset.name(), "options": self.options, "moves": self.moves});
        if let Some(fen) = &self.fen {
            fields["fen"] = json!(fen);
        }
        fields
    }

    /// The body of a request with the game as a record.
    pub fn record(&self) -> Value {
        let header = self.fen.as_ref().map_or_else(String::new, |fen| format!("[FEN \"{fen}\"]\n"));
        let record = header + &self.moves.join(" ");
        json!({"ruleset": self.ruleset.name(), "options": self.options, "record": record})
    }

    /// The game after its first `plies` moves.
    pub fn up_to(&self, plies: usize) -> GameRequest {
        let moves = self.moves.iter().take(plies).cloned().collect();
        GameRequest { moves, ..self.clone() }
    }
}

fn xiangqi_from(fen: Option<&str>) -> Game {
    let options = xiangqi::Options { no_capture_limit: 0, ..xiangqi::Options::default() };
    Game::new(&Options::Xiangqi(options), fen).expect("a position to play from")
}

fn xiangqi_request(fen: Option<&str>, moves: Vec<String>) -> GameRequest {
    let options = json!({"no_capture_limit": 0});
    GameRequest { ruleset: Ruleset::Xiangqi, options, fen: fen.map(str::to_owned), moves }
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

/// A game of random moves without captures that is not over. Without captures, every later position may repeat every
/// earlier one.
pub fn quiet(fen: Option<&str>, plies: usize, notation: Notation) -> GameRequest {
    const BACKTRACK: usize = 20;
    let mut random = Random(2026);
    let mut game = xiangqi_from(fen);
    let mut moves = Vec::with_capacity(plies);
    while moves.len() < plies {
        let mut legal = game.legal_moves();
        random.shuffle(&mut legal);
        let before = pieces(&game);
        let next = legal.into_iter().find_map(|mv| {
            let text = notation.write(&game, mv);
            game.play(mv).expect("it is legal");
            let is_quiet = pieces(&game) == before && game.outcome().is_none();
            if !is_quiet {
                game.undo(1).expect("it was just played");
            }
            is_quiet.then_some(text)
        });
        match next {
            Some(text) => moves.push(text),
            // Every move captures or ends the game: backtrack.
            None => {
                let plies = moves.len().min(BACKTRACK);
                game.undo(plies).expect("that many moves were played");
                moves.truncate(moves.len() - plies);
            }
        }
    }
    xiangqi_request(fen, moves)
}

/// Red has pieces whose moves can be reversed, and Black moves an elephant back and forth.
const OPEN: &str = "2b1kab2/4a4/9/1R5C1/9/3N1N3/C7R/9/4A4/4K4 w - - 0 1";
const ELEPHANT: [&str; 2] = ["c9a7", "a7c9"];

/// A game in whose final position P nearly every move of Red would repeat a position for the third time, and the first
/// occurrence was long ago. The server has to judge each of these repetitions.
///
/// The game starts at P. First Red visits the positions after nearly every move of P, without returning to P: a piece makes
/// its move, another piece makes its own, the first one moves back, and so on. Then Red walks through new positions, and
/// back to P the same way.
pub fn many_pending_repetitions(plies: usize) -> GameRequest {
    let mut walk = Walk::new(xiangqi_from(Some(OPEN)));
    let mut left = walk.quiet_moves();
    Random(2026).shuffle(&mut left);
    // The move of the piece that is not at home.
    let mut away = left.pop().expect("a piece can move");
    walk.step(&away);
    while let Some((place, steps)) = left.iter().enumerate().find_map(|(place, next)| {
        let steps = [next.clone(), backwards(&away)];
        let is_other_piece = away[..2] != next[..2];
        (is_other_piece && walk.clone().can_step(&steps)).then_some((place, steps))
    }) {
        away = left.remove(place);
        steps.iter().for_each(|step| walk.step(step));
    }
    let mut random = Random(2026);
    while walk.red_moves.len() < plies / 4 {
        let moves = walk.quiet_moves();
        assert!(!moves.is_empty(), "no move leads from {} to a new position", walk.game.fen());
        walk.step(&moves[random.below(moves.len())]);
    }
    let red_moves = walk.red_moves.clone();
    red_moves.iter().rev().for_each(|step| walk.step(&backwards(step)));
    assert!(walk.game.outcome().is_none(), "no position has occurred three times yet");
    xiangqi_request(Some(OPEN), walk.moves)
}

/// Positions in which Red can give check for long without a capture.
const CHECKS: [&str; 3] = [
    "3k5/9/9/n7n/9/r7r/R6R1/4B4/4A4/4KA3 w - - 0 1",
    "3k1ab2/4a4/4b4/9/9/9/R8/1C7/4A4/4KAB2 w - - 0 1",
    "3k5/9/9/n1n6/r7r/2c3c2/1N2C2N1/R3B3R/4A4/4KA3 w - - 0 1",
];

/// The longest game found in which every move of Red gives check and nothing is captured. No position occurs three times, but
/// many have occurred twice: the ruling on a repetition goes back to the beginning, since Red has always checked.
pub fn perpetual_check(penalty: &str) -> GameRequest {
    let walks = CHECKS.iter().flat_map(|&fen| (0..3).map(move |seed| (fen, checks(fen, Random(seed)))));
    let (fen, moves) = walks.max_by_key(|(_, moves)| moves.len()).expect("there are positions");
    let request = xiangqi_request(Some(fen), moves);
    GameRequest { options: json!({"no_capture_limit": 0, "repetition_penalty": penalty}), ..request }
}

/// Random checks of Red and evasions of Black. Goes back a few plies where there is no further one.
fn checks(fen: &str, mut random: Random) -> Vec<String> {
    const TRIES: usize = 10_000;
    const BACKTRACK: usize = 12;
    let mut game = xiangqi_from(Some(fen));
    let (mut moves, mut longest) = (Vec::new(), Vec::new());
    for _ in 0..TRIES {
        let mut legal = game.legal_moves();
        random.shuffle(&mut legal);
        let (before, red) = (pieces(&game), moves.len() % 2 == 0);
        let next = legal.into_iter().find_map(|mv| {
            let text = game.coordinates(mv);
            game.play(mv).expect("it is legal");
            let goes_on = pieces(&game) == before && game.outcome().is_none() && game.in_check() == red;
            if !goes_on {
                game.undo(1).expect("it was just played");
            }
            goes_on.then_some(text)
        });
        if let Some(text) = next {
            moves.push(text);
            continue;
        }
        if moves.len() > longest.len() {
            longest.clone_from(&moves);
        }
        let plies = (1 + random.below(BACKTRACK)).min(moves.len());
        game.undo(plies).expect("that many moves were played");
        moves.truncate(moves.len() - plies);
    }
    longest
}

/// A game in which Red walks through positions while Black's elephant moves back and forth.
#[derive(Clone)]
struct Walk {
    game: Game,
    /// The moves of both sides.
    moves: Vec<String>,
    red_moves: Vec<String>,
    /// The boards that have occurred with Red to move.
    seen: HashSet<String>,
}

impl Walk {
    fn new(game: Game) -> Walk {
        let seen = HashSet::from([board(&game)]);
        Walk { game, moves: Vec::new(), red_moves: Vec::new(), seen }
    }

    /// Plays a move of Red and the reply of Black's elephant.
    fn step(&mut self, mv: &str) {
        let elephant = self.elephant();
        for text in [mv, elephant] {
            let played = self.game.parse(text).and_then(|mv| self.game.play(mv));
            played.unwrap_or_else(|error| panic!("{text} in {}: {error}", self.game.fen()));
            self.moves.push(text.to_owned());
        }
        self.seen.insert(board(&self.game));
        self.red_moves.push(mv.to_owned());
    }

    fn elephant(&self) -> &'static str {
        ELEPHANT[self.red_moves.len() % 2]
    }

    /// Red's quiet and reversible moves to new positions.
    fn quiet_moves(&self) -> Vec<String> {
        let texts = self.game.legal_moves().into_iter().map(|mv| self.game.coordinates(mv));
        let can_go_back = texts.filter(|text| !text.starts_with("e0") && !text.starts_with("e1"));
        can_go_back.filter(|text| self.clone().can_step(std::slice::from_ref(text))).collect()
    }

    /// Plays the moves and returns whether all are legal and reversible, neither capture nor check, and lead to new positions.
    fn can_step(&mut self, steps: &[String]) -> bool {
        let before = pieces(&self.game);
        steps.iter().all(|step| {
            let is_quiet = self.try_play(step)
                && !self.game.in_check()
                && self.try_play(self.elephant())
                && pieces(&self.game) == before
                && self.game.parse(&backwards(step)).is_ok();
            self.red_moves.push(step.clone());
            is_quiet && self.seen.insert(board(&self.game))
        })
    }

    fn try_play(&mut self, text: &str) -> bool {
        self.game.parse(text).and_then(|mv| self.game.play(mv)).is_ok()
    }
}

fn board(game: &Game) -> String {
    game.fen().split(' ').next().unwrap_or_default().to_owned()
}

fn backwards(mv: &str) -> String {
    let (from, to) = mv.split_at(2);
    format!("{to}{from}")
}

/// The position, of many crowded ones, whose legal moves take longest to write in all notations.
pub fn slowest_to_write() -> String {
    let mut random = Random(2026);
    let positions = (0..400).filter_map(|_| {
        let fen = crowded(&mut random);
        let options = Options::Xiangqi(xiangqi::Options::default());
        let game = Game::new(&options, Some(&fen)).ok().filter(|game| game.outcome().is_none())?;
        let write_all = || game.legal_moves().into_iter().map(|mv| game.describe(mv)).collect::<Vec<_>>();
        Some((cost(5, write_all), fen))
    });
    positions.max_by_key(|(cost, _)| *cost).expect("one of them is valid").1
}

/// A random position with all rooks, cannons and horses, and an advisor in front of each general.
fn crowded(random: &mut Random) -> String {
    let mut board = [['.'; 9]; 10];
    for piece in "RRCCNNrrccnn".chars() {
        board[1 + random.below(8)][random.below(9)] = piece;
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

/// A game without a five that fills the board except for one point.
pub fn full_board(ruleset: Ruleset, size: u8) -> GameRequest {
    let variant = gomoku::Variant::of(ruleset).expect("a ruleset with stones");
    let options = gomoku::Options { board_size: size, ..gomoku::Options::new(variant) };
    // The pattern has at most two stones of a color in a row, except along the files.
    let is_black = |file: u8, rank: u8| (file + 2 * (rank / 2)) % 4 < 2;
    let points = |wanted: bool| {
        let all = (0..size).flat_map(move |rank| (0..size).map(move |file| (file, rank)));
        let points = all.filter(move |&(file, rank)| is_black(file, rank) == wanted);
        points.map(|(file, rank)| format!("{}{}", char::from(b'a' + file), rank + 1))
    };
    let mut game = Game::new(&Options::Gomoku(options), None).expect("an empty board");
    let mut moves = Vec::new();
    let mut left = [points(true).collect::<Vec<_>>(), points(false).collect()];
    while let Some(place) = left[moves.len() % 2].iter().position(|point| play_on(&mut game, point)) {
        let point = left[moves.len() % 2].remove(place);
        moves.push(point);
    }
    let options = match ruleset {
        Ruleset::Renju => json!({}),
        _ => json!({"board_size": size}),
    };
    GameRequest { ruleset, options, fen: None, moves }
}

/// Places a stone unless that is forbidden or ends the game; returns whether it did.
fn play_on(game: &mut Game, point: &str) -> bool {
    if game.parse(point).and_then(|mv| game.play(mv)).is_err() {
        return false;
    }
    let continues = game.outcome().is_none();
    if !continues {
        game.undo(1).expect("it was just played");
    }
    continues
}

/// The position in the tests' data whose forbidden points take longest to find.
pub fn slowest_to_forbid() -> String {
    let text = include_str!("../../rules/tests/data/renju-forbidden.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let boards = lines.filter_map(|line| line.split_once(';')).map(|(fen, _)| fen.trim());
    let options = Options::defaults(Ruleset::Renju);
    let costs = boards.map(|fen| {
        let game = Game::new(&options, Some(fen)).expect("a position of the tests");
        (cost(5, || game.forbidden()), fen)
    });
    costs.max_by_key(|(cost, _)| *cost).expect("there are boards").1.to_owned()
}
