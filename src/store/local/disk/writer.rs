//! The writer thread. Changes that arrive during a transaction go into the next one together, so that many clients share the
//! cost of one fsync.

use super::file::{FileError, OpenFile};
use super::shared_file::SharedFile;
use super::transaction;
use crate::store::error::StoreError;
use crate::store::local::change::{Applied, Change, end_write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The most changes in one transaction.
const BATCH: usize = 1024;
/// The pause before a failed file is opened again.
const REOPEN_AFTER: Duration = Duration::from_millis(500);
/// The pause before a file that is damaged beyond repair is verified again, which reads all of it. Somebody may have replaced it.
const VERIFY_AGAIN_AFTER: Duration = Duration::from_secs(30);

/// While a clock runs, the game time is written at least this often.
const WRITE_TIME_EVERY: Duration = Duration::from_secs(1);

/// A change, and the channel for its outcome.
#[derive(Debug)]
pub struct Request {
    pub change: Change,
    pub reply: oneshot::Sender<Result<(), StoreError>>,
}

/// Writes changes until all senders are dropped.
pub fn run(file: &SharedFile, requests: &Receiver<Request>) {
    let mut reopen_at = Instant::now();
    loop {
        let clocks_run = file.shared.needs_game_time();
        let first = match file.is_open() {
            true if clocks_run => requests.recv_timeout(WRITE_TIME_EVERY),
            true => requests.recv().map_err(|_| RecvTimeoutError::Disconnected),
            false => requests.recv_timeout(REOPEN_AFTER),
        };
        if !file.is_open()
            && Instant::now() >= reopen_at
            && let Err(error) = file.reopen()
            && file.is_damaged()
            && !is_in_use(&error)
        {
            reopen_at = Instant::now() + VERIFY_AGAIN_AFTER;
        }
        match first {
            Ok(first) => {
                let batch = std::iter::once(first).chain(requests.try_iter()).take(BATCH).collect();
                write(file, batch);
            }
            Err(RecvTimeoutError::Timeout) if clocks_run => write(file, Vec::new()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                if clocks_run {
                    write(file, Vec::new());
                }
                return;
            }
        }
    }
}

/// Whether a reader has not closed the file yet.
fn is_in_use(error: &FileError) -> bool {
    matches!(error, FileError::Database(redb::Error::DatabaseAlreadyOpen))
}

fn write(file: &SharedFile, batch: Vec<Request>) {
    let changes: Vec<&Change> = batch.iter().map(|request| &request.change).collect();
    let written = file.database().and_then(|open| {
        let made = transaction::apply(&open, &file.shared, &changes);
        Ok((made.map_err(|error| file.fail(&error))?, open))
    });
    match written {
        Ok((made, open)) => {
            for (request, made) in batch.into_iter().zip(made) {
                answer(file, &open, request, made);
            }
        }
        Err(error) => {
            for Request { change, reply } in batch {
                end_write(&file.shared, &change, false);
                let _asker_is_gone = reply.send(Err(error.clone()));
            }
        }
    }
}

/// Publishes a written change and reports its outcome.
fn answer(file: &SharedFile, open: &Arc<OpenFile>, Request { change, reply }: Request, made: Applied) {
    let shared = &file.shared;
    if made.is_ok() {
        for session in change.sessions() {
            shared.publish(Arc::clone(session), || file.uses(open));
        }
    }
    if made.is_ok() && !change.news().is_empty() {
        shared.news.note(shared.news.last() + change.news().len() as u64);
    }
    for &id in made.iter().flatten() {
        shared.forget(id);
    }
    end_write(shared, &change, made.is_ok());
    let _asker_is_gone = reply.send(made.map(|_removed| ()));
}
