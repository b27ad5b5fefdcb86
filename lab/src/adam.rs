//! Gradient descent by Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015).

/// The moving averages of the gradients of a vector of numbers, and of their squares.
pub struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
    epsilon: f32,
}

impl Adam {
    const MEAN_DECAY: f32 = 0.9;
    const SQUARE_DECAY: f32 = 0.999;

    /// For a vector of `numbers`. `epsilon` keeps a step finite where the gradient vanishes; it must be far smaller than
    /// the gradients.
    pub fn new(numbers: usize, epsilon: f32) -> Adam {
        Adam { means: vec![0.0; numbers], squares: vec![0.0; numbers], steps: 0, epsilon }
    }

    /// Moves every number against its gradient; `rate` is the size of the step by the number's index.
    pub fn step(&mut self, numbers: &mut [f32], gradient: &[f32], rate: impl Fn(usize) -> f32) {
        self.steps += 1;
        let mean_scale = 1.0 / (1.0 - Adam::MEAN_DECAY.powi(self.steps));
        let square_scale = 1.0 / (1.0 - Adam::SQUARE_DECAY.powi(self.steps));
        let averages = self.means.iter_mut().zip(&mut self.squares);
        for (at, ((number, slope), (mean, square))) in
            numbers.iter_mut().zip(gradient).zip(averages).enumerate()
        {
            *mean += (1.0 - Adam::MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - Adam::SQUARE_DECAY) * (slope * slope - *square);
            *number -= rate(at) * *mean * mean_scale / ((*square * square_scale).sqrt() + self.epsilon);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_as_large_as_the_rate_and_the_descent_ends_at_the_minimum() {
        let minimum = [3.0, -0.5];
        let mut numbers = [0.0, 0.0];
        let mut adam = Adam::new(2, 1e-8);
        for step in 0..2_000 {
            let gradient = [2.0 * (numbers[0] - minimum[0]), 200.0 * (numbers[1] - minimum[1])];
            adam.step(&mut numbers, &gradient, |_| 0.01);
            if step == 0 {
                assert!((numbers[0] - 0.01).abs() < 1e-5 && (numbers[1] + 0.01).abs() < 1e-5, "{numbers:?}");
            }
        }
        let distances = [numbers[0] - minimum[0], numbers[1] - minimum[1]].map(f32::abs);
        assert!(distances.iter().all(|&distance| distance < 0.01), "{numbers:?}");
    }
}
