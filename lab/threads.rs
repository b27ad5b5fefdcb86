//! Runs the same work on several threads.

type Error = Box<dyn std::error::Error>;

/// Runs `work` on this many threads, at least one, and waits for all of them.
///
/// # Errors
/// The error of the first thread that failed.
pub fn on_threads(number: usize, work: impl Fn() -> Result<(), Error> + Sync) -> Result<(), Error> {
    std::thread::scope(|scope| {
        // A boxed error cannot be sent to another thread, but its text can.
        let begin = |_| scope.spawn(|| work().map_err(|error| error.to_string()));
        let threads: Vec<_> = (0..number.max(1)).map(begin).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    Ok(())
}
