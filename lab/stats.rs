//! What a match's result says about strength.

use std::fmt;

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

    fn points(self) -> usize {
        self as usize
    }
}

/// Wins, draws and losses, and the pairs of games that share an opening by their half points, 0 to 4.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Score {
    games: [u32; 3],
    pairs: [u32; 5],
    first_of_pair: usize,
}

impl Score {
    /// Games come in pairs: an even number is the first of its opening.
    pub fn add(&mut self, number: usize, result: GameResult) {
        self.games[result.points()] += 1;
        if number.is_multiple_of(2) {
            self.first_of_pair = result.points();
        } else {
            self.pairs[self.first_of_pair + result.points()] += 1;
        }
    }

    /// The difference in Elo and the half width of its 95 % interval, from the pairs, whose games are not
    /// independent of each other. None while all pairs are alike.
    pub fn elo(&self) -> Option<(f64, f64)> {
        let total: f64 = self.pairs.iter().map(|&count| f64::from(count)).sum();
        let at = |points: usize| points as f64 / 4.0;
        let mean = self.weighted(at) / total;
        let variance = self.weighted(|points| (at(points) - mean).powi(2)) / total;
        let error = 1.96 * (variance / total).sqrt();
        let elo = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
        let (low, high) = (elo((mean - error).max(1e-3)), elo((mean + error).min(1.0 - 1e-3)));
        (total > 0.0 && variance > 0.0).then(|| (elo(mean), (high - low) / 2.0))
    }

    fn weighted(&self, weight: impl Fn(usize) -> f64) -> f64 {
        self.pairs.iter().enumerate().map(|(points, &count)| f64::from(count) * weight(points)).sum()
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

    #[test]
    fn elo_is_that_of_the_score() {
        let mut score = Score::default();
        for number in 0..400 {
            // Three of four points, in pairs of 2 and 1 point by turns.
            let result = if number % 4 == 1 { GameResult::Loss } else { GameResult::Win };
            score.add(number, result);
        }
        let (elo, error) = score.elo().unwrap();
        assert!((elo - 190.8).abs() < 0.1, "{elo}");
        assert!(error > 20.0 && error < 40.0, "{error}");
    }

    #[test]
    fn an_even_match_is_level_and_a_whitewash_has_no_figure() {
        let mut even = Score::default();
        let mut all = Score::default();
        for number in 0..8 {
            even.add(number, if number % 4 < 2 { GameResult::Win } else { GameResult::Loss });
            all.add(number, GameResult::Win);
        }
        assert!(even.elo().unwrap().0.abs() < 1e-9);
        assert_eq!(all.elo(), None);
    }
}
