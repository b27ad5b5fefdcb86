//! The processor time that each program of the run has used: it says whether the machine or the faults limit the load.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display, Formatter};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The clock ticks of all processes of this namespace, by the name of their programs.
#[derive(Debug, Default)]
pub struct Used {
    by_name: BTreeMap<String, u64>,
    /// What each process had used at the last sample. A killed process loses what it used since.
    by_process: HashMap<u32, u64>,
    samples: u64,
}

impl Used {
    /// Takes one sample a second until `stop`.
    pub async fn take(&mut self, stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_secs(1)).await;
            self.sample();
        }
    }

    fn sample(&mut self) {
        self.samples += 1;
        let entries = std::fs::read_dir("/proc").expect("Linux").flatten();
        for process in entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok()) {
            // A process may end after the directory was listed.
            let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            let Some((name, ticks)) = read(&stat) else { continue };
            let before = self.by_process.insert(process, ticks).unwrap_or_default();
            *self.by_name.entry(name.to_owned()).or_default() += ticks.saturating_sub(before);
        }
    }
}

/// The name of a program and its clock ticks, in user mode and in the kernel.
fn read(stat: &str) -> Option<(&str, u64)> {
    const USER: usize = 11;
    let (name, rest) = stat.split_once('(')?.1.rsplit_once(") ")?;
    let ticks = rest.split(' ').skip(USER).take(2).map(|ticks| ticks.parse::<u64>().ok());
    Some((name, ticks.sum::<Option<u64>>()?))
}

impl Display for Used {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let all = (self.samples * rustix::param::clock_ticks_per_second()) as f64;
        let shares = self.by_name.iter().map(|(name, &ticks)| (name, ticks as f64 / all));
        let shown: Vec<String> = shares
            .filter(|&(_, share)| share >= 0.01)
            .map(|(name, share)| format!("{name} {share:.2}"))
            .collect();
        write!(formatter, "{}", shown.join(", "))
    }
}
