//! Builds the opening book from lines of human games, deep searches and self-play.
//!
//! The positions that are reached most often are searched first. The candidates are human moves that lose little, and the
//! moves that the search prefers. A move's share, the probability of choosing it, depends on its score and on how often
//! humans play it. Then the engine plays games from the book, and the shares are adjusted by their results.

use duiyi_engine::xiangqi::{Book, mirrored};
use duiyi_engine::{Budget, EngineSettings, Engines, Limits, SearchReport, SearchRequest, StopFlag};
use duiyi_rules::xiangqi::{Game, Move, Options, Position};
use duiyi_rules::{self as rules, Outcome, Referee, Ruleset, Side};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The lines people play, each with a weight.
pub const PEOPLE: &str = include_str!("../../book/people.txt");

/// The size of a book and the effort to build it. The program's own book was built with the defaults.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::Args)]
pub struct Recipe {
    /// The maximum number of plies of a line.
    #[arg(long, default_value_t = 14)]
    pub plies: usize,
    /// The number of positions in the book.
    #[arg(long, default_value_t = 1_000)]
    pub positions: usize,
    /// Nodes of the search of each position.
    #[arg(long, default_value_t = 300_000)]
    pub nodes: u64,
    /// Games of the engine against itself.
    #[arg(long, default_value_t = 400)]
    pub games: usize,
    /// Nodes per move of these games.
    #[arg(long, default_value_t = 2_000)]
    pub game_nodes: u64,
    /// The seed of the games' random choices.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// The number of lines of each search.
const LINES: usize = 4;
/// The maximum loss of a book move against the best move, in hundredths of a soldier: for human moves, and for moves that
/// only the search proposes.
const MAX_LOSS_OF_HUMAN_MOVE: i32 = 90;
const MAX_LOSS: i32 = 12;
/// The temperature of the softmax over scores: a move that loses this much more is chosen less often by the factor e.
const TEMPERATURE: f64 = 25.0;
/// The fraction of a share that comes from human games, if there are any with this position.
const HUMAN_WEIGHT: f64 = 0.6;
/// The smallest share. Human moves below it are raised to it, other moves are dropped.
const MIN_SHARE: f64 = 0.07;
/// The weight of results: a move that scores 100 % is chosen more often than one that scores 50 %, by the factor
/// e^(`RESULT_WEIGHT` / 2), if it was played in many more games than [`TRUSTED_GAMES`].
const RESULT_WEIGHT: f64 = 2.0;
const TRUSTED_GAMES: f64 = 20.0;
/// A game is won at this score, and drawn after this many plies.
const DECIDED_SCORE: i32 = 700;
const MAX_PLIES: usize = 240;
/// The sum of the weights of all lines.
const TOTAL_WEIGHT: f64 = 1_000_000.0;

#[derive(Clone, Debug)]
struct Choice {
    mv: Move,
    share: f64,
    games: f64,
    points: f64,
}

struct Builder<'a> {
    recipe: &'a Recipe,
    engines: Engines,
    /// The lines of human games.
    human: Book,
    random: SmallRng,
    /// The moves of each position of the book, by the position's key.
    known: HashMap<u64, Vec<Choice>>,
}

/// Builds a book and returns it as text, which [`Book::read`] parses. Calls `progress` with the game and the chosen
/// moves of every position searched. The same recipe gives the same book.
pub fn build(recipe: &Recipe, progress: &mut dyn FnMut(&Game, &str)) -> String {
    let mut builder = Builder {
        recipe,
        engines: Engines::for_ruleset(Ruleset::Xiangqi, EngineSettings::default()),
        human: Book::read(PEOPLE),
        random: SmallRng::seed_from_u64(recipe.seed),
        known: HashMap::new(),
    };
    builder.search_positions(progress);
    for _ in 0..recipe.games {
        builder.play();
    }
    builder.write()
}

