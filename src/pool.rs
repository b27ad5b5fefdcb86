//! The door through which every search of the service goes: admission, the time budget, cancellation.
//!
//! As many searches run at once as there are permits. A request waits for one at most as long as its own budget
//! allows; one that would wait longer is refused before it waits at all. Dropping the future of
//! [`Pool::search`] ends its search.

use crate::engine::{Budget, Engines, Limits, SearchError, SearchReport, SearchRequest, StopFlag};
use crate::rules::Game;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_util::sync::CancellationToken;

/// One search to be done.
#[derive(Clone, Debug)]
pub struct Job {
    pub game: Game,
    pub request: SearchRequest,
    /// From [`Job::arrived`] on, waiting included.
    pub time: Duration,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// When the server had read the request.
    pub arrived: Instant,
}

impl Job {
    fn deadline(&self) -> Instant {
        self.arrived + self.time
    }
}

/// What came of a job.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub report: SearchReport,
    /// How long the job waited for a thread.
    pub queued: Duration,
}

/// Why a job has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PoolError {
    #[error("all search threads are busy for longer than the time budget")]
    Overloaded { retry_after: Duration },
    #[error("the server is shutting down")]
    ShuttingDown,
    #[error("the search panicked")]
    Panicked,
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Reports of finished depths, for a stream. A search has fewer depths than the channel has room.
pub type Progress = mpsc::Sender<SearchReport>;

/// Room for one report per depth.
pub const PROGRESS_CAPACITY: usize = 128;

/// The least time a search needs to be worth starting after a wait.
const LEAST_SEARCH_TIME: Duration = Duration::from_millis(8);

/// The threads that search. Cheap to clone; clones share everything.
#[derive(Clone, Debug)]
pub struct Pool {
    engines: Arc<Engines>,
    permits: Arc<Semaphore>,
    width: usize,
    /// When each thread that is taken or promised will be free at the latest, in order.
    admitted: Arc<Mutex<Vec<Instant>>>,
    /// The searches that give up their threads when others need them.
    background: Arc<Mutex<Vec<Yielding>>>,
    closed: CancellationToken,
    stop: CancellationToken,
}

/// How a search in the background is told to give up its thread, and known to have been.
#[derive(Clone, Debug, Default)]
struct Yielding {
    stop: StopFlag,
    has_yielded: Arc<AtomicBool>,
}

/// What came of a search in the background.
#[derive(Clone, PartialEq, Debug)]
pub enum Background {
    Finished(Answer),
    /// Somebody else needed the thread; this is what was found until then.
    Yielded(Answer),
}

impl Pool {
    /// A pool that runs `width` searches at once, one at least.
    pub fn new(engines: Arc<Engines>, width: usize) -> Pool {
        let width = width.max(1);
        Pool {
            engines,
            permits: Arc::new(Semaphore::new(width)),
            width,
            admitted: Arc::default(),
            background: Arc::default(),
            closed: CancellationToken::new(),
            stop: CancellationToken::new(),
        }
    }

    /// How many searches run at once.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many permits no search holds.
    pub fn idle(&self) -> usize {
        self.permits.available_permits()
    }

    /// Refuses new searches; those that were admitted go on.
    pub fn close(&self) {
        self.closed.cancel();
    }

    /// Ends every running search, each with the best it has, and refuses new ones.
    pub fn stop(&self) {
        self.close();
        self.stop.cancel();
    }

    /// How many searches run or wait.
    pub fn load(&self) -> usize {
        self.lock_admitted().len()
    }

    /// Searches within the job's budget.
    ///
    /// A job for several threads takes as many permits as are free when it starts, at least one.
    ///
    /// # Errors
    /// At once when the job would wait beyond its budget; when the pool stops; when the search panics, which
    /// frees its thread like any end; when there is nothing to search.
    pub async fn search(&self, job: Job, progress: Option<Progress>) -> Result<Answer, PoolError> {
        let admission = self.admit(job.deadline())?;
        self.search_admitted(job, &admission, progress).await
    }

