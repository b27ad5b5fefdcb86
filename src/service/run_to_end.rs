//! Changes that run to their end even if their request is dropped.

use super::error::{Code, Error, Result};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::runtime::Handle;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;
use tracing::{Instrument, Span};

/// A change on the task of its request. If the request is dropped, the rest runs on a task of its own. Most changes end in their
/// first poll, and a task for each would wake another thread.
pub(super) struct RunToEnd<T: Send + 'static> {
    /// None once it has ended.
    rest: Option<Pin<Box<dyn Future<Output = Result<T>> + Send>>>,
    tasks: TaskTracker,
    /// Makes the shutdown wait for the change.
    _is_task: TaskTrackerToken,
    span: Span,
}

impl<T: Send + 'static> RunToEnd<T> {
    pub fn new(change: impl Future<Output = Result<T>> + Send + 'static, tasks: &TaskTracker) -> RunToEnd<T> {
        RunToEnd {
            rest: Some(Box::pin(change)),
            tasks: tasks.clone(),
            _is_task: tasks.token(),
            span: Span::current(),
        }
    }
}

impl<T: Send + 'static> Future for RunToEnd<T> {
    type Output = Result<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<T>> {
        let rest = self.rest.as_mut().expect("a future is not polled after its end");
        let polled = catch_unwind(AssertUnwindSafe(|| rest.as_mut().poll(context))).unwrap_or_else(|_| {
            let detail = "the request failed: read the game to see whether it changed";
            Poll::Ready(Err(Error::new(Code::Internal, detail)))
        });
        if polled.is_ready() {
            self.rest = None;
        }
        polled
    }
}

impl<T: Send + 'static> Drop for RunToEnd<T> {
    fn drop(&mut self) {
        if let Some(rest) = self.rest.take()
            && let Ok(runtime) = Handle::try_current()
        {
            let rest = rest.instrument(self.span.clone());
            self.tasks.spawn_on(async { drop(rest.await) }, &runtime);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::pending;
    use tokio::sync::oneshot::channel;

    #[tokio::test]
    async fn a_change_whose_request_is_dropped_runs_to_its_end() {
        let tasks = TaskTracker::new();
        let (go_on, may_go_on) = channel::<()>();
        let (end, ended) = channel();
        let mut change = RunToEnd::new(
            async move {
                may_go_on.await.unwrap();
                end.send(()).unwrap();
                Ok(())
            },
            &tasks,
        );
        assert!(futures_util::poll!(&mut change).is_pending());
        drop(change);
        go_on.send(()).unwrap();
        ended.await.unwrap();
    }

    #[tokio::test]
    async fn a_change_whose_request_was_never_polled_runs_too() {
        let (end, ended) = channel();
        let change = async move {
            end.send(()).unwrap();
            Ok(())
        };
        drop(RunToEnd::new(change, &TaskTracker::new()));
        ended.await.unwrap();
    }

    #[tokio::test]
    async fn the_tracker_counts_a_change_until_its_end() {
        let tasks = TaskTracker::new();
        let change = RunToEnd::new(async { Ok(()) }, &tasks);
        let endless = RunToEnd::new(pending::<Result<()>>(), &tasks);
        assert_eq!(tasks.len(), 2);
        change.await.unwrap();
        assert_eq!(tasks.len(), 1);
        drop(endless);
        assert_eq!(tasks.len(), 1);
    }

    #[tokio::test]
    async fn a_panic_is_an_error_of_the_request() {
        let change = RunToEnd::<()>::new(async { panic!("on purpose") }, &TaskTracker::new());
        assert_eq!(change.await.unwrap_err().code, Code::Internal);
    }
}
