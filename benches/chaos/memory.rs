//! The resident memory of the replicas. While they work it follows their connections, of which a replica has the more the more of
//! the others fail, and stays for a while what it was at most. So what grows with time is seen when all clients have gone: the
//! replica that was never killed may have its caches filled then, and nothing else that those do not have which began a few
//! minutes ago.

use super::replicas::Replicas;
use duiyi_testkit::resident::resident_kib;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What its caches may hold, in KiB: 32 MiB of sessions, a thousand games as JSON, which games have seats.
const CACHES_KIB: u64 = 48 << 10;
/// After this time without connections, pages that are free have gone back to the system.
const SETTLES_AFTER: Duration = Duration::from_secs(30);

/// What the replicas have, in KiB.
fn resident(replicas: &Replicas) -> Vec<u64> {
    replicas.0.iter().map(|replica| resident_kib(replica.id()).unwrap_or_default()).collect()
}

pub fn open_files(process: u32) -> usize {
    std::fs::read_dir(format!("/proc/{process}/fd")).map_or(0, Iterator::count)
}

/// The most that any replica had while clients were connected, in KiB, looked at once a second.
pub async fn most(replicas: &Replicas, stop: &AtomicBool) -> u64 {
    let mut most = 0;
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_secs(1)).await;
        most = resident(replicas).into_iter().fold(most, u64::max);
    }
    most
}

pub struct Memory {
    /// What any replica had at most.
    most_kib: u64,
    /// What each replica has when all clients have gone.
    at_end_kib: Vec<u64>,
}

impl Memory {
    /// Waits until the replicas, whose clients have gone, have given back what they do not need.
    pub async fn at_end(most_kib: u64, replicas: &Replicas) -> Memory {
        tokio::time::sleep(SETTLES_AFTER).await;
        Memory { most_kib, at_end_kib: resident(replicas) }
    }

    /// Whether the first replica, which was never killed, has no more than the others and its caches.
    pub fn is_flat(&self) -> bool {
        let (first, others) = self.at_end_kib.split_first().expect("there are several replicas");
        *first <= others.iter().copied().max().unwrap_or_default() + CACHES_KIB
    }
}

impl std::fmt::Display for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at_end: Vec<String> = self.at_end_kib.iter().map(|kib| (kib >> 10).to_string()).collect();
        write!(
            f,
            "at most {} MiB in any replica; {} MiB without clients at the end, the first of the one that is never killed",
            self.most_kib >> 10,
            at_end.join(", ")
        )
    }
}
