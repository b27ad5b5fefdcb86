use super::*;
use crate::engine::EngineSettings;
use crate::rules::{Options, xiangqi};
use std::sync::mpsc::TryRecvError;

/// Races `end` on one thread against `wait` on another, many times and with varying delays. Hangs if `wait` misses an end.
pub fn race<T: Send, W: Future<Output = ()>>(begin: impl Fn() -> T, end: fn(T), wait: impl Fn() -> W) {
    const ROUNDS: u32 = 100_000;
    let delay = |length: u32| (0..length).for_each(|_| std::hint::spin_loop());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let (sender, begun) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for round in 0..ROUNDS {
                let begun = loop {
                    match begun.try_recv() {
                        Ok(begun) => break begun,
                        Err(TryRecvError::Empty) => std::hint::spin_loop(),
                        Err(TryRecvError::Disconnected) => return,
                    }
                };
                delay(round % 8);
                end(begun);
            }
        });
        for round in 0..ROUNDS {
            sender.send(begin()).unwrap();
            delay(round / 8 % 64);
            runtime.block_on(wait());
        }
    });
}

const CLIENT: ClientId = ClientId(0);

fn to_depth(depth: u32) -> Task {
    Task { limits: Limits { depth: Some(depth), ..Limits::default() }, ..task(0) }
}

fn pool(threads: usize) -> Pool {
    Pool::new(Arc::new(Engines::new(EngineSettings::with_tables(1, 1))), threads)
}

fn task(seconds: u64) -> Task {
    Task {
        game: Game::new(&Options::Xiangqi(xiangqi::Options::default()), None).unwrap(),
        request: SearchRequest { book: false, ..SearchRequest::default() },
        limits: Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() },
        arrived: Instant::now(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_future_ends_its_search_and_frees_its_thread() {
    let pool = pool(1);
    let search = tokio::spawn({
        let pool = pool.clone();
        async move { pool.search(CLIENT, task(3600), None).await }
    });
    while pool.idle() == 1 {
        tokio::task::yield_now().await;
    }
    search.abort();
    // This waits for an hour if the thread is not freed.
    let answer = pool.search(CLIENT, to_depth(1), None).await.unwrap();
    assert_eq!(answer.report.depth, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_would_wait_too_long_is_refused_immediately_with_a_retry_time() {
    let pool = pool(1);
    let _running = tokio::spawn({
        let pool = pool.clone();
        async move { pool.search(CLIENT, task(3600), None).await }
    });
    while pool.idle() == 1 {
        tokio::task::yield_now().await;
    }
    match pool.search(CLIENT, task(10), None).await {
        Err(PoolError::Overloaded { retry_after }) => {
            assert!(retry_after > Duration::from_secs(3000) && retry_after <= Duration::from_secs(3600));
        }
        other => panic!("expected a refusal, got {other:?}"),
    }
    pool.stop();
    assert_eq!(pool.search(CLIENT, task(10), None).await, Err(PoolError::ShuttingDown));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_search_is_admitted_behind_one_that_uses_all_threads() {
    let pool = pool(2);
    let mut wide = task(3600);
    wide.request.threads = 2;
    let _running = tokio::spawn({
        let pool = pool.clone();
        async move { pool.search(CLIENT, wide, None).await }
    });
    while pool.load() < 2 {
        tokio::task::yield_now().await;
    }
    assert!(matches!(pool.search(CLIENT, task(10), None).await, Err(PoolError::Overloaded { .. })));
    pool.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_background_search_yields_to_a_request_and_ends_when_the_pool_closes() {
    let pool = pool(1);
    let begin = || {
        let pool = pool.clone();
        tokio::spawn(async move { pool.search_in_background(task(3600), None).await })
    };
    let background = begin();
    while pool.idle() == 1 {
        tokio::task::yield_now().await;
    }
    // This waits for an hour if the background search does not yield.
    let answer = pool.search(CLIENT, to_depth(1), None).await.unwrap();
    assert_eq!(answer.report.depth, 1);
    assert!(matches!(background.await.unwrap(), Ok(BackgroundOutcome::Yielded(_))));
    let done = pool.search_in_background(to_depth(2), None).await;
    assert!(matches!(done, Ok(BackgroundOutcome::Finished(answer)) if answer.report.depth == 2));
    let background = begin();
    while pool.idle() == 1 {
        tokio::task::yield_now().await;
    }
    pool.close();
    assert_eq!(background.await.unwrap(), Err(PoolError::ShuttingDown));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_pool_still_runs_admitted_searches() {
    let pool = pool(1);
    let admission = pool.admit(CLIENT, 1, Instant::now() + Duration::from_secs(3600)).unwrap();
    pool.close();
    let shallow = to_depth(2);
    assert_eq!(admission.thread_time(), Duration::ZERO);
    assert!(pool.search_admitted(shallow, &admission, None).await.is_ok());
    assert!(admission.thread_time() > Duration::ZERO);
    drop(admission);
    assert_eq!((pool.search(CLIENT, task(10), None).await, pool.load()), (Err(PoolError::ShuttingDown), 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_search_returns_its_best_move_so_far() {
    let pool = pool(1);
    let search = tokio::spawn({
        let pool = pool.clone();
        async move { pool.search(CLIENT, task(3600), None).await }
    });
    while pool.idle() == 1 {
        tokio::task::yield_now().await;
    }
    pool.stop();
    assert!(search.await.unwrap().is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn each_completed_depth_is_reported_and_the_last_is_the_answer() {
    let (progress, mut reports) = report_channel();
    let answer = pool(2).search(CLIENT, to_depth(5), Some(progress)).await.unwrap();
    let mut depths = Vec::new();
    while let Some(report) = reports.recv().await {
        depths.push(report.depth);
    }
    assert_eq!(depths, [1, 2, 3, 4, 5]);
    assert_eq!(answer.report.depth, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_asks_for_one_search_does_not_wait_behind_the_hundred_of_another() {
    let pool = pool(1);
    let begin = |seconds| {
        let pool = pool.clone();
        tokio::spawn(async move { pool.search(CLIENT, task(seconds), None).await })
    };
    let running = begin(3600);
    while pool.idle() == 1 {
        tokio::task::yield_now().await;
    }
    let mut waiting = tokio::task::JoinSet::new();
    for place in 1..=100 {
        let search = begin(3600 + 10 * place);
        waiting.spawn(search);
        while pool.load() < 1 + place as usize {
            tokio::task::yield_now().await;
        }
    }
    let other = tokio::spawn({
        let (pool, shallow) = (pool.clone(), to_depth(1).limits);
        let soon = Limits { time: Some(Duration::from_secs(3605)), ..shallow };
        async move { pool.search(ClientId(1), Task { limits: soon, ..task(0) }, None).await }
    });
    while pool.load() < 102 {
        tokio::task::yield_now().await;
    }
    running.abort();
    // This waits for an hour if another search goes first.
    assert_eq!(other.await.unwrap().unwrap().report.depth, 1);
    pool.stop();
}
