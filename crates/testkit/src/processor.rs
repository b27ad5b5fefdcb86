//! The processor time of a process, and of a thread.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// The least processor time of several runs by this thread, which hardly depends on what else the machine does.
pub fn cost<T>(runs: u32, run: impl Fn() -> T) -> Duration {
    let used = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("it is not negative");
    let times = (0..runs).map(|_| {
        let before = used();
        std::hint::black_box(run());
        used() - before
    });
    times.min().unwrap_or_default()
}

/// The processor time of the server's current threads except for those that search, in nanosecond resolution.
pub fn time_of(process: u32) -> Duration {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).expect("it runs, on Linux");
    let nanoseconds = tasks.flatten().filter_map(|task| {
        // A thread may end after the directory was listed.
        let name = std::fs::read_to_string(task.path().join("comm")).ok()?;
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        let time = text.split(' ').next()?.parse::<u64>().ok()?;
        (name.trim_end() != "search").then_some(time)
    });
    Duration::from_nanos(nanoseconds.sum())
}

/// Waits until these threads use no more processor time than their periodic tasks need.
#[cfg(feature = "server")]
pub async fn wait_until_idle(process: u32) {
    const POLL_EVERY: Duration = Duration::from_millis(10);
    const IDLE: Duration = Duration::from_micros(300);
    let mut before = time_of(process);
    loop {
        tokio::time::sleep(POLL_EVERY).await;
        let now = time_of(process);
        if now.saturating_sub(before) < IDLE {
            return;
        }
        before = now;
    }
}