    /// As [`Pool::search`], for a job with a deadline that was admitted before.
    ///
    /// # Errors
    /// As [`Pool::search`], except that it is not refused at once.
    pub async fn search_admitted(
        &self,
        job: Job,
        admission: &Admission,
        progress: Option<Progress>,
    ) -> Result<Answer, PoolError> {
        let permits = self.wait_for_permits(&job).await?;
        let queued = job.arrived.elapsed();
        // Of several searches under one admission the first begins for all.
        let _began_before = admission.began.set((Instant::now(), permits.num_permits()));
        // So that others are not promised the further threads that this one took.
        let _further: Vec<Admission> = (1..permits.num_permits())
            .map(|_| self.promise(&mut self.lock_admitted(), job.deadline()))
            .collect();
        let report = self.run(job, permits, StopFlag::default(), progress, &self.stop).await?;
        Ok(Answer { report, queued })
    }

    /// Searches on one thread that nobody else needs, waiting for it as long as it takes, and gives it up as soon as
    /// somebody does.
    ///
    /// # Errors
    /// When the pool closes; when the search panics; when there is nothing to search.
    pub async fn search_in_background(
        &self,
        job: Job,
        progress: Option<Progress>,
    ) -> Result<Background, PoolError> {
        /// How often an idle thread is looked for. To queue for one would be to take it from others.
        const LOOK_EVERY: Duration = Duration::from_millis(20);
        let permit = loop {
            if self.closed.is_cancelled() {
                return Err(PoolError::ShuttingDown);
            }
            match Arc::clone(&self.permits).try_acquire_owned() {
                Ok(permit) => break permit,
                Err(_) => tokio::time::sleep(LOOK_EVERY).await,
            }
        };
        let (started, queued) = (Instant::now(), job.arrived.elapsed());
        let yielding = Yielding::default();
        self.lock_background().push(yielding.clone());
        let job = Job { arrived: started, ..job };
        let result = self.run(job, permit, yielding.stop.clone(), progress, &self.closed).await;
        self.lock_background().retain(|other| !Arc::ptr_eq(&other.has_yielded, &yielding.has_yielded));
        if self.closed.is_cancelled() {
            return Err(PoolError::ShuttingDown);
        }
        let answer = Answer { report: result?, queued };
        Ok(match yielding.has_yielded.load(Ordering::Relaxed) {
            true => Background::Yielded(answer),
            false => Background::Finished(answer),
        })
    }

    /// Searches on a blocking thread until the end, until `closing`, or until nobody waits for it any more.
    async fn run(
        &self,
        job: Job,
        permits: OwnedSemaphorePermit,
        flag: StopFlag,
        progress: Option<Progress>,
        closing: &CancellationToken,
    ) -> Result<SearchReport, PoolError> {
        let stop = StopOnDrop(flag.clone());
        let engines = Arc::clone(&self.engines);
        let mut search =
            tokio::task::spawn_blocking(move || search_blocking(&engines, job, permits, flag, progress));
        let result = tokio::select! {
            result = &mut search => result,
            () = closing.cancelled() => {
                stop.0.stop();
                search.await
            }
        };
        match result {
            Ok(report) => Ok(report?),
            Err(error) if error.is_panic() => Err(PoolError::Panicked),
            Err(_) => Err(PoolError::ShuttingDown),
        }
    }

    /// Takes a job in before it is known in full, so that what leads to it is done only if it will be done.
    ///
    /// Every admitted job ends by its deadline, so a thread is free for a new one at the latest when so many have
    /// ended that fewer than the width are left.
    ///
    /// # Errors
    /// When a job with this deadline would wait too long, or the pool stops.
    pub fn admit(&self, deadline: Instant) -> Result<Admission, PoolError> {
        if self.closed.is_cancelled() {
            return Err(PoolError::ShuttingDown);
        }
        let mut admitted = self.lock_admitted();
        if let Some(ahead) = admitted.len().checked_sub(self.width) {
            let free = admitted[ahead];
            if free + LEAST_SEARCH_TIME > deadline {
                let retry_after = free.saturating_duration_since(Instant::now());
                return Err(PoolError::Overloaded { retry_after });
            }
        }
        Ok(self.promise(&mut admitted, deadline))
    }

