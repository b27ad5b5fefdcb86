//! Games of the engine against itself. Their quiet positions, with scores and results, are the data that evaluations
//! are fitted to.

use crate::openings;
use crate::sample::{GameResult, Packed};
use duiyi_engine::xiangqi::network::AccumulatorStack;
use duiyi_engine::{Budget, EngineSettings, Engines, Limits, Score, SearchReport, SearchRequest, StopFlag};
use duiyi_rules::xiangqi::{Game, Move, Options, Position};
use duiyi_rules::{self as rules, Referee, Ruleset, Side};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Plays the engine against itself from random openings and appends quiet positions to a file, 32 bytes each: those of the
/// games, and some that the searches met.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long)]
    out: PathBuf,
    /// Nodes per move.
    #[arg(long, default_value_t = 5_000)]
    nodes: u64,
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// The percentage of moves after which a position of the search tree is searched as well.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=100))]
    tree_percent: u32,
    /// The seed of the random openings.
    #[arg(long)]
    seed: u64,
}

/// A game is decided if the score has been beyond this for this many plies.
const DECIDED_SCORE: i32 = 1_500;
const DECIDED_PLIES: u32 = 6;
const MAX_PLIES: usize = 300;
/// Openings with a larger score for either side are skipped.
const BALANCED_SCORE: i32 = 300;

/// One of this many positions whose evaluation the search asks for can be taken from the tree.
const KEPT_ONE_OF: u64 = 31;
/// A position of the tree is searched if its evaluation is as near to the score of the root as this.
const NEAR_SCORE: i32 = 300;

/// A quiet position, searched.
struct Sample {
    position: Position,
    score: i32,
    ply: usize,
    is_from_game: bool,
}

impl Sample {
    fn packed(&self, winner: Option<Side>) -> Packed {
        let result = match winner {
            _ if !self.is_from_game => GameResult::Unknown,
            Some(side) => GameResult::Won(side),
            None => GameResult::Drawn,
        };
        Packed::new(&self.position, self.score, result, self.ply)
    }
}

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let mut out = BufWriter::new(OpenOptions::new().create(true).append(true).open(&args.out)?);
    let mut random = SmallRng::seed_from_u64(args.seed);
    let settings = EngineSettings { table_mib: 16, ..EngineSettings::default() };
    let engines = Engines::for_ruleset(Ruleset::Xiangqi, settings);
    engines.xiangqi_samples().keep_one_of(KEPT_ONE_OF);
    let openings = openings::of(Ruleset::Xiangqi);
    let mut positions = 0;
    for number in 1..=args.games {
        engines.clear();
        let opening = opening(&openings, &mut random);
        let (samples, winner) = play(&engines, args, opening, &mut random);
        for sample in &samples {
            out.write_all(sample.packed(winner).bytes())?;
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
fn play(
    engines: &Engines,
    args: &Args,
    mut game: Game,
    random: &mut SmallRng,
) -> (Vec<Sample>, Option<Side>) {
    let mut samples = Vec::new();
    let mut decided = 0;
    let first_ply = game.ply();
    engines.xiangqi_samples().clear();
    loop {
        if let Some(outcome) = game.outcome() {
            return (samples, outcome.winner());
        }
        if game.ply() >= MAX_PLIES {
            return (samples, None);
        }
        let report = search(engines, &game, args.nodes);
        let mut met = engines.xiangqi_samples().take();
        let position = game.position();
        let score = match report.score {
            Score::Mate(mate) => {
                let winner = if mate > 0 { position.turn() } else { position.turn().other() };
                return (samples, Some(winner));
            }
            Score::Cp(score) => score,
        };
        if game.ply() == first_ply && score.abs() > BALANCED_SCORE {
            return (Vec::new(), None);
        }
        decided = if score.abs() > DECIDED_SCORE { decided + 1 } else { 0 };
        if decided >= DECIDED_PLIES {
            let winner = if score > 0 { position.turn() } else { position.turn().other() };
            return (samples, Some(winner));
        }
        samples.extend(sample(&game, &report, true));
        met.shuffle(random);
        if random.random_ratio(args.tree_percent, 100)
            && let Some(below) = met.iter().find_map(|met| in_tree(&game, met, score))
        {
            let report = search(engines, &below, args.nodes);
            engines.xiangqi_samples().clear();
            samples.extend(sample(&below, &report, false));
        }
        game.play(report.best).expect("the engine's moves are legal");
    }
}

/// The position, if it is quiet: not in check, no mate in sight, and the best move captures nothing.
fn sample(game: &Game, report: &SearchReport, is_from_game: bool) -> Option<Sample> {
    let position = game.position();
    let Score::Cp(score) = report.score else { return None };
    let is_quiet = Move::try_from(report.best).is_ok_and(|mv| position.piece_at(mv.to()).is_none());
    let sample = Sample { position: position.clone(), score, ply: game.ply(), is_from_game };
    (is_quiet && !position.in_check()).then_some(sample)
}

/// A game from this position of the tree, if it can be quiet and its evaluation is near the score of the root.
fn in_tree(root: &Game, met: &Position, score: i32) -> Option<Game> {
    let score = if met.turn() == root.position().turn() { score } else { -score };
    let value = AccumulatorStack::new(met).evaluate(met);
    if met.in_check() || (value - score).abs() > NEAR_SCORE {
        return None;
    }
    let game = Game::new(Options::default(), Some(&met.to_string())).ok()?;
    game.outcome().is_none().then_some(game)
}
