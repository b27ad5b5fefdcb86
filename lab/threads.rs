//! The same work on several threads.

type Error = Box<dyn std::error::Error>;

/// Does the work on so many threads at once, at least one, until all are done.
///
/// # Errors
/// What the work on one of them failed with.
pub fn on_threads(number: usize, work: impl Fn() -> Result<(), Error> + Sync) -> Result<(), Error> {
    std::thread::scope(|scope| {
        // An error of any kind cannot leave its thread; what it says can.
        let begin = |_| scope.spawn(|| work().map_err(|error| error.to_string()));
        let threads: Vec<_> = (0..number.max(1)).map(begin).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    Ok(())
}
