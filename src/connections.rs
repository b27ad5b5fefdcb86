//! Connections: accepted up to a limit, closed when the client stalls, shut down gracefully.

use axum::Router;
use axum::extract::ConnectInfo;
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use std::convert::Infallible;
use std::future::{self, Future};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SetOnce};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

/// A connection is closed when the client reads nothing for this long while the server has data to send.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The interval of keep-alive pings on HTTP/2 connections.
const PING_EVERY: Duration = Duration::from_secs(20);

/// Limits on connections.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// How many may be open at once. Further ones wait in the listener's backlog.
    pub max_open: usize,
    /// How long a client may take to send the headers of a request. Also closes idle keep-alive connections.
    pub header_timeout: Duration,
}

/// Serves until `shutdown` resolves. Then closes the listener and returns once every request in progress is answered.
pub async fn serve(
    mut listener: TcpListener,
    service: Router,
    limits: ConnectionLimits,
    shutdown: impl Future<Output = ()>,
) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(limits.header_timeout);
    builder.http2().timer(TokioTimer::new()).keep_alive_interval(PING_EVERY);
    let builder = Arc::new(builder);
    let slots = Arc::new(Semaphore::new(limits.max_open.clamp(1, Semaphore::MAX_PERMITS)));
    let connections = GracefulShutdown::new();
    let accept = async {
        // Ends never, because nothing closes the semaphore.
        while let Ok(slot) = Arc::clone(&slots).acquire_owned().await {
            // This waits and retries when the process is out of file descriptors.
            let (stream, address) = Listener::accept(&mut listener).await;
            let connection = Connection { stream, address, service: service.clone(), slot };
            tokio::spawn(connection.serve(
                Arc::clone(&builder),
                limits.header_timeout,
                connections.watcher(),
            ));
        }
    };
    tokio::select! {
        () = accept => {}
        () = shutdown => {}
    }
    drop(listener);
    connections.shutdown().await;
}

struct Connection {
    stream: TcpStream,
    address: SocketAddr,
    service: Router,
    /// Counts against the limit while the connection is open.
    slot: OwnedSemaphorePermit,
}

impl Connection {
    async fn serve(self, builder: Arc<Builder<TokioExecutor>>, header_timeout: Duration, watcher: Watcher) {
        let Connection { stream, address, service, slot: _slot } = self;
        // Stream events are small. Nagle's algorithm would delay them.
        let _is_only_slower_without = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIMEOUT));
        let begun = Arc::new(SetOnce::new());
        let answer = service_fn(|mut request: hyper::Request<Incoming>| {
            let _is_set_already = begun.set(());
            request.extensions_mut().insert(ConnectInfo(address));
            let service = service.clone();
            async move {
                Ok::<_, Infallible>(unfailing(service.oneshot(request.map(axum::body::Body::new)).await))
            }
        });
        let connection = builder.serve_connection(TokioIo::new(Box::pin(stream)), answer);
        // Hyper starts its header timeout only after it has detected the HTTP version.
        let silent = async {
            if tokio::time::timeout(header_timeout, begun.wait()).await.is_ok() {
                future::pending::<()>().await;
            }
        };
        tokio::select! {
            result = watcher.watch(connection) => {
                if let Err(error) = result {
                    tracing::debug!(%address, error, "a connection failed");
                }
            }
            () = silent => tracing::debug!(%address, "a connection sent no request in time"),
        }
    }
}

fn unfailing<T>(result: Result<T, Infallible>) -> T {
    match result {
        Ok(value) => value,
        Err(never) => match never {},
    }
}
