//! How late after their deadlines games ended.

use super::check::milliseconds;
use jiff::Timestamp;
use std::ops::Range;

/// In milliseconds after the deadline, without the time in which no server was up.
#[derive(Debug, Default)]
pub struct Lateness {
    /// When a server ended the game.
    pub ended: Vec<i64>,
    /// When the first client saw it.
    pub seen: Vec<i64>,
    /// Games of which no client saw the last state before the end.
    pub unknown: usize,
}

/// How many milliseconds of a span are in outages, and in how many outages.
pub fn overlap(outages: &[Range<Timestamp>], span: &Range<Timestamp>) -> (i64, usize) {
    let parts = outages.iter().filter_map(|outage| {
        let common = outage.start.max(span.start)..outage.end.min(span.end);
        (common.start < common.end).then(|| milliseconds(&common.start, &common.end))
    });
    parts.fold((0, 0), |(sum, count), part| (sum + part, count + 1))
}

impl Lateness {
    pub fn add(
        &mut self,
        deadline: Timestamp,
        ended: Timestamp,
        seen: Timestamp,
        outages: &[Range<Timestamp>],
    ) {
        let late = |at: Timestamp| milliseconds(&deadline, &at) - overlap(outages, &(deadline..at)).0;
        self.ended.push(late(ended));
        self.seen.push(late(seen));
    }
}

impl std::fmt::Display for Lateness {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let quantiles = |late: &[i64]| {
            let mut sorted = late.to_vec();
            sorted.sort_unstable();
            let at =
                |share: f64| sorted.get((sorted.len() as f64 * share) as usize).or(sorted.last()).copied();
            let [half, most, last] = [0.5, 0.99, 1.0].map(|share| at(share).unwrap_or(0));
            format!("p50 {half}, p99 {most}, at most {last} ms")
        };
        let Lateness { ended, seen, unknown } = self;
        write!(
            formatter,
            "{} games ended by their deadlines: {} after them by the server's time, {} as the first client saw it; {unknown} \
             without a known deadline",
            ended.len() + unknown,
            quantiles(ended),
            quantiles(seen),
        )
    }
}
