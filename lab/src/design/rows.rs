//! Which changes play against which: a Plackett-Burman design, and what its games say of each change.
//!
//! Plackett and Burman, "The design of optimum multifactorial experiments" (1946), by Paley's construction: with a prime that
//! leaves 3 when divided by 4, the quadratic residues make a matrix of signs whose columns are orthogonal. So every game tells
//! of every change, and the figure of one change has the error that a match of it alone with as many games would have.

use crate::stats::{GameResult, mean};

/// The signs of the changes in every row: whether the first engine has the change, or the second.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows(Vec<Vec<bool>>);

/// Elo for a difference between won and lost games of all games, near 0: the derivative of `400 log10((1 + x) / (1 - x))`.
const ELO: f64 = 800.0 / std::f64::consts::LN_10;

impl Rows {
    /// The smallest design for this many changes.
    pub fn of(changes: usize) -> Rows {
        let prime = (changes.max(3)..).find(|&number| number % 4 == 3 && is_prime(number));
        let prime = prime.expect("there is always a greater such prime");
        let residues: Vec<bool> =
            (0..prime).map(|number| (0..prime).any(|root| root * root % prime == number)).collect();
        let row = |row: usize| (0..changes).map(|column| residues[(column + prime - row) % prime]).collect();
        Rows((0..prime).map(row).chain([vec![false; changes]]).collect())
    }

    pub fn number(&self) -> usize {
        self.0.len()
    }

    /// The row of a pair of games: the rows take turns.
    pub fn of_pair(&self, pair: usize) -> &[bool] {
        &self.0[pair % self.number()]
    }

    /// What each change is worth in Elo, and half the width of their 95 % intervals. None before every row has two pairs.
    /// `games` are those of the first engine; a pair shares an opening.
    pub fn effects(&self, games: &[Option<GameResult>]) -> Option<(Vec<f64>, f64)> {
        let mut scores = vec![Vec::new(); self.number()];
        for (pair, results) in games.chunks_exact(2).enumerate() {
            if let [Some(first), Some(second)] = results {
                scores[pair % self.number()].push((first.points() + second.points()) as f64 / 2.0 - 1.0);
            }
        }
        if scores.iter().any(|scores| scores.len() < 2) {
            return None;
        }
        let means: Vec<f64> = scores.iter().map(|scores| mean(scores)).collect();
        let rows = self.number() as f64;
        let effect = |change: usize| {
            let signed = self.0.iter().zip(&means).map(|(row, mean)| if row[change] { *mean } else { -mean });
            ELO * signed.sum::<f64>() / rows
        };
        let squares = |(scores, mean): (&Vec<f64>, &f64)| {
            scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>()
        };
        let pairs: usize = scores.iter().map(Vec::len).sum();
        let variance = scores.iter().zip(&means).map(squares).sum::<f64>() / (pairs - scores.len()) as f64;
        let of_means: f64 = scores.iter().map(|scores| variance / scores.len() as f64).sum();
        let effects = (0..self.0[0].len()).map(effect).collect();
        Some((effects, 1.96 * ELO * of_means.sqrt() / rows))
    }
}

fn is_prime(number: usize) -> bool {
    number > 1 && (2..number).all(|divisor| !number.is_multiple_of(divisor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn any_two_changes_are_together_in_half_of_the_rows() {
        for changes in [1, 3, 4, 11, 19, 20, 47] {
            let rows = Rows::of(changes);
            assert!(rows.number().is_multiple_of(4) && rows.number() > changes, "{changes}");
            for first in 0..changes {
                let with = rows.0.iter().filter(|row| row[first]).count();
                assert_eq!(with, rows.number() / 2, "{changes} changes");
                for second in 0..first {
                    let together = rows.0.iter().filter(|row| row[first] == row[second]).count();
                    assert_eq!(together, rows.number() / 2, "{changes} changes");
                }
            }
        }
        assert_eq!(Rows::of(47).number(), 48);
    }

    #[test]
    fn games_give_back_what_the_changes_are_worth() {
        let worth = [60.0, -30.0, 0.0, 15.0, -45.0];
        let rows = Rows::of(worth.len());
        let mut random = SmallRng::seed_from_u64(1);
        let mut play = |pair| {
            let signs = rows.of_pair(pair).iter().map(|&with| if with { 1.0 } else { -1.0 });
            let elo: f64 = signs.zip(worth).map(|(sign, worth)| sign * worth).sum();
            let wins = random.random_bool(1.0 / (1.0 + 10f64.powf(-elo / 400.0)));
            Some(if wins { GameResult::Win } else { GameResult::Loss })
        };
        let games: Vec<_> = (0..40_000).map(|game| play(game / 2)).collect();
        let (effects, error) = rows.effects(&games).unwrap();
        assert!((2.0..5.0).contains(&error), "{error}");
        for (effect, worth) in effects.iter().zip(worth) {
            assert!((effect - worth).abs() < 10.0, "{effects:?}");
        }
    }

    #[test]
    fn a_row_without_games_leaves_nothing_to_say() {
        let rows = Rows::of(3);
        let mut games = vec![Some(GameResult::Draw); 2 * 2 * rows.number()];
        assert!(rows.effects(&games).is_some());
        games[0] = None;
        assert!(rows.effects(&games).is_none());
    }
}