fn start() -> Game {
    Game::new(Options::default(), None).expect("the start position is valid")
}

impl Builder<'_> {
    /// Searches positions, the ones reached most often first, until there are enough.
    fn search_positions(&mut self, progress: &mut dyn FnMut(&Game, &str)) {
        let mut open = vec![(1.0_f64, start())];
        while self.known.len() < self.recipe.positions
            && let Some(next) = (0..open.len()).max_by(|&a, &b| open[a].0.total_cmp(&open[b].0))
        {
            let (likelihood, game) = open.swap_remove(next);
            if self.choices(game.position()).is_some() {
                continue;
            }
            let choices = self.search_choices(&game);
            let words: Vec<String> =
                choices.iter().map(|choice| format!("{} {:.2}", choice.mv, choice.share)).collect();
            progress(&game, &words.join(", "));
            for choice in &choices {
                let mut after = game.clone();
                let played = after.play(choice.mv.into());
                if played.is_ok() && after.outcome().is_none() && after.moves().len() < self.recipe.plies {
                    open.push((likelihood * choice.share, after));
                }
            }
            self.known.insert(game.position().key(), choices);
        }
    }

    /// The key under which the book has this position or its mirror image, and whether it is the latter.
    fn choices(&self, position: &Position) -> Option<(u64, bool)> {
        let (key, mirrored) = (position.key(), mirrored(position).key());
        [(key, false), (mirrored, true)].into_iter().find(|(key, _)| self.known.contains_key(key))
    }

    /// Searches a position of the book, and its human moves separately.
    fn search_choices(&self, game: &Game) -> Vec<Choice> {
        let position = game.position();
        let is_symmetric = mirrored(position).key() == position.key();
        let human = if is_symmetric { self.human.lines_from(position) } else { self.human.moves(position) };
        let human_moves: Vec<Move> = human.iter().map(|&(mv, _)| mv).collect();
        let mut scored: Vec<(Move, i32)> = Vec::new();
        let mut add = |report: &SearchReport| {
            for line in &report.lines {
                let Ok(mut mv) = Move::try_from(line.pv[0]) else { continue };
                // In a symmetric position a move and its mirror image are equivalent: prefer the one in the human lines.
                if is_symmetric && human_moves.contains(&mv.mirrored()) {
                    mv = mv.mirrored();
                }
                let is_same =
                    |&(other, _): &(Move, i32)| other == mv || is_symmetric && other.mirrored() == mv;
                if !scored.iter().any(is_same) {
                    scored.push((mv, line.score.in_hundredths()));
                }
            }
        };
        add(&self.search_moves(game, &[], LINES, self.recipe.nodes));
        if !human_moves.is_empty() {
            add(&self.search_moves(game, &human_moves, human_moves.len(), self.recipe.nodes));
        }
        self.choices_by_share(&scored, &human)
    }

    /// Searches these moves of a position, or all if there are none.
    fn search_moves(&self, game: &Game, moves: &[Move], lines: usize, nodes: u64) -> SearchReport {
        let search_moves = moves.iter().map(|&mv| mv.into()).collect();
        let request = SearchRequest { book: false, lines, search_moves, ..SearchRequest::default() };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let budget = Budget::new(limits, StopFlag::default());
        let game = rules::Game::Xiangqi(game.clone());
        let report = self.engines.search_blocking(&game, &request, &budget, &mut |_| {});
        report.expect("a position of the book has a legal move")
    }

    /// The moves to keep, with shares that add up to 1. `human` has the weight of each human move.
    fn choices_by_share(&self, scored: &[(Move, i32)], human: &[(Move, u32)]) -> Vec<Choice> {
        let best = scored.iter().map(|&(_, score)| score).max().unwrap_or_default();
        let human_weight =
            |mv: Move| human.iter().find(|&&(other, _)| other == mv).map_or(0, |&(_, weight)| weight);
        /// A move with its weight by score and its weight in human games.
        type Weighted = (Move, f64, f64);
        let candidates: Vec<Weighted> = scored
            .iter()
            .filter(|&&(mv, score)| {
                score >= best - if human_weight(mv) > 0 { MAX_LOSS_OF_HUMAN_MOVE } else { MAX_LOSS }
            })
            .map(|&(mv, score)| {
                let by_score = (f64::from(score - best) / TEMPERATURE).exp();
                (mv, by_score, f64::from(human_weight(mv)))
            })
            .collect();
        let sum = |weight: fn(&Weighted) -> f64| candidates.iter().map(weight).sum::<f64>();
        let (score_sum, human_sum) = (sum(|candidate| candidate.1), sum(|candidate| candidate.2));
        let part = if human_sum > 0.0 { HUMAN_WEIGHT } else { 0.0 };
        let choice = |&(mv, by_score, by_humans): &Weighted| {
            let share = (1.0 - part) * by_score / score_sum + part * by_humans / human_sum.max(1.0);
            let choice = |share| Choice { mv, share, games: 0.0, points: 0.0 };
            if by_humans > 0.0 {
                Some(choice(share.max(MIN_SHARE)))
            } else {
                (share >= MIN_SHARE).then(|| choice(share))
            }
        };
        let mut choices: Vec<Choice> = candidates.iter().filter_map(choice).collect();
        normalize(&mut choices);
        choices
    }

    /// Plays a game that starts with book moves, and records its result for each of them.
    fn play(&mut self) {
        let mut game = start();
        let mut chosen = Vec::new();
        while game.outcome().is_none()
            && let Some((key, is_mirrored)) = self.choices(game.position())
        {
            let random = self.random.random::<f64>();
            let choices = &self.known[&key];
            let index = choose(choices, random);
            let mv = if is_mirrored { choices[index].mv.mirrored() } else { choices[index].mv };
            chosen.push((key, index, game.position().turn()));
            game.play(mv.into()).expect("the moves of the book are legal");
        }
        let points = self.result(game);
        for (key, index, side) in chosen {
            let Some(choices) = self.known.get_mut(&key) else { continue };
            choices[index].games += 1.0;
            choices[index].points += if side == Side::First { points } else { 1.0 - points };
        }
    }

    /// Red's result, 0 to 1, after the engine has played the game to its end.
    fn result(&self, mut game: Game) -> f64 {
        while game.outcome().is_none() && game.moves().len() < MAX_PLIES {
            let report = self.search_moves(&game, &[], 1, self.recipe.game_nodes);
            let score = report.score.in_hundredths();
            if score.abs() >= DECIDED_SCORE {
                let red_wins = (score > 0) == (game.position().turn() == Side::First);
                return f64::from(u8::from(red_wins));
            }
            game.play(report.best).expect("the engine's moves are legal");
        }
        match game.outcome() {
            Some(Outcome::Won { winner: Side::First, .. }) => 1.0,
            Some(Outcome::Won { winner: Side::Second, .. }) => 0.0,
            Some(Outcome::Drawn { .. } | Outcome::Aborted) | None => 0.5,
        }
    }

    fn write(&mut self) -> String {
        for choices in self.known.values_mut() {
            for choice in &mut *choices {
                let trust = choice.games / (choice.games + TRUSTED_GAMES);
                let mean = if choice.games > 0.0 { choice.points / choice.games } else { 0.5 };
                choice.share *= (RESULT_WEIGHT * trust * (mean - 0.5)).exp();
            }
            normalize(choices);
        }
        let mut text = format!("# Made by `duiyi-lab book`: {:?}. Do not edit.\n", self.recipe);
        self.write_lines(&start(), 1.0, &mut Vec::new(), &mut HashSet::new(), &mut text);
        text
    }

    /// Writes the lines that continue `line`, each with its weight. A position reached again by transposition ends its line.
    fn write_lines(
        &self,
        game: &Game,
        likelihood: f64,
        line: &mut Vec<Move>,
        written: &mut HashSet<u64>,
        text: &mut String,
    ) {
        let key = game.position().key();
        let choices = self.known.get(&key).filter(|_| written.insert(key));
        let Some(choices) = choices else {
            let words: Vec<String> = line.iter().map(ToString::to_string).collect();
            let _always_writable =
                writeln!(text, "{} {}", (likelihood * TOTAL_WEIGHT).round().max(1.0), words.join(" "));
            return;
        };
        for choice in choices {
            let mut after = game.clone();
            after.play(choice.mv.into()).expect("the moves of the book are legal");
            line.push(choice.mv);
            self.write_lines(&after, likelihood * choice.share, line, written, text);
            line.pop();
        }
    }
}

