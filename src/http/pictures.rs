//! Draws pictures and converts records, which takes tens of milliseconds each, one after another: the processor is left to other requests and to
//! searches.

use super::problem::{Problem, Result};
use crate::open_counts::OpenCounts;
use crate::service::{Client, Code, Error};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio_util::task::AbortOnDropHandle;

/// How many requests may wait for their pictures, in all and of one client. The last one waits for a few seconds.
const MAX_WAITING: usize = 64;
const MAX_WAITING_OF_CLIENT: usize = 16;
/// The `Retry-After` of a refused request.
const RETRY_AFTER: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct Pictures {
    /// The permit to draw. It belongs to the drawing, which goes on when its request is dropped.
    turn: Arc<Semaphore>,
    waiting: OpenCounts<Client>,
}

impl Pictures {
    pub fn new() -> Pictures {
        Pictures { turn: Arc::new(Semaphore::new(1)), waiting: OpenCounts::default() }
    }

    /// Draws a picture, or does similar work, on a thread for slow work. If this future is dropped before `draw` has begun, `draw` never runs.
    ///
    /// # Errors
    /// When too many requests wait already, or `draw` panics.
    pub async fn draw<T: Send + 'static>(
        &self,
        client: Client,
        draw: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let _waiting = self.waiting.open(client, may_wait)?;
        let turn = Arc::clone(&self.turn).acquire_owned().await.expect("the semaphore is never closed");
        let drawing = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            draw()
        });
        let drawn = AbortOnDropHandle::new(drawing).await;
        drawn.map_err(|_| Problem::new(Code::Internal, "the work could not be done"))
    }
}

fn may_wait(all: usize, of_client: usize) -> std::result::Result<(), Error> {
    if all >= MAX_WAITING {
        let detail = format!("{MAX_WAITING} requests wait for pictures or conversions already");
        return Err(Error::new(Code::Overloaded, detail).retry_after(RETRY_AFTER));
    }
    if of_client >= MAX_WAITING_OF_CLIENT {
        let detail =
            format!("expected at most {MAX_WAITING_OF_CLIENT} requests for pictures or conversions at once");
        return Err(Error::new(Code::RateLimited, detail).retry_after(RETRY_AFTER));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::{FutureExt, poll};
    use std::pin::pin;
    use tokio::sync::{OwnedSemaphorePermit, oneshot};

    fn take_turn(pictures: &Pictures) -> OwnedSemaphorePermit {
        Arc::clone(&pictures.turn).try_acquire_owned().expect("nothing is drawn")
    }

    #[tokio::test]
    async fn a_drawing_keeps_its_turn_when_its_request_is_dropped() {
        let pictures = Pictures::new();
        let (begun, has_begun) = oneshot::channel();
        let (end, ended) = oneshot::channel();
        let mut dropped = Box::pin(pictures.draw(Client::named("a"), || {
            begun.send(()).unwrap();
            ended.blocking_recv().unwrap();
        }));
        assert!(poll!(&mut dropped).is_pending());
        has_begun.await.unwrap();
        drop(dropped);
        assert_eq!(pictures.turn.available_permits(), 0);
        end.send(()).unwrap();
        pictures.draw(Client::named("a"), || ()).await.unwrap();
    }

    #[tokio::test]
    async fn the_picture_of_a_request_that_is_dropped_while_it_waits_is_not_drawn() {
        let pictures = Pictures::new();
        let turn = take_turn(&pictures);
        let (drawn, was_drawn) = oneshot::channel();
        let mut dropped = Box::pin(pictures.draw(Client::named("a"), || drawn.send(())));
        assert!(poll!(&mut dropped).is_pending());
        let mut last = pin!(pictures.draw(Client::named("a"), || ()));
        assert!(poll!(&mut last).is_pending());
        drop(dropped);
        drop(turn);
        last.await.unwrap();
        was_drawn.await.unwrap_err();
    }

    #[tokio::test]
    async fn only_so_many_requests_wait_in_all_and_of_one_client() {
        let pictures = Pictures::new();
        let _turn = take_turn(&pictures);
        let mut waiting = Vec::new();
        let mut refusal = |client: u8| {
            let mut request = Box::pin(pictures.draw(Client::named(&client.to_string()), || ()));
            let refused = (&mut request).now_or_never().map(|result| result.unwrap_err().0.code);
            waiting.push(request);
            refused
        };
        let clients = MAX_WAITING / MAX_WAITING_OF_CLIENT;
        for client in 0..clients as u8 {
            assert_eq!((0..MAX_WAITING_OF_CLIENT).find_map(|_| refusal(client)), None);
            let code = if usize::from(client) + 1 < clients { Code::RateLimited } else { Code::Overloaded };
            assert_eq!(refusal(client), Some(code));
        }
        waiting.clear();
        assert_eq!(pictures.waiting.all(), 0);
    }
}
