use super::schedule::{Length, Schedule};
use super::scheduler::Scheduler;
use super::task::AT_ONCE_NODES;
use super::*;
use crate::engine::{EngineSettings, Engines, Limits, SearchRequest};
use crate::rules::{Game, Options, xiangqi};
use std::sync::Arc;
use std::sync::mpsc::TryRecvError;
use std::time::{Duration, Instant};
use tokio::task::{JoinHandle, JoinSet};

/// Races `end` on one thread against `wait` on another, many times and with varying delays. Hangs if `wait` misses an end.
pub fn race<T: Send, W: Future<Output = ()>>(begin: impl Fn() -> T, end: fn(T), wait: impl Fn() -> W) {
    const ROUNDS: u32 = 20_000;
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
const OTHER: ClientId = ClientId(1);
/// As many long searches as one client alone may have on one thread.
const SHARE: usize = 6;

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
        engine: None,
    }
}

fn begin(pool: &Pool, client: ClientId, task: Task) -> JoinHandle<Result<Answer, PoolError>> {
    let pool = pool.clone();
    tokio::spawn(async move { pool.search(client, task, None).await })
}

async fn until(is_reached: impl Fn() -> bool) {
    while !is_reached() {
        tokio::task::yield_now().await;
    }
}

/// Begins as many long searches as one client may have.
async fn begin_many(pool: &Pool) -> Vec<JoinHandle<Result<Answer, PoolError>>> {
    let searches = (0..SHARE).map(|place| begin(pool, CLIENT, task(3600 + place as u64))).collect();
    until(|| pool.load() == SHARE).await;
    searches
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_future_ends_its_search_whether_it_runs_or_rests() {
    let pool = pool(1);
    for search in begin_many(&pool).await {
        search.abort();
    }
    // These wait for an hour if a search goes on.
    until(|| pool.load() == 0 && pool.idle() == 1).await;
    pool.drained().await;
    assert_eq!(pool.search(CLIENT, to_depth(1), None).await.unwrap().report.depth, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_may_have_as_many_long_searches_as_it_leaves_to_the_others() {
    let pool = pool(1);
    let _running = begin_many(&pool).await;
    match pool.search(CLIENT, task(10_000), None).await {
        Err(PoolError::Overloaded { retry_after }) => {
            assert!(retry_after > Duration::from_secs(3000) && retry_after <= Duration::from_secs(3600));
        }
        other => panic!("expected a refusal, got {other:?}"),
    }
    let others: Vec<_> = (0..SHARE / 2).map(|_| begin(&pool, OTHER, task(3600))).collect();
    until(|| pool.load() == SHARE + SHARE / 2).await;
    assert!(matches!(pool.search(OTHER, task(3600), None).await, Err(PoolError::Overloaded { .. })));
    assert_eq!(pool.search(ClientId(2), to_depth(3), None).await.unwrap().report.depth, 3);
    drop(others);
    pool.stop();
    assert_eq!(pool.search(OTHER, task(10), None).await, Err(PoolError::ShuttingDown));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_would_be_refused_is_chosen_with_few_nodes() {
    let pool = pool(1);
    let _running = begin_many(&pool).await;
    let admission = pool.admit(CLIENT, Purpose::Move, &task(3600)).unwrap();
    let answer = pool.search_admitted(task(3600), &admission, None).await.unwrap();
    assert!(answer.is_reduced && answer.report.nodes <= AT_ONCE_NODES, "{answer:?}");
    drop(admission);
    let admission = pool.admit_at_once(OTHER, &task(3600));
    assert!(pool.search_admitted(task(3600), &admission, None).await.unwrap().is_reduced);
    pool.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn long_searches_share_the_threads_and_all_go_on() {
    let pool = pool(1);
    let (mut receivers, mut searches) = (Vec::new(), Vec::new());
    for client in 0..3 {
        let (sender, receiver) = report_channel();
        receivers.push(receiver);
        let pool = pool.clone();
        searches
            .push(tokio::spawn(async move { pool.search(ClientId(client), task(3600), Some(sender)).await }));
    }
    // Without sharing, two of them wait for an hour.
    for receiver in &mut receivers {
        while receiver.recv().await.unwrap().depth < 4 {}
    }
    assert_eq!(pool.idle(), 0);
    pool.stop();
    for search in searches {
        assert!(search.await.unwrap().unwrap().queued > Duration::ZERO);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_waited_in_vain_is_answered_with_few_nodes() {
    let pool = pool(1);
    // Nobody gives this slot up.
    let blocker =
        pool.scheduler.take(Length::Long, Schedule::<()>::background_entry(), 1, None).await.unwrap();
    let waiting =
        Task { limits: Limits { time: Some(Duration::from_millis(300)), ..Limits::default() }, ..task(0) };
    let answer = pool.search(CLIENT, waiting, None).await.unwrap();
    assert!(answer.is_reduced, "{answer:?}");
    drop(blocker);
    assert!(!pool.search(CLIENT, to_depth(1), None).await.unwrap().is_reduced);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_on_several_threads_takes_those_that_are_idle() {
    let pool = pool(2);
    let wide = |mut task: Task| {
        task.request.threads = 2;
        task
    };
    let admission = pool.admit(CLIENT, Purpose::Question, &wide(to_depth(4))).unwrap();
    pool.search_admitted(wide(to_depth(4)), &admission, None).await.unwrap();
    let _running = begin(&pool, CLIENT, wide(task(3600)));
    until(|| pool.idle() == 0).await;
    // It gets a thread although the other search took both.
    assert_eq!(pool.search(OTHER, to_depth(4), None).await.unwrap().report.depth, 4);
    pool.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_background_search_rests_while_requests_search_and_ends_when_the_pool_closes() {
    let pool = pool(1);
    let (sender, mut reports) = report_channel();
    let background = tokio::spawn({
        let pool = pool.clone();
        async move { pool.search_in_background(task(3600), Some(sender)).await }
    });
    reports.recv().await.unwrap();
    // These wait for an hour if the background search does not rest.
    assert_eq!(pool.search(CLIENT, to_depth(6), None).await.unwrap().report.depth, 6);
    let request = begin(&pool, CLIENT, task(3600));
    until(|| pool.load() == 1).await;
    request.abort();
    let next = async { while reports.recv().await.is_some_and(|report| report.depth < 5) {} };
    next.await;
    pool.close();
    assert_eq!(background.await.unwrap(), Err(PoolError::ShuttingDown));
    assert_eq!(pool.search_in_background(to_depth(2), None).await, Err(PoolError::ShuttingDown));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rests_of_a_background_search_do_not_count_as_search_time() {
    let pool = pool(1);
    let request = begin(&pool, CLIENT, task(3600));
    until(|| pool.load() == 1).await;
    let background = tokio::spawn({
        let pool = pool.clone();
        let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
        async move { pool.search_in_background(Task { limits, ..task(0) }, None).await }
    });
    let third = pool.search(OTHER, to_depth(6), None).await.unwrap();
    assert!(!background.is_finished());
    request.abort();
    let answer = background.await.unwrap().unwrap();
    assert!(!answer.is_reduced && answer.queued >= third.report.time);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_pool_still_runs_admitted_searches() {
    let pool = pool(1);
    let admission = pool.admit(CLIENT, Purpose::Question, &task(3600)).unwrap();
    pool.close();
    let shallow = to_depth(2);
    assert_eq!(admission.thread_time(), Duration::ZERO);
    assert!(pool.search_admitted(shallow, &admission, None).await.is_ok());
    assert!(admission.thread_time() > Duration::ZERO);
    drop(admission);
    assert_eq!((pool.search(CLIENT, task(10), None).await, pool.load()), (Err(PoolError::ShuttingDown), 0));
}

#[test]
fn nobody_misses_the_end_of_the_last_search() {
    let pool = pool(1);
    let admit = || pool.admit(CLIENT, Purpose::Question, &task(3600)).unwrap();
    race(admit, drop, || pool.drained());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slots_are_never_lost_while_searches_come_and_go() {
    const ROUNDS: usize = 3000;
    let scheduler = Scheduler::new(2);
    let mut tasks = JoinSet::new();
    for wanted in [1, 1, 2, 3] {
        let scheduler = Arc::clone(&scheduler);
        tasks.spawn(async move {
            for round in 0..ROUNDS {
                let entry = Schedule::<()>::background_entry();
                tokio::select! {
                    biased;
                    slots = scheduler.take(Length::Short, entry, wanted, None) => {
                        tokio::task::yield_now().await;
                        drop(slots);
                    }
                    // Every third one is dropped while it waits.
                    () = tokio::task::yield_now(), if round % 3 == 0 => {}
                }
            }
        });
    }
    tasks.join_all().await;
    assert_eq!(
        scheduler.read(|schedule| (schedule.idle(), schedule.load(), schedule.is_empty())),
        (2, 0, true)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_search_returns_its_best_move_so_far() {
    let pool = pool(1);
    let search = begin(&pool, CLIENT, task(3600));
    until(|| pool.idle() == 0).await;
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
