//! Connections: taken in up to a limit, cut off when the other end stalls, closed in good order.

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

/// A client that takes nothing of what is sent to it for so long has gone.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// How often a silent HTTP/2 connection is asked whether it is still there.
const PING_EVERY: Duration = Duration::from_secs(20);

/// What a connection may ask of the server.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// Open at once. Further ones wait in the system's queue.
    pub most: usize,
    /// For the head of a request to arrive; an idle connection is closed after it as well.
    pub header_timeout: Duration,
}

/// Serves until `shutdown` is done, then takes no more connections and ends when the requests under way are answered.
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
    let slots = Arc::new(Semaphore::new(limits.most.clamp(1, Semaphore::MAX_PERMITS)));
    let connections = GracefulShutdown::new();
    let accept = async {
        // The semaphore is never closed.
        while let Ok(slot) = Arc::clone(&slots).acquire_owned().await {
            // Waits and tries again when the system is out of file descriptors.
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
    /// Held as long as the connection is open.
    slot: OwnedSemaphorePermit,
}

impl Connection {
    async fn serve(self, builder: Arc<Builder<TokioExecutor>>, header_timeout: Duration, watcher: Watcher) {
        let Connection { stream, address, service, slot: _slot } = self;
        // Events of a stream are small and wanted at once.
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
        // The header timeout begins only when it is known which version of HTTP is spoken.
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
