//! Games of the engine against itself. Their quiet positions, with scores and results, are the data that evaluations
//! are fitted to.

use crate::openings;
use crate::sample::Packed;
use duiyi::engine::{
    Budget, EngineSettings, Engines, Evaluation, Limits, Score, SearchReport, SearchRequest, StopFlag,
};
use duiyi::rules::xiangqi::{Game, Move, Options, Position};
use duiyi::rules::{self, Referee, Ruleset, Side};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Plays the engine against itself from random openings and appends the quiet positions to a file, 32 bytes each.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long)]
    out: PathBuf,
    /// Nodes per move.
    #[arg(long, default_value_t = 5_000)]
    nodes: u64,
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// The seed of the random openings.
    #[arg(long)]
    seed: u64,
    /// Use the hand-made evaluation.
    #[arg(long)]
    hand_made: bool,
}

/// A game is decided if the score has been beyond this for this many plies.
const DECIDED_SCORE: i32 = 1_500;
const DECIDED_PLIES: u32 = 6;
const MAX_PLIES: usize = 300;
/// Openings with a larger score for either side are skipped.
const BALANCED_SCORE: i32 = 300;

struct Sample {
    position: Position,
    score: i32,
    ply: usize,
}

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let mut out = BufWriter::new(OpenOptions::new().create(true).append(true).open(&args.out)?);
    let mut random = SmallRng::seed_from_u64(args.seed);
    let evaluation = if args.hand_made { Evaluation::HandMade } else { Evaluation::Network };
    let settings = EngineSettings { table_mib: 16, evaluation, ..EngineSettings::default() };
    let engines = Engines::for_ruleset(Ruleset::Xiangqi, settings);
    let openings = openings::of(Ruleset::Xiangqi);
    let mut positions = 0;
    for number in 1..=args.games {
        engines.clear();
        let (samples, winner) = play(&engines, opening(&openings, &mut random), args.nodes);
        for sample in &samples {
            let packed = Packed::new(&sample.position, sample.score, winner, sample.ply);
            out.write_all(packed.bytes())?;
        }
        positions += samples.len();
        if number % 100 == 0 {
            out.flush()?;
            println!("{number} games, {positions} positions");
        }
    }
    Ok(())
}

/// A random opening: from the start position or from one of the lab's openings, then some random plies.
pub fn opening(openings: &[Vec<String>], random: &mut SmallRng) -> Game {
    loop {
        let mut game = Game::new(Options::default(), None).expect("the start position is valid");
        let plies = if random.random_ratio(1, 2) {
            for text in &openings[random.random_range(0..openings.len())] {
                game.parse(text).and_then(|mv| game.play(mv)).expect("openings are legal");
            }
            random.random_range(1..=4)
        } else {
            random.random_range(4..=9)
        };
        for _ in 0..plies {
            let moves = game.legal_moves();
            if let Some(&mv) = moves.get(random.random_range(0..moves.len().max(1))) {
                game.play(mv).expect("a legal move can be played");
            }
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

fn search(engines: &Engines, game: &Game, nodes: u64) -> SearchReport {
    let request = SearchRequest { book: false, ..SearchRequest::default() };
    let budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() }, StopFlag::default());
    let game = rules::Game::Xiangqi(game.clone());
    engines.search_blocking(&game, &request, &budget, &mut |_| {}).expect("a game that is not over has moves")
}

/// Plays the game to its end and returns its samples and the winner. An unbalanced opening yields no samples.
fn play(engines: &Engines, mut game: Game, nodes: u64) -> (Vec<Sample>, Option<Side>) {
    let mut samples = Vec::new();
    let mut decided = 0;
    let first_ply = game.ply();
    loop {
        if let Some(outcome) = game.outcome() {
            return (samples, outcome.winner());
        }
        if game.ply() >= MAX_PLIES {
            return (samples, None);
        }
        let report = search(engines, &game, nodes);
        let position = game.position();
        match report.score {
            Score::Mate(mate) => {
                let winner = if mate > 0 { position.turn() } else { position.turn().other() };
                return (samples, Some(winner));
            }
            Score::Cp(score) => {
                if game.ply() == first_ply && score.abs() > BALANCED_SCORE {
                    return (Vec::new(), None);
                }
                decided = if score.abs() > DECIDED_SCORE { decided + 1 } else { 0 };
                if decided >= DECIDED_PLIES {
                    let winner = if score > 0 { position.turn() } else { position.turn().other() };
                    return (samples, Some(winner));
                }
                let is_quiet =
                    Move::try_from(report.best).is_ok_and(|mv| position.piece_at(mv.to()).is_none());
                if is_quiet && !position.in_check() {
                    samples.push(Sample { position: position.clone(), score, ply: game.ply() });
                }
            }
        }
        game.play(report.best).expect("the engine's moves are legal");
    }
}
