//! The resident memory of the replicas over the run.

use super::replicas::Replicas;
use super::resident::resident_kib;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How much more memory the first replica may have in the last quarter than in the first, as a share, and in KiB: the median of
/// each quarter counts.
const GROWTH: f64 = 1.1;
const NOISE_KIB: u64 = 16 << 10;
/// Meanwhile the streams open and the caches fill.
const WARM_UP: Duration = Duration::from_secs(120);
/// The growth of fewer samples means nothing.
const FEWEST_SAMPLES: usize = 400;

/// Samples of all replicas, one a second.
#[derive(Debug, Default)]
pub struct Samples(Vec<Vec<u64>>);

impl Samples {
    pub async fn take(&mut self, replicas: &Replicas, stop: &AtomicBool) {
        let started = Instant::now();
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if started.elapsed() < WARM_UP {
                continue;
            }
            let resident = replicas.0.iter().map(|replica| resident_kib(replica.id()).unwrap_or_default());
            self.0.push(resident.collect());
        }
    }

    /// The median of a quarter of the run, of the replica that is never killed.
    fn quarter(&self, number: usize) -> u64 {
        let (from, to) = (self.0.len() * number / 4, self.0.len() * (number + 1) / 4);
        let mut samples: Vec<u64> = self.0[from..to].iter().map(|sample| sample[0]).collect();
        samples.sort_unstable();
        samples.get(samples.len() / 2).copied().unwrap_or_default()
    }

    pub fn quarters(&self) -> [u64; 4] {
        [0, 1, 2, 3].map(|number| self.quarter(number))
    }

    /// The most that any replica had.
    pub fn most(&self) -> u64 {
        self.0.iter().flatten().copied().max().unwrap_or_default()
    }

    pub fn are_flat(&self) -> bool {
        let [first, .., last] = self.quarters();
        self.0.len() < FEWEST_SAMPLES || last as f64 <= first as f64 * GROWTH + NOISE_KIB as f64
    }
}
