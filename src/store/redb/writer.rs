//! The writer thread. Changes that arrive during a transaction go into the next one together, so that many clients share the
//! cost of one fsync.

use super::Shared;
use super::change::{self, Applied, Change};
use crate::store::error::StoreError;
use ::redb::Database;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The most changes in one transaction.
const BATCH: usize = 1024;
/// The pause before a failed file is opened again.
const REOPEN_AFTER: Duration = Duration::from_millis(500);

/// While a clock runs, the game time is written at least this often.
const WRITE_TIME_EVERY: Duration = Duration::from_secs(1);

/// A change, and the channel for its outcome.
#[derive(Debug)]
pub struct Request {
    pub change: Change,
    pub reply: oneshot::Sender<Result<(), StoreError>>,
}

/// Writes changes until all senders are dropped.
pub fn run(shared: &Shared, requests: &Receiver<Request>) {
    loop {
        let clocks_run = !shared.deadlines.is_empty();
        let first = match shared.is_open() {
            true if clocks_run => requests.recv_timeout(WRITE_TIME_EVERY),
            true => requests.recv().map_err(|_| RecvTimeoutError::Disconnected),
            false => requests.recv_timeout(REOPEN_AFTER),
        };
        if !shared.is_open() {
            shared.reopen();
        }
        match first {
            Ok(first) => {
                let batch = std::iter::once(first).chain(requests.try_iter()).take(BATCH).collect();
                write(shared, batch);
            }
            Err(RecvTimeoutError::Timeout) if clocks_run => write(shared, Vec::new()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                if clocks_run {
                    write(shared, Vec::new());
                }
                return;
            }
        }
    }
}

fn write(shared: &Shared, mut batch: Vec<Request>) {
    for request in &mut batch {
        if let Change::Expire { ids, unused_since } = &mut request.change {
            // Somebody may have used the game since the sweep.
            ids.retain(|&id| shared.last_used(id) < *unused_since && !shared.deadlines.contains(id));
        }
    }
    let changes: Vec<&Change> = batch.iter().map(|request| &request.change).collect();
    let written = shared.database().and_then(|database| {
        let clocks_run = !shared.deadlines.is_empty() || changes.iter().any(|change| change.has_clock());
        let game_time = clocks_run.then(|| shared.clock.at(Instant::now()));
        let made = change::apply(&database, &shared.ledger, &changes, game_time, shared.idle_time());
        Ok((made.map_err(|error| shared.fail(&error))?, database))
    });
    match written {
        Ok((made, database)) => {
            for (request, made) in batch.into_iter().zip(made) {
                answer(shared, &database, request, made);
            }
        }
        Err(error) => {
            for Request { change, reply } in batch {
                end_write(shared, &change, false);
                let _asker_is_gone = reply.send(Err(error.clone()));
            }
        }
    }
}

/// Publishes a written change and reports its outcome.
fn answer(shared: &Shared, database: &Arc<Database>, Request { change, reply }: Request, made: Applied) {
    end_write(shared, &change, made.is_ok());
    let result = made.map(|removed| {
        if let Some(session) = change.into_session() {
            shared.publish(database, session);
        }
        removed.into_iter().for_each(|id| shared.forget(id));
    });
    let _asker_is_gone = reply.send(result);
}

fn end_write(shared: &Shared, change: &Change, is_made: bool) {
    if let Some(record) = change.record() {
        shared.ledger.lock().end_write(&record.claimant, is_made && record.state.is_done());
    }
}
