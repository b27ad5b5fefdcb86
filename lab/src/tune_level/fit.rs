//! A logistic curve of the score over the logarithm of a setting.

/// One game with this value of the setting.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    pub log_value: f64,
    /// 1 for a win, one half for a draw.
    pub points: f64,
}

/// The logit of the expected score is `height + slope * (log_value - center)`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    center: f64,
    height: f64,
    slope: f64,
    /// The variance of the height, given the slope.
    variance: f64,
}

/// How far the expectations before the first game may be wrong: standard deviations.
const HEIGHT_DEVIATION: f64 = 2.0;
const SLOPE_DEVIATION: f64 = 0.7;
/// Twice as many nodes are worth some 100 Elo, and half as much noise about as much.
const EXPECTED_SLOPE: f64 = 0.8;

fn logit(score: f64) -> f64 {
    (score / (1.0 - score)).ln()
}

impl Curve {
    /// What is expected before the first game: the wanted score in the middle of the range.
    pub fn prior([low, high]: [f64; 2], is_falling: bool, score: f64) -> Curve {
        let slope = if is_falling { -EXPECTED_SLOPE } else { EXPECTED_SLOPE };
        let variance = HEIGHT_DEVIATION * HEIGHT_DEVIATION;
        Curve { center: (low + high) / 2.0, height: logit(score), slope, variance }
    }

    /// This curve after these games: the most probable one, by Newton's method.
    pub fn fitted(&self, trials: &[Trial]) -> Curve {
        const STEPS: usize = 30;
        let prior_weight =
            [1.0 / (HEIGHT_DEVIATION * HEIGHT_DEVIATION), 1.0 / (SLOPE_DEVIATION * SLOPE_DEVIATION)];
        // A setting never acts the other way round, whatever the first games say.
        let [flattest, steepest] = [0.25, 3.0].map(|factor| factor * self.slope);
        let mut curve = *self;
        for _ in 0..STEPS {
            let mut gradient = [
                prior_weight[0] * (self.height - curve.height),
                prior_weight[1] * (self.slope - curve.slope),
            ];
            // The negated Hessian: symmetric, [height height, height slope, slope slope].
            let mut hessian = [prior_weight[0], 0.0, prior_weight[1]];
            for trial in trials {
                let x = trial.log_value - self.center;
                let expected = 1.0 / (1.0 + (-curve.height - curve.slope * x).exp());
                let weight = expected * (1.0 - expected);
                gradient[0] += trial.points - expected;
                gradient[1] += (trial.points - expected) * x;
                hessian[0] += weight;
                hessian[1] += weight * x;
                hessian[2] += weight * x * x;
            }
            let determinant = hessian[0] * hessian[2] - hessian[1] * hessian[1];
            curve.height += (hessian[2] * gradient[0] - hessian[1] * gradient[1]) / determinant;
            curve.slope += (hessian[0] * gradient[1] - hessian[1] * gradient[0]) / determinant;
            curve.slope = curve.slope.clamp(steepest.min(flattest), steepest.max(flattest));
            curve.variance = 1.0 / hessian[0];
        }
        curve
    }

    /// The logarithm of the value with this expected score, and its standard error.
    pub fn value_at(&self, score: f64) -> (f64, f64) {
        let log_value = self.center + (logit(score) - self.height) / self.slope;
        (log_value, self.variance.sqrt() / self.slope.abs())
    }

    pub fn elo_per_doubling(&self) -> f64 {
        self.slope * std::f64::consts::LN_2 * 400.0 / std::f64::consts::LN_10
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of a player whose score is exactly that of the curve, in fractions of points.
    fn games(height: f64, slope: f64, values: impl IntoIterator<Item = f64>) -> Vec<Trial> {
        let points = |log_value: f64| 1.0 / (1.0 + (-height - slope * log_value).exp());
        let trial = |log_value| Trial { log_value, points: points(log_value) };
        values.into_iter().flat_map(|value| vec![trial(value); 50]).collect()
    }

    #[test]
    fn the_curve_behind_many_games_is_found() {
        let trials = games(-4.0, 1.0, (0..40).map(|step| 2.0 + 0.2 * f64::from(step)));
        let curve = Curve::prior([0.0, 12.0], false, 0.73).fitted(&trials);
        let (value, error) = curve.value_at(0.5);
        assert!((value - 4.0).abs() < 0.1 && error < 0.2, "{value} ± {error}");
        assert!((curve.elo_per_doubling() - 120.4).abs() < 5.0, "{}", curve.elo_per_doubling());
    }

    #[test]
    fn games_without_news_leave_what_was_expected() {
        let prior = Curve::prior([1.0, 3.0], true, 0.75);
        assert_eq!(prior.fitted(&[]).value_at(0.75).0, 2.0);
        // More noise cannot make a level stronger.
        let odd = games(0.0, 3.0, [1.5, 2.0, 2.5]);
        assert!(prior.fitted(&odd).elo_per_doubling() < 0.0);
    }
}
