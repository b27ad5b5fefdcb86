//! The memory and the threads of a process.

/// The resident memory of a process in KiB, if it runs.
pub fn resident_kib(process: u32) -> Option<u64> {
    status(process, "VmRSS:")?.trim_end_matches(" kB").parse().ok()
}

/// The number of threads of a process, if it runs.
#[allow(dead_code, reason = "not every user of this module needs it")]
pub fn threads(process: u32) -> Option<usize> {
    status(process, "Threads:")?.parse().ok()
}

fn status(process: u32, name: &str) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    Some(status.lines().find_map(|line| line.strip_prefix(name))?.trim().to_owned())
}