fn normalize(choices: &mut [Choice]) {
    let sum: f64 = choices.iter().map(|choice| choice.share).sum();
    choices.iter_mut().for_each(|choice| choice.share /= sum);
}

/// Draws a choice by the shares; `random` is uniform between 0 and 1. Returns its index.
fn choose(choices: &[Choice], mut random: f64) -> usize {
    let is_drawn = |choice: &Choice| {
        random -= choice.share;
        random < 0.0
    };
    choices.iter().position(is_drawn).unwrap_or(choices.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: Recipe = Recipe { plies: 4, positions: 12, nodes: 600, games: 6, game_nodes: 60, seed: 3 };

    #[test]
    fn a_recipe_builds_the_same_book_every_time_and_it_parses() {
        let (mut searched, mut lengths) = (0, Vec::new());
        let text = build(&RECIPE, &mut |game, moves| {
            searched += 1;
            lengths.push(game.moves().len());
            // The start position is symmetric, and the human lines have the central cannon from h2.
            assert!(lengths.len() > 1 || moves.contains("h2e2") && !moves.contains("b2e2"), "{moves}");
        });
        assert_eq!(text, build(&RECIPE, &mut |_, _| {}));
        assert_eq!(searched, RECIPE.positions);
        assert!(lengths.iter().all(|&plies| plies < RECIPE.plies), "{lengths:?}");
        let book = Book::read(&text);
        let moves = book.lines_from(start().position());
        assert!(moves.len() > 1, "{text}");
        let total: u32 = moves.iter().map(|&(_, weight)| weight).sum();
        assert!((f64::from(total) - TOTAL_WEIGHT).abs() < TOTAL_WEIGHT / 100.0, "{total}");
    }

    #[test]
    fn losing_moves_are_left_out_and_moves_of_human_games_are_kept() {
        let builder = Builder {
            recipe: &RECIPE,
            engines: Engines::for_ruleset(Ruleset::Xiangqi, EngineSettings::with_tables(1, 1)),
            human: Book::read(PEOPLE),
            random: SmallRng::seed_from_u64(1),
            known: HashMap::new(),
        };
        let mv = |text: &str| Move::new(text[..2].parse().unwrap(), text[2..].parse().unwrap());
        let scored =
            [(mv("h2e2"), 30), (mv("h0g2"), -25), (mv("a0a1"), -25), (mv("b0a2"), 25), (mv("i0i1"), -80)];
        let human = [(mv("h0g2"), 10), (mv("h2e2"), 30), (mv("i0i1"), 10)];
        let choices = builder.choices_by_share(&scored, &human);
        let share =
            |text: &str| choices.iter().find(|choice| choice.mv == mv(text)).map(|choice| choice.share);
        assert_eq!((share("a0a1"), share("i0i1")), (None, None));
        assert!(share("h2e2") > share("h0g2") && share("h2e2") > share("b0a2"), "{choices:?}");
        assert!(share("h0g2").unwrap() > HUMAN_WEIGHT / 4.0, "{choices:?}");
        assert!((choices.iter().map(|choice| choice.share).sum::<f64>() - 1.0).abs() < 1e-9);
    }
}
