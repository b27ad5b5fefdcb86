//! Splits work on a list between threads. The results do not depend on how many there are.

/// What `of` yields for the items, in their order, without those for which it is `None`.
pub fn filter_map<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    of: impl Fn(&T) -> Option<R> + Sync,
) -> Vec<R> {
    let part = items.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let of = &of;
        let parts: Vec<_> = items
            .chunks(part)
            .map(|part| scope.spawn(move || part.iter().filter_map(of).collect::<Vec<R>>()))
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("no thread of the analysis panics")).collect()
    })
}
