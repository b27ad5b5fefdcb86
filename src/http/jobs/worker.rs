//! Who does the jobs.

use crate::engine::SearchReport;
use crate::http::analysis::read_analysis;
use crate::http::dto;
use crate::http::fields::Fields;
use crate::http::problem::{Problem, Result};
use crate::http::search::job;
use crate::http::state::AppState;
use crate::jobs::{Ending, Lease};
use crate::pool::{Answer, Background, Job, PROGRESS_CAPACITY, PoolError};
use crate::rules::Game;
use crate::session::SearchSettings;
use serde_json::Value;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// How often a worker looks whether there is a thread to work with.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Does one job after another, whenever a thread has nothing else to do, until the server shuts down.
pub async fn work(state: AppState) {
    let draining = state.draining.clone();
    let work = async {
        loop {
            // A server that has no thread to spare leaves the job to one that has.
            while state.pool.idle() == 0 {
                tokio::time::sleep(LOOK_EVERY).await;
            }
            let lease = state.jobs.take().await;
            let revoked = lease.revoked.clone();
            let ending = tokio::select! {
                ending = search(&state, &lease) => ending,
                () = revoked.cancelled() => None,
            };
            if let Some(ending) = ending {
                state.jobs.finish(lease, ending).await;
            }
        }
    };
    tokio::select! {
        () = work => {}
        () = draining.cancelled() => {}
    }
}

fn read(state: &AppState, request: &Value) -> Result<(Game, SearchSettings)> {
    read_analysis(Fields::parse(request.to_string().as_bytes())?, &state.config.for_jobs())
}

/// How the job ended; none when it is left to others.
async fn search(state: &AppState, lease: &Lease) -> Option<Ending> {
    let failed = |problem: &Problem| Some(Ending::Failed(problem.document("/v1/analyses", "")));
    let (game, settings) = match read(state, &lease.job.request) {
        Ok(read) => read,
        Err(problem) => return failed(&problem),
    };
    let mut left = job(&game, &settings, Instant::now());
    let mut deepest = 0;
    loop {
        left.arrived = Instant::now();
        match turn(state, lease, &game, &left, &mut deepest).await {
            Ok(Background::Finished(answer)) => return Some(Ending::Done(dto::search(&game, &answer))),
            Ok(Background::Yielded(Answer { report, .. })) => {
                left.time = left.time.saturating_sub(report.time);
                left.nodes = left.nodes.map(|nodes| nodes.saturating_sub(report.nodes).max(1));
                // Of what was thought much is in the table, so that little is done twice.
            }
            Err(PoolError::ShuttingDown) => return None,
            Err(error) => return failed(&error.into()),
        }
    }
}

/// Searches until the end, or until somebody else needs the thread, and tells of every depth that is deeper than those
/// before.
async fn turn(
    state: &AppState,
    lease: &Lease,
    game: &Game,
    job: &Job,
    deepest: &mut u32,
) -> std::result::Result<Background, PoolError> {
    let (progress, mut reports) = mpsc::channel::<SearchReport>(PROGRESS_CAPACITY);
    let (time, started) = (job.time, Instant::now());
    let tell = async {
        while let Some(report) = reports.recv().await {
            if report.depth >= *deepest {
                *deepest = report.depth;
                let answer = Answer { report, queued: Duration::ZERO };
                state.jobs.progress(lease, dto::search(game, &answer)).await;
            }
        }
    };
    let (result, ()) = tokio::join!(state.pool.search_in_background(job.clone(), Some(progress)), tell);
    if let Ok(Background::Finished(answer) | Background::Yielded(answer)) = &result {
        state.metrics.search(&Ok(answer.clone()), time, started.elapsed());
    }
    result
}
