//! The accuracy of a side, by the formulas that lichess publishes (<https://lichess.org/page/accuracy>), from our winning chances.

use crate::rules::Side;

/// What a move did to the winning chance of the side that made it, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct MoveChances {
    pub side: Side,
    pub before: f64,
    pub after: f64,
}

impl MoveChances {
    /// The winning chance that the move lost.
    pub fn lost(self) -> f64 {
        (self.before - self.after).max(0.0)
    }

    /// How good the move was, from 0 to 100, by the winning chance that it lost.
    fn accuracy(self) -> f64 {
        (103.1668 * (-0.04354 * 100.0 * self.lost()).exp() - 3.1669).clamp(0.0, 100.0)
    }

    /// A chance of this move's side as a chance of the first side in percent.
    fn of_first(self, chance: f64) -> f64 {
        100.0 * if self.side == Side::First { chance } else { 1.0 - chance }
    }
}

/// The accuracy of one side in percent: the mean of the accuracies weighted by volatility and of their harmonic mean. None if the
/// side has not moved.
pub fn of_side(moves: &[MoveChances], side: Side) -> Option<f64> {
    /// A single move without any accuracy would make the harmonic mean 0.
    const LEAST: f64 = 1.0;
    let (mut count, mut weight, mut weighted, mut inverse) = (0.0, 0.0, 0.0, 0.0);
    for (one, volatility) in moves.iter().zip(volatilities(moves)).filter(|(one, _)| one.side == side) {
        let accuracy = one.accuracy();
        count += 1.0;
        weight += volatility;
        weighted += accuracy * volatility;
        inverse += 1.0 / accuracy.max(LEAST);
    }
    (count > 0.0).then(|| f64::midpoint(weighted / weight, count / inverse))
}

/// How much each move counts: more where the chances changed much around it.
fn volatilities(moves: &[MoveChances]) -> Vec<f64> {
    let first = moves.first().map(|one| one.of_first(one.before));
    let chances: Vec<f64> =
        first.into_iter().chain(moves.iter().map(|one| one.of_first(one.after))).collect();
    let size = (moves.len() / 10).clamp(2, 8);
    let around = |index: usize| {
        let start = (index + 2).saturating_sub(size);
        &chances[start..chances.len().min(start + size)]
    };
    (0..moves.len()).map(|index| standard_deviation(around(index)).clamp(0.5, 12.0)).collect()
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game in which each move keeps the even position, but one of the first side loses it.
    fn game_with(count: usize, blunder: Option<usize>) -> Vec<MoveChances> {
        let mut chance = 0.5;
        let one = |index| {
            let side = if index % 2 == 0 { Side::First } else { Side::Second };
            let of_side = |chance| if side == Side::First { chance } else { 1.0 - chance };
            let before = of_side(chance);
            if Some(index) == blunder {
                chance = 0.02;
            }
            MoveChances { side, before, after: of_side(chance) }
        };
        (0..count).map(one).collect()
    }

    fn accuracy(before: f64, after: f64) -> f64 {
        MoveChances { side: Side::First, before, after }.accuracy()
    }

    #[test]
    fn the_accuracy_of_a_move_follows_the_curve_of_lichess() {
        for (lost, expected) in [(0.0, 100.0), (0.05, 79.8), (0.1, 63.6), (0.2, 40.0), (0.5, 8.5), (1.0, 0.0)]
        {
            let accuracy = accuracy(1.0, 1.0 - lost);
            assert!((accuracy - expected).abs() < 0.1, "{lost}: {accuracy}");
        }
    }

    #[test]
    fn a_move_that_improves_the_position_is_as_accurate_as_one_that_keeps_it() {
        assert_eq!(accuracy(0.4, 0.6).round(), 100.0);
    }

    #[test]
    fn a_game_without_a_mistake_is_accurate_and_a_blunder_among_thirty_moves_costs_its_side_dearly() {
        let percent = |game: &[MoveChances], side| of_side(game, side).unwrap();
        assert_eq!(percent(&game_with(60, None), Side::First).round(), 100.0);
        let game = game_with(60, Some(30));
        assert!(percent(&game, Side::First) < 80.0);
        assert_eq!(percent(&game, Side::Second).round(), 100.0);
    }

    #[test]
    fn a_side_that_has_not_moved_has_no_accuracy() {
        assert_eq!(of_side(&game_with(1, None), Side::Second), None);
        assert_eq!(of_side(&[], Side::First), None);
    }
}
