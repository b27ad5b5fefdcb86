//! Statistics of matches: Elo with its error, and sequential tests.

use std::fmt;

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    Loss,
    Draw,
    Win,
}

impl GameResult {
    pub fn name(self) -> &'static str {
        match self {
            GameResult::Loss => "loss",
            GameResult::Draw => "draw",
            GameResult::Win => "win",
        }
    }

    pub fn from_name(name: &str) -> Option<GameResult> {
        [GameResult::Loss, GameResult::Draw, GameResult::Win].into_iter().find(|result| result.name() == name)
    }

    /// Half points: 0, 1 or 2.
    pub fn points(self) -> usize {
        self as usize
    }
}

/// Wins, draws and losses, and the number of game pairs by their half points, 0 to 4. A pair shares an opening.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Score {
    games: [u32; 3],
    pairs: [u32; 5],
}

impl Score {
    /// Games come in pairs: even indices are the first game of an opening. Games not played yet are none.
    pub fn of(games: &[Option<GameResult>]) -> Score {
        let mut score = Score::default();
        for result in games.iter().flatten() {
            score.games[result.points()] += 1;
        }
        for pair in games.chunks_exact(2) {
            if let [Some(first), Some(second)] = pair {
                score.pairs[first.points() + second.points()] += 1;
            }
        }
        score
    }

    /// Losses, draws and wins.
    pub fn games(&self) -> [u32; 3] {
        self.games
    }

    /// The number of games.
    pub fn played(&self) -> f64 {
        self.games.into_iter().map(f64::from).sum()
    }

    /// Wins plus half of the draws.
    pub fn points(&self) -> f64 {
        let [_, draws, wins] = self.games.map(f64::from);
        wins + draws / 2.0
    }

    /// The difference in Elo and half the width of its 95 % interval. It is computed from pairs, whose two games are
    /// not independent. None while all pairs have the same score.
    pub fn elo(&self) -> Option<(f64, f64)> {
        let total = self.weighted(|_| 1.0);
        let (mean, variance) = self.moments();
        let error = 1.96 * (variance / total).sqrt();
        let elo = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
        let (low, high) = (elo((mean - error).max(1e-3)), elo((mean + error).min(1.0 - 1e-3)));
        (total > 0.0 && variance > 0.0).then(|| (elo(mean), (high - low) / 2.0))
    }

    /// The mean and the variance of a pair's score, from 0 to 1.
    fn moments(&self) -> (f64, f64) {
        let total = self.weighted(|_| 1.0);
        let at = |points: usize| points as f64 / 4.0;
        let mean = self.weighted(at) / total;
        (mean, self.weighted(|points| (at(points) - mean).powi(2)) / total)
    }

    fn weighted(&self, weight: impl Fn(usize) -> f64) -> f64 {
        self.pairs.iter().enumerate().map(|(points, &count)| f64::from(count) * weight(points)).sum()
    }
}

/// A sequential probability ratio test of two hypotheses about the difference in Elo, by the normal approximation of
/// the pentanomial model (Van den Bergh, "The generalized sequential probability ratio test").
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub low: f64,
    pub high: f64,
}

impl Sprt {
    /// The logarithm of 0.95 / 0.05: a risk of 5 % each way.
    pub const LIMIT: f64 = 2.944_438_979_166_440_5;
    /// With fewer pairs the variance is too uncertain for the normal approximation.
    const LEAST_PAIRS: f64 = 20.0;

    /// Whether the test is decided, and if so whether for the higher difference.
    pub fn decision(&self, score: &Score) -> Option<bool> {
        let ratio = self.log_likelihood_ratio(score);
        let is_settled = score.weighted(|_| 1.0) >= Self::LEAST_PAIRS && ratio.abs() >= Self::LIMIT;
        is_settled.then_some(ratio > 0.0)
    }

    /// The log-likelihood ratio of the higher difference to the lower one; 0 while all pairs have the same score.
    pub fn log_likelihood_ratio(&self, score: &Score) -> f64 {
        let total = score.weighted(|_| 1.0);
        let (mean, variance) = score.moments();
        if total == 0.0 || variance == 0.0 {
            return 0.0;
        }
        let expected = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (low, high) = (expected(self.low), expected(self.high));
        total * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stronger by {:+} Elo rather than by {:+}", self.high, self.low)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [losses, draws, wins] = self.games;
        write!(f, "+{wins} ={draws} -{losses}")?;
        match self.elo() {
            Some((elo, error)) => write!(f, "  Elo {elo:+.0} ± {error:.0}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(games: usize, wins: impl Fn(usize) -> bool) -> Score {
        let result = |number| Some(if wins(number) { GameResult::Win } else { GameResult::Loss });
        Score::of(&(0..games).map(result).collect::<Vec<_>>())
    }

    #[test]
    fn elo_follows_from_the_score() {
        // 75 %, in pairs of 2 and 1 point by turns.
        let (elo, error) = score(400, |number| number % 4 != 1).elo().unwrap();
        assert!((elo - 190.8).abs() < 0.1, "{elo}");
        assert!(error > 20.0 && error < 40.0, "{error}");
    }

    #[test]
    fn an_even_match_is_level_and_a_whitewash_has_no_figure() {
        assert!(score(8, |number| number % 4 < 2).elo().unwrap().0.abs() < 1e-9);
        assert_eq!(score(8, |_| true).elo(), None);
    }

    #[test]
    fn a_game_without_its_partner_does_not_count_as_a_pair() {
        let games = [Some(GameResult::Win), None, Some(GameResult::Loss), Some(GameResult::Win)];
        let score = Score::of(&games);
        assert_eq!((score.games, score.pairs), ([1, 0, 2], [0, 0, 1, 0, 0]));
    }

    #[test]
    fn the_sprt_distinguishes_stronger_from_equal() {
        let sprt = Sprt { low: 0.0, high: 20.0 };
        let stronger = score(2000, |number| number % 4 < 2 || number % 16 == 3);
        let equal = score(8000, |number| number % 4 < 2);
        assert_eq!(sprt.decision(&stronger), Some(true));
        assert_eq!(sprt.decision(&equal), Some(false));
        assert_eq!(sprt.log_likelihood_ratio(&Score::default()), 0.0);
    }

    #[test]
    fn a_few_lucky_games_do_not_end_the_sprt() {
        let sprt = Sprt { low: 0.0, high: 40.0 };
        let lucky = score(12, |number| number != 1);
        assert!(sprt.log_likelihood_ratio(&lucky) > Sprt::LIMIT);
        assert_eq!(sprt.decision(&lucky), None);
        assert_eq!(sprt.decision(&score(60, |number| number % 4 != 1)), Some(true));
    }
}
