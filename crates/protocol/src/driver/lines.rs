//! The lines that a program reports, as far as the rules of the game allow them.

use super::info::Info;
use crate::FirstRank;
use duiyi_engine::{Line, Score, SearchReport, Source};
use duiyi_rules::{Game, Move};
use std::time::{Duration, Instant};

/// The most moves of a line that are looked at.
const LONGEST_LINE: usize = 64;
/// The most lines that are kept.
const MOST_LINES: usize = 256;

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The best move.
    pub best: Move,
    /// The best lines, that of the best move first. Empty if the program reports none.
    pub lines: Vec<Line>,
    /// The nodes of the whole search.
    pub nodes: u64,
    /// How full the table is, from 0 to 1.
    pub hash_full: f64,
    /// How long the search took.
    pub time: Duration,
}

impl Found {
    /// The score for the side to move, if the program reports any.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// The same as a report of this engine, by a program with this name. None without a score.
    pub fn report(&self, name: &str) -> Option<SearchReport> {
        let first = self.lines.first()?;
        Some(SearchReport {
            best: self.best,
            ponder: first.pv.get(1).copied(),
            source: Source::Search,
            score: first.score,
            win_rate: first.score.win_rate(),
            depth: first.depth,
            seldepth: first.seldepth,
            nodes: self.nodes,
            time: self.time,
            hash_hit_rate: 0.0,
            hash_full: self.hash_full,
            lines: self.lines.clone(),
            by: Some(name.to_owned()),
        })
    }
}

/// The lines of a search so far.
#[derive(Debug)]
pub struct Lines<'a> {
    game: &'a Game,
    ranks: FirstRank,
    /// How many are wanted.
    wanted: usize,
    allowed: &'a [Move],
    lines: Vec<Line>,
    nodes: u64,
    hash_full: f64,
    started: Instant,
}

