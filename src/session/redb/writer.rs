//! The one thread that writes: what waits when a transaction ends goes into the next together, so that many clients
//! share the price of reaching the disk.

use super::Shared;
use super::change::{self, Change, Made};
use crate::session::StoreError;
use ::redb::Database;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;
use tokio::sync::oneshot;

/// The most changes in one transaction.
const BATCH: usize = 1024;
/// How long a file that failed is left alone before it is opened again.
const REOPEN_AFTER: Duration = Duration::from_millis(500);

/// A change, and who waits for what comes of it.
#[derive(Debug)]
pub struct Request {
    pub change: Change,
    pub reply: oneshot::Sender<Result<(), StoreError>>,
}

/// Writes until nobody can send requests any more.
pub fn run(shared: &Shared, requests: &Receiver<Request>) {
    loop {
        let first = match shared.is_open() {
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
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn write(shared: &Shared, mut batch: Vec<Request>) {
    for request in &mut batch {
        if let Change::Expire { ids, unused_since } = &mut request.change {
            // Somebody may have come back meanwhile.
            ids.retain(|&id| shared.last_used(id) < *unused_since);
        }
    }
    let changes: Vec<&Change> = batch.iter().map(|request| &request.change).collect();
    let written = shared.database().and_then(|database| {
        let made = change::apply(&database, &shared.ledger, &changes);
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

/// What is in the file now is what everybody sees.
fn answer(shared: &Shared, database: &Arc<Database>, Request { change, reply }: Request, made: Made) {
    end_write(shared, &change, made.is_ok());
    let result = made.map(|removed| {
        if let Some(session) = change.into_session() {
            shared.show(database, session);
        }
        removed.into_iter().for_each(|id| shared.forget(id));
    });
    let _asker_is_gone = reply.send(result);
}

fn end_write(shared: &Shared, change: &Change, is_made: bool) {
    if let Some(note) = change.note() {
        shared.ledger.lock().end_write(&note.claimant, is_made && note.state.is_done());
    }
}
