//! The one thread that writes: what waits when a transaction ends goes into the next together, so that many clients
//! share the price of reaching the disk.

use super::Shared;
use super::file::{self, Change};
use crate::session::{Event, Session, StoreError};
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
    let made = match shared.database() {
        Ok(database) => file::apply(&database, &changes).map_err(|error| shared.fail(&error)),
        Err(error) => Err(error),
    };
    match made {
        Ok(made) => {
            for (request, made) in batch.into_iter().zip(made) {
                let result = made.map(|removed| {
                    if let Change::Insert(session, _) | Change::Replace(session, _) = request.change {
                        settle(shared, session);
                    }
                    removed.into_iter().for_each(|id| shared.forget(id));
                });
                let _whoever_asked_is_gone = request.reply.send(result);
            }
        }
        Err(error) => {
            for request in batch {
                let _whoever_asked_is_gone = request.reply.send(Err(error.clone()));
            }
        }
    }
}

/// What is in the file now is what everybody sees.
fn settle(shared: &Shared, session: Arc<Session>) {
    shared.entry(session.id).offer(Arc::clone(&session));
    shared.feeds.publish(session.id, Event::Changed(session));
}
