//! Gradient descent by Adam.

/// What the descent remembers of the gradients of a vector of numbers.
pub struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Adam {
    const FIRST_DECAY: f32 = 0.9;
    const SECOND_DECAY: f32 = 0.999;

    pub fn new(numbers: usize) -> Adam {
        Adam { first: vec![0.0; numbers], second: vec![0.0; numbers], steps: 0 }
    }

    /// Moves the numbers against the gradient, each as many times the rate as its quickness; `decay` is how much of
    /// itself a number loses, as a part of the rate.
    pub fn step(
        &mut self,
        numbers: &mut [f32],
        gradient: &[f32],
        rate: f32,
        decay: f32,
        quickness: impl Fn(usize) -> f32,
    ) {
        self.steps += 1;
        let first_scale = 1.0 / (1.0 - Self::FIRST_DECAY.powi(self.steps));
        let second_scale = 1.0 / (1.0 - Self::SECOND_DECAY.powi(self.steps));
        let moments = self.first.iter_mut().zip(&mut self.second);
        for (at, ((number, slope), (first, second))) in
            numbers.iter_mut().zip(gradient).zip(moments).enumerate()
        {
            *first += (1.0 - Self::FIRST_DECAY) * (slope - *first);
            *second += (1.0 - Self::SECOND_DECAY) * (slope * slope - *second);
            let change = *first * first_scale / ((*second * second_scale).sqrt() + 1e-8);
            *number -= rate * (decay * *number + quickness(at) * change);
        }
    }
}
