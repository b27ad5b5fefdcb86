//! The resident memory of the replicas over the run. When a replica fails, its streams move to the others and stay there, so the
//! memory of a replica follows its open connections; what they cost is taken out before two times are compared.

use super::replicas::Replicas;
use duiyi_testkit::resident::resident_kib;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How much more memory the first replica may have in the last quarter than in the first, as a share, and in KiB: the median of
/// each quarter counts.
const GROWTH: f64 = 1.1;
const NOISE_KIB: u64 = 16 << 10;
/// Meanwhile the streams open and the caches fill: that of sessions has room for some 15,000 games, which take twenty minutes to
/// play. A shorter run says nothing about growth.
const WARM_UP: Duration = Duration::from_secs(25 * 60);
/// The growth of fewer samples means nothing.
const FEWEST_SAMPLES: usize = 400;

#[derive(Debug)]
struct Sample {
    /// Of each replica, in KiB.
    resident: Vec<u64>,
    /// What the first replica has open: connections, but for a few.
    open_files: usize,
}

/// One sample a second.
#[derive(Debug, Default)]
pub struct Samples(Vec<Sample>);

pub fn open_files(process: u32) -> usize {
    std::fs::read_dir(format!("/proc/{process}/fd")).map_or(0, Iterator::count)
}

impl Samples {
    pub async fn take(&mut self, replicas: &Replicas, stop: &AtomicBool) {
        let started = Instant::now();
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if started.elapsed() < WARM_UP {
                continue;
            }
            let resident = replicas.0.iter().map(|replica| resident_kib(replica.id()).unwrap_or_default());
            self.0.push(Sample { resident: resident.collect(), open_files: open_files(replicas.0[0].id()) });
        }
    }

    /// The mean number of connections of the replica that is never killed, and the KiB that each costs by least squares.
    pub fn connections(&self) -> (f64, f64) {
        let mean =
            |value: &dyn Fn(&Sample) -> f64| self.0.iter().map(value).sum::<f64>() / self.0.len() as f64;
        let (files, kib) =
            (mean(&|sample| sample.open_files as f64), mean(&|sample| sample.resident[0] as f64));
        let from_mean = |sample: &Sample| sample.open_files as f64 - files;
        let variance = mean(&|sample| from_mean(sample).powi(2));
        let covariance = mean(&|sample| from_mean(sample) * (sample.resident[0] as f64 - kib));
        (files, if variance > 0.0 { (covariance / variance).max(0.0) } else { 0.0 })
    }

    /// The median of a quarter of the run, of the replica that is never killed, as if it always had the mean number of
    /// connections.
    fn quarter(&self, number: usize) -> u64 {
        let (files, cost) = self.connections();
        let (from, to) = (self.0.len() * number / 4, self.0.len() * (number + 1) / 4);
        let at_mean = |sample: &Sample| sample.resident[0] as f64 - cost * (sample.open_files as f64 - files);
        let mut samples: Vec<u64> = self.0[from..to].iter().map(|sample| at_mean(sample) as u64).collect();
        samples.sort_unstable();
        samples.get(samples.len() / 2).copied().unwrap_or_default()
    }

    pub fn quarters(&self) -> [u64; 4] {
        [0, 1, 2, 3].map(|number| self.quarter(number))
    }

    /// The most that any replica had.
    pub fn most(&self) -> u64 {
        self.0.iter().flat_map(|sample| &sample.resident).copied().max().unwrap_or_default()
    }

    pub fn are_flat(&self) -> bool {
        let [first, .., last] = self.quarters();
        self.0.len() < FEWEST_SAMPLES || last as f64 <= first as f64 * GROWTH + NOISE_KIB as f64
    }
}