impl<'a> Lines<'a> {
    /// Before the search of this position, for this many lines. If `allowed` is not empty, the search is for these moves only.
    pub fn new(game: &'a Game, ranks: FirstRank, wanted: usize, allowed: &'a [Move]) -> Lines<'a> {
        let wanted = wanted.clamp(1, MOST_LINES);
        let started = Instant::now();
        Lines { game, ranks, wanted, allowed, lines: Vec::new(), nodes: 0, hash_full: 0.0, started }
    }

    /// Takes a line of output. What has been found, if the line completes the lines of a depth.
    pub fn add(&mut self, text: &str) -> Option<Found> {
        let info = Info::parse(text)?;
        self.nodes = self.nodes.max(info.nodes);
        self.hash_full = f64::from(info.hash_full.min(1000)) / 1000.0;
        let pv = self.legal_part(&info.moves);
        // A place that leaves a gap is none.
        if pv.is_empty() || info.place > self.wanted || info.place > self.lines.len() + 1 {
            return None;
        }
        let line = Line {
            pv,
            score: info.score,
            bound: info.bound,
            depth: info.depth,
            seldepth: info.seldepth.max(info.depth),
            nodes: info.nodes,
        };
        match self.lines.get_mut(info.place - 1) {
            Some(old) => *old = line,
            None => self.lines.push(line),
        }
        let expected = match self.allowed {
            [] => self.game.legal_moves().len(),
            allowed => allowed.len(),
        };
        let is_complete =
            info.place == self.wanted.min(expected) && self.lines.iter().all(|line| line.depth >= info.depth);
        is_complete.then(|| self.so_far()).flatten()
    }

    /// What has been found so far.
    pub fn so_far(&self) -> Option<Found> {
        let best = *self.lines.first()?.pv.first()?;
        Some(self.found(best, self.lines.clone()))
    }

    /// What has been found when the search ends with this move, in coordinates. None if the move is not legal or not allowed.
    pub fn end(&self, best: &str) -> Option<Found> {
        let best = self.read(self.game, best).filter(|best| self.is_allowed(*best))?;
        let mut lines = self.lines.clone();
        match lines.iter().position(|line| line.pv.first() == Some(&best)) {
            Some(place) => lines[..=place].rotate_right(1),
            None => {
                if let Some(first) = lines.first() {
                    let line = Line { pv: vec![best], ..first.clone() };
                    lines.insert(0, line);
                    lines.truncate(self.wanted);
                }
            }
        }
        Some(self.found(best, lines))
    }

    fn found(&self, best: Move, lines: Vec<Line>) -> Found {
        let (nodes, hash_full) = (self.nodes, self.hash_full);
        Found { best, lines, nodes, hash_full, time: self.started.elapsed() }
    }

    fn is_allowed(&self, mv: Move) -> bool {
        self.allowed.is_empty() || self.allowed.contains(&mv)
    }

    fn read(&self, game: &Game, text: &str) -> Option<Move> {
        game.parse(&self.ranks.read(text)?).ok()
    }

    /// The moves up to the first that the rules refuse.
    fn legal_part(&self, moves: &[&str]) -> Vec<Move> {
        let mut game = self.game.clone();
        let mut legal = Vec::new();
        for text in moves.iter().take(LONGEST_LINE) {
            let Some(mv) = self.read(&game, text) else { break };
            if legal.is_empty() && !self.is_allowed(mv) || game.play(mv).is_err() {
                break;
            }
            legal.push(mv);
        }
        legal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::{Options, Ruleset};

    fn game() -> Game {
        Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap()
    }

    fn texts(game: &Game, found: &Found) -> Vec<Vec<String>> {
        let line = |line: &Line| line.pv.iter().map(|&mv| game.coordinates(mv)).collect();
        found.lines.iter().map(line).collect()
    }

    #[test]
    fn a_line_is_cut_at_the_first_move_that_the_rules_refuse() {
        let game = game();
        let mut lines = Lines::new(&game, FirstRank::Zero, 1, &[]);
        let found = lines.add("info depth 3 score cp 9 nodes 50 pv h2e2 h9g7 e2e9 e0e5 h0g2").unwrap();
        assert_eq!(texts(&game, &found), [["h2e2", "h9g7"]]);
        assert_eq!(lines.add("info depth 4 score cp 9 pv h2e3 h9g7"), None);
        assert_eq!(texts(&game, &lines.so_far().unwrap()), [["h2e2", "h9g7"]]);
        assert_eq!(found.report("pikafish").unwrap().by.as_deref(), Some("pikafish"));
    }

    #[test]
    fn the_lines_of_a_depth_are_reported_together() {
        let game = game();
        let mut lines = Lines::new(&game, FirstRank::One, 2, &[]);
        assert_eq!(lines.add("info depth 1 multipv 1 score cp 9 pv h3e3"), None);
        assert!(lines.add("info depth 1 multipv 2 score cp 8 pv b3e3").is_some());
        assert_eq!(lines.add("info depth 2 multipv 1 score cp 7 pv b3e3 h10g8"), None);
        assert_eq!(lines.add("info depth 2 multipv 9 score cp 7 pv a1a2"), None, "nobody asked for it");
        let found = lines.add("info depth 2 multipv 2 score cp 6 pv h3e3").unwrap();
        assert_eq!(texts(&game, &found), [vec!["b2e2", "h9g7"], vec!["h2e2"]]);
        let end = lines.end("h3e3").unwrap();
        assert_eq!(texts(&game, &end), [vec!["h2e2"], vec!["b2e2", "h9g7"]]);
    }

    #[test]
    fn a_best_move_without_a_line_gets_the_score_of_the_first() {
        let game = game();
        let mut lines = Lines::new(&game, FirstRank::Zero, 1, &[]);
        lines.add("info depth 5 score cp 12 pv h2e2");
        let end = lines.end("b2e2").unwrap();
        assert_eq!((texts(&game, &end), end.score()), (vec![vec!["b2e2".to_owned()]], Some(Score::Cp(12))));
        assert_eq!(lines.end("h2g9"), None, "it is not legal");
    }

    #[test]
    fn only_the_moves_that_were_asked_for_count() {
        let game = game();
        let allowed = [game.parse("h2e2").unwrap(), game.parse("b2e2").unwrap()];
        let mut lines = Lines::new(&game, FirstRank::Zero, 5, &allowed);
        assert_eq!(lines.add("info depth 1 multipv 1 score cp 9 pv h0g2"), None);
        assert_eq!(lines.add("info depth 1 multipv 1 score cp 9 pv h2e2"), None);
        assert!(lines.add("info depth 1 multipv 2 score cp 9 pv b2e2").is_some(), "there are only two");
        assert_eq!(lines.end("h0g2"), None);
    }
}