    fn lock_background(&self) -> MutexGuard<'_, Vec<Yielding>> {
        self.background.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a thread from the background, if it has one.
    fn take_from_background(&self) {
        if let Some(yielding) = self.lock_background().pop() {
            yielding.has_yielded.store(true, Ordering::Relaxed);
            yielding.stop.stop();
        }
    }

    fn lock_admitted(&self) -> MutexGuard<'_, Vec<Instant>> {
        self.admitted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn promise(&self, admitted: &mut Vec<Instant>, deadline: Instant) -> Admission {
        let place = admitted.partition_point(|&other| other < deadline);
        admitted.insert(place, deadline);
        Admission { admitted: Arc::clone(&self.admitted), deadline, began: OnceLock::new() }
    }

    async fn wait_for_permits(&self, job: &Job) -> Result<OwnedSemaphorePermit, PoolError> {
        if self.idle() == 0 {
            self.take_from_background();
        }
        let first = tokio::select! {
            permit = Arc::clone(&self.permits).acquire_owned() => permit.map_err(|_| PoolError::ShuttingDown)?,
            () = tokio::time::sleep_until(job.deadline().into()) => {
                return Err(PoolError::Overloaded { retry_after: job.time });
            }
            () = self.stop.cancelled() => return Err(PoolError::ShuttingDown),
        };
        let mut permits = first;
        for _ in 1..job.request.threads {
            match Arc::clone(&self.permits).try_acquire_owned() {
                Ok(permit) => permits.merge(permit),
                Err(_) => break,
            }
        }
        Ok(permits)
    }
}

fn search_blocking(
    engines: &Engines,
    job: Job,
    permits: OwnedSemaphorePermit,
    stop: StopFlag,
    progress: Option<Progress>,
) -> Result<SearchReport, SearchError> {
    let Job { game, mut request, time, depth, nodes, arrived } = job;
    request.threads = permits.num_permits();
    let budget = Budget { started: arrived, limits: Limits { time: Some(time), depth, nodes }, stop };
    let mut sink = |report: &SearchReport| {
        if let Some(progress) = &progress {
            // A reader that went away or is far behind must not hold up the search.
            let _reader_is_gone_or_slow = progress.try_send(report.clone());
        }
    };
    engines.search_blocking(&game, &request, &budget, &mut sink)
}

/// A job's place among the admitted ones, given up when it is dropped.
#[derive(Debug)]
pub struct Admission {
    admitted: Arc<Mutex<Vec<Instant>>>,
    deadline: Instant,
    /// When its search got its threads, and how many.
    began: OnceLock<(Instant, usize)>,
}

impl Admission {
    /// The time its threads have been busy so far, together.
    pub fn thread_time(&self) -> Duration {
        let time = |(began, threads): &(Instant, usize)| {
            began.elapsed().saturating_mul(u32::try_from(*threads).unwrap_or(u32::MAX))
        };
        self.began.get().map_or(Duration::ZERO, time)
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut admitted = self.admitted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(place) = admitted.binary_search(&self.deadline) {
            admitted.remove(place);
        }
    }
}

struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineSettings;
    use crate::rules::{Options, xiangqi};

    fn pool(width: usize) -> Pool {
        Pool::new(Arc::new(Engines::new(EngineSettings::with_tables(1, 1))), width)
    }

    fn job(seconds: u64) -> Job {
        Job {
            game: Game::new(&Options::Xiangqi(xiangqi::Options::default()), None).unwrap(),
            request: SearchRequest { book: false, ..SearchRequest::default() },
            time: Duration::from_secs(seconds),
            depth: None,
            nodes: None,
            arrived: Instant::now(),
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_dropped_future_ends_its_search_and_frees_its_thread() {
        let pool = pool(1);
        let search = tokio::spawn({
            let pool = pool.clone();
            async move { pool.search(job(3600), None).await }
        });
        while pool.idle() == 1 {
            tokio::task::yield_now().await;
        }
        search.abort();
        // Would wait an hour, were the thread not freed.
        let answer = pool.search(Job { depth: Some(1), ..job(7200) }, None).await.unwrap();
        assert_eq!(answer.report.depth, 1);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_would_wait_too_long_is_refused_at_once_and_told_when_to_come_back() {
        let pool = pool(1);
        let _running = tokio::spawn({
            let pool = pool.clone();
            async move { pool.search(job(3600), None).await }
        });
        while pool.idle() == 1 {
            tokio::task::yield_now().await;
        }
        match pool.search(job(10), None).await {
            Err(PoolError::Overloaded { retry_after }) => {
                assert!(retry_after > Duration::from_secs(3000) && retry_after <= Duration::from_secs(3600));
            }
            other => panic!("expected a refusal, got {other:?}"),
        }
        pool.stop();
        assert_eq!(pool.search(job(10), None).await, Err(PoolError::ShuttingDown));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_search_on_all_threads_leaves_no_promise_for_others() {
        let pool = pool(2);
        let mut wide = job(3600);
        wide.request.threads = 2;
        let _running = tokio::spawn({
            let pool = pool.clone();
            async move { pool.search(wide, None).await }
        });
        while pool.load() < 2 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(pool.search(job(10), None).await, Err(PoolError::Overloaded { .. })));
        pool.stop();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_background_yields_to_whoever_waits_and_ends_with_the_pool() {
        let pool = pool(1);
        let begin = || {
            let pool = pool.clone();
            tokio::spawn(async move { pool.search_in_background(job(3600), None).await })
        };
        let background = begin();
        while pool.idle() == 1 {
            tokio::task::yield_now().await;
        }
        // Would wait an hour, did the other not yield.
        let answer = pool.search(Job { depth: Some(1), ..job(7200) }, None).await.unwrap();
        assert_eq!(answer.report.depth, 1);
        assert!(matches!(background.await.unwrap(), Ok(Background::Yielded(_))));
        let done = pool.search_in_background(Job { depth: Some(2), ..job(3600) }, None).await;
        assert!(matches!(done, Ok(Background::Finished(answer)) if answer.report.depth == 2));
        let background = begin();
        while pool.idle() == 1 {
            tokio::task::yield_now().await;
        }
        pool.close();
        assert_eq!(background.await.unwrap(), Err(PoolError::ShuttingDown));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_closed_pool_ends_what_it_began() {
        let pool = pool(1);
        let admission = pool.admit(Instant::now() + Duration::from_secs(3600)).unwrap();
        pool.close();
        let shallow = Job { depth: Some(2), ..job(3600) };
        assert_eq!(admission.thread_time(), Duration::ZERO);
        assert!(pool.search_admitted(shallow, &admission, None).await.is_ok());
        assert!(admission.thread_time() > Duration::ZERO);
        drop(admission);
        assert_eq!((pool.search(job(10), None).await, pool.load()), (Err(PoolError::ShuttingDown), 0));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn stopping_ends_running_searches_with_what_they_have() {
        let pool = pool(1);
        let search = tokio::spawn({
            let pool = pool.clone();
            async move { pool.search(job(3600), None).await }
        });
        while pool.idle() == 1 {
            tokio::task::yield_now().await;
        }
        pool.stop();
        assert!(search.await.unwrap().is_ok());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn finished_depths_are_told_and_the_last_is_the_answer() {
        let (progress, mut reports) = mpsc::channel(PROGRESS_CAPACITY);
        let answer = pool(2).search(Job { depth: Some(5), ..job(3600) }, Some(progress)).await.unwrap();
        let mut depths = Vec::new();
        while let Some(report) = reports.recv().await {
            depths.push(report.depth);
        }
        assert_eq!(depths, [1, 2, 3, 4, 5]);
        assert_eq!(answer.report.depth, 5);
    }
}
