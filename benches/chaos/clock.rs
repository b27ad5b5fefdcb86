//! Clocks of processes that can be stepped, by libfaketime (the Debian package is libfaketime). The monotonic clock stays
//! right, as it does when a machine's time of day is set.

use std::path::{Path, PathBuf};

const LIBRARIES: [&str; 2] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
];

/// The time of day of one process.
#[derive(Debug)]
pub struct Clock {
    library: Option<&'static str>,
    /// The library reads the offset from this file once a second.
    file: PathBuf,
}

impl Clock {
    pub fn new(folder: &Path, process: &str) -> Clock {
        let library = LIBRARIES.into_iter().find(|library| Path::new(library).exists());
        let clock = Clock { library, file: folder.join(format!("{process}.clock")) };
        clock.set(0);
        clock
    }

    /// Whether the clock can be stepped.
    pub fn is_adjustable(&self) -> bool {
        self.library.is_some()
    }

    /// The words in front of a command that give its process this clock.
    pub fn launcher(&self) -> Vec<String> {
        let Some(library) = self.library else { return Vec::new() };
        vec![
            "env".to_owned(),
            format!("LD_PRELOAD={library}"),
            format!("FAKETIME_TIMESTAMP_FILE={}", self.file.display()),
            "FAKETIME_CACHE_DURATION=1".to_owned(),
            "FAKETIME_DONT_FAKE_MONOTONIC=1".to_owned(),
            "FAKETIME_DISABLE_SHM=1".to_owned(),
        ]
    }

    /// Steps the clock to this difference from the time of day, in seconds.
    pub fn set(&self, offset: i64) {
        // Replaced at once, because the process may read it at any time.
        let new = self.file.with_extension("new");
        std::fs::write(&new, format!("{offset:+}\n")).expect("room for it");
        std::fs::rename(new, &self.file).expect("the same folder");
    }
}
