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

/// The results of `of` for equal parts of the data, one thread with its own scratch space for each part.
pub fn in_parts<D: Sync, T: Send, S: Send>(
    data: &[D],
    scratch: &mut [S],
    of: impl Fn(&[D], &mut S) -> T + Sync,
) -> Vec<T> {
    std::thread::scope(|scope| {
        let of = &of;
        let part = data.len().div_ceil(scratch.len()).max(1);
        let parts: Vec<_> = data
            .chunks(part)
            .zip(scratch)
            .map(|(part, scratch)| scope.spawn(move || of(part, scratch)))
            .collect();
        parts.into_iter().map(|part| part.join().expect("no thread panics")).collect()
    })
}
