//! Connections: accepted up to a limit, closed when the client stalls or is idle, shut down gracefully.

mod proxied;
mod stalls;

use crate::address::{TrustedProxies, network};
use crate::open_counts::{Open, OpenCounts};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::serve::Listener;
use hyper::Version;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::header::UPGRADE;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use proxy_header::io::ProxiedStream;
use stalls::{Reading, Stalls};
use std::convert::Infallible;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

/// A connection is closed when the client reads nothing for this long while the server has data to send.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The longest head of a request, and how much is read ahead of a body.
const READ_BUFFER: usize = 64 << 10;

/// How much of their bodies the requests of an HTTP/2 connection may send ahead: each, and all of them. No body is longer than
/// `body_limit_bytes`.
const STREAM_WINDOW: u32 = 64 << 10;
const CONNECTION_WINDOW: u32 = 256 << 10;

/// The interval of keep-alive pings on HTTP/2 connections.
const PING_EVERY: Duration = Duration::from_secs(20);

/// Limits on connections.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    /// How many may be open at once. Further ones wait in the listener's backlog.
    pub max_open: usize,
    /// How many may be open at once from one address (one /64 network of IPv6). Further ones are closed. 0 means no limit.
    pub max_per_address: usize,
    /// Proxies are exempt from the limit per address, because they speak for many clients.
    pub proxies: TrustedProxies,
    /// Whether connections from the proxies begin with a head of the PROXY protocol. Such a head of anybody else is an error.
    pub proxy_protocol: bool,
    /// How long a client may take to send the headers of a request. A connection without a request is closed after the same time.
    pub header_timeout: Duration,
    /// How long a client may read nothing while the server has data to send.
    pub write_timeout: Duration,
}

/// Serves until `shutdown` resolves. Then closes the listener and returns once every request in progress is answered.
pub async fn serve(
    mut listener: TcpListener,
    service: Router,
    limits: ConnectionLimits,
    shutdown: impl Future<Output = ()>,
) {
    let mut builder = Builder::new(TokioExecutor::new());
    let http1_timer = TokioTimer::new();
    builder.http1().timer(http1_timer).header_read_timeout(limits.header_timeout).max_buf_size(READ_BUFFER);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(PING_EVERY)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW);
    let builder = Arc::new(builder);
    let limits = Arc::new(limits);
    let by_address = OpenCounts::default();
    let slots = Arc::new(Semaphore::new(limits.max_open.clamp(1, Semaphore::MAX_PERMITS)));
    let connections = GracefulShutdown::new();
    let accept = async {
        // Ends never, because nothing closes the semaphore.
        while let Ok(slot) = Arc::clone(&slots).acquire_owned().await {
            // This waits and retries when the process is out of file descriptors.
            let (stream, address) = Listener::accept(&mut listener).await;
            let is_exempt = limits.max_per_address == 0 || limits.proxies.trusts(address.ip());
            let is_allowed =
                |_, of_address| (is_exempt || of_address < limits.max_per_address).then_some(()).ok_or(());
            let Ok(place) = by_address.open(network(address.ip()), is_allowed) else {
                tracing::debug!(%address, "too many connections from one address");
                continue;
            };
            let open = OpenConnection { _places: Arc::new((slot, place)) };
            let connection = Connection { stream, address, service: service.clone(), open };
            tokio::spawn(connection.serve(Arc::clone(&builder), limits.clone(), connections.watcher()));
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
    open: OpenConnection,
}

/// Counts against the limits while the connection is open. A request that takes over its connection keeps this, which is among its
/// extensions.
#[derive(Clone, Debug)]
pub struct OpenConnection {
    _places: Arc<(OwnedSemaphorePermit, Open<IpAddr>)>,
}

impl Connection {
    async fn serve(
        self,
        builder: Arc<Builder<TokioExecutor>>,
        limits: Arc<ConnectionLimits>,
        watcher: Watcher,
    ) {
        let Connection { stream, address, service, open: open_connection } = self;
        // Stream events are small. Nagle's algorithm would delay them.
        let _is_only_slower_without = stream.set_nodelay(true);
        let (stream, address) = if limits.proxy_protocol && limits.proxies.trusts(address.ip()) {
            match proxied::read_head(stream, address, limits.header_timeout).await {
                Ok(proxied) => proxied,
                Err(error) => {
                    tracing::debug!(%address, %error, "a connection of a proxy does not name its client");
                    return;
                }
            }
        } else {
            (ProxiedStream::unproxied(stream), address)
        };
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(limits.write_timeout));
        let requests = Arc::new(Requests::new());
        let stalls = Arc::new(Stalls::default());
        let answer = service_fn(|mut request: hyper::Request<Incoming>| {
            let open = OpenRequest::new(&requests);
            let stalls = (request.version() == Version::HTTP_2).then(|| Arc::clone(&stalls));
            request.extensions_mut().insert(ConnectInfo(address));
            if request.headers().contains_key(UPGRADE) {
                request.extensions_mut().insert(open_connection.clone());
            }
            let service = service.clone();
            async move {
                let response = unfailing(service.oneshot(request.map(Body::new)).await);
                let reading = stalls.map(|stalls| stalls.open());
                Ok::<_, Infallible>(response.map(|body| CountedBody { body, reading, _open: open }))
            }
        });
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(Box::pin(stream)), answer);
        tokio::select! {
            result = watcher.watch(connection) => {
                if let Err(error) = result {
                    tracing::debug!(%address, error, "a connection failed");
                }
            }
            // Hyper starts its header timeout only after it has detected the HTTP version, and HTTP/2 has none.
            () = idle(&requests, limits.header_timeout) => {
                tracing::debug!(%address, "a connection had no request for too long");
            }
            () = stalls.longer_than(limits.write_timeout) => {
                tracing::debug!(%address, "a client has not read a response for too long");
            }
        }
    }
}

/// Resolves when no request has been open for the duration `limit`.
async fn idle(requests: &Requests, limit: Duration) {
    loop {
        let quiet_for = requests.quiet_for();
        if quiet_for >= limit {
            return;
        }
        tokio::time::sleep(limit - quiet_for).await;
    }
}

/// The requests of a connection. Wakes nobody when they begin and end, because each request would pay for it.
#[derive(Debug)]
struct Requests {
    opened_at: Instant,
    open: AtomicUsize,
    /// When the last request ended, in milliseconds since the connection was opened.
    last_end: AtomicU64,
}

impl Requests {
    fn new() -> Requests {
        Requests { opened_at: Instant::now(), open: AtomicUsize::new(0), last_end: AtomicU64::new(0) }
    }

    fn age_ms(&self) -> u64 {
        self.opened_at.elapsed().as_millis().try_into().unwrap_or(u64::MAX)
    }

    /// How long no request has been open.
    fn quiet_for(&self) -> Duration {
        if self.open.load(Ordering::Acquire) > 0 {
            return Duration::ZERO;
        }
        Duration::from_millis(self.age_ms().saturating_sub(self.last_end.load(Ordering::Relaxed)))
    }
}

/// A request of a connection, open until its response has been sent.
#[derive(Debug)]
struct OpenRequest(Arc<Requests>);

impl OpenRequest {
    fn new(requests: &Arc<Requests>) -> OpenRequest {
        requests.open.fetch_add(1, Ordering::Relaxed);
        OpenRequest(Arc::clone(requests))
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.last_end.store(self.0.age_ms(), Ordering::Relaxed);
        // A reader of the new count also reads the new time.
        self.0.open.fetch_sub(1, Ordering::Release);
    }
}

/// The body of a response, whose request is open until the body is dropped.
struct CountedBody {
    body: Body,
    /// None with HTTP/1.1, where the write timeout of the connection is enough.
    reading: Option<Reading>,
    _open: OpenRequest,
}

impl hyper::body::Body for CountedBody {
    type Data = bytes::Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<bytes::Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        match (&self.reading, &polled) {
            (Some(reading), Poll::Ready(Some(_))) => reading.sends(),
            (Some(reading), _) => reading.has_nothing_to_send(),
            (None, _) => {}
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn unfailing<T>(result: Result<T, Infallible>) -> T {
    match result {
        Ok(value) => value,
        Err(never) => match never {},
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::ProxyHeader;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// Connects to a server that responds with the address of the client.
    async fn connect(trusted: &[String]) -> TcpStream {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let limits = ConnectionLimits {
            max_open: 1,
            max_per_address: 0,
            proxies: TrustedProxies::parse(trusted, ProxyHeader::Forwarded).unwrap(),
            proxy_protocol: true,
            header_timeout: Duration::from_secs(3600),
            write_timeout: Duration::from_millis(100),
        };
        let name_client = |ConnectInfo(client): ConnectInfo<SocketAddr>| async move { client.to_string() };
        let service = Router::new().route("/", get(name_client));
        tokio::spawn(serve(listener, service, limits, std::future::pending()));
        let client = TcpStream::connect(address).await.unwrap();
        client.set_nodelay(true).unwrap();
        client
    }

    /// What the server sends after these parts, until it closes the connection.
    async fn response(trusted: &[String], parts: &[&[u8]]) -> String {
        let mut client = connect(trusted).await;
        for part in parts {
            let _may_be_closed = client.write_all(part).await;
            tokio::task::yield_now().await;
        }
        let mut received = Vec::new();
        let _may_be_reset = client.read_to_end(&mut received).await;
        String::from_utf8(received).unwrap()
    }

    const V1: &[u8] = b"PROXY TCP4 192.0.2.1 127.0.0.1 4711 80\r\n";
    const V2: &[u8] = b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\xc0\0\x02\x01\x7f\0\0\x01\x12\x67\0\x50";
    const GET: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

    #[tokio::test]
    async fn a_trusted_proxy_names_its_client_by_the_proxy_protocol() {
        let trusted = ["127.0.0.1".to_owned()];
        for head in [V1, V2] {
            let bytes: Vec<&[u8]> = head.chunks(1).chain([GET]).collect();
            for parts in [&[&[head, GET].concat()[..]][..], &bytes] {
                let response = response(&trusted, parts).await;
                assert!(response.ends_with("\r\n\r\n192.0.2.1:4711"), "{response}");
            }
        }
        let of_the_proxy = response(&trusted, &[b"PROXY UNKNOWN\r\n", GET]).await;
        assert!(of_the_proxy.contains("\r\n\r\n127.0.0.1:"), "{of_the_proxy}");
        assert_eq!(response(&trusted, &[GET]).await, "", "it must name its client");
    }

    #[tokio::test]
    async fn nobody_else_names_a_client() {
        let response_to_head = response(&[], &[V1, GET]).await;
        assert!(!response_to_head.contains("192.0.2.1") && !response_to_head.contains("200 OK"));
        assert!(response(&[], &[GET]).await.contains("\r\n\r\n127.0.0.1:"));
    }

    #[tokio::test]
    async fn a_client_of_http_2_that_reads_no_response_is_dropped() {
        let mut client = connect(&[]).await;
        // SETTINGS with an initial window of zero, then the HEADERS of a GET.
        let settings = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\x06\x04\0\0\0\0\0\0\x04\0\0\0\0";
        client.write_all(settings).await.unwrap();
        client.write_all(b"\0\0\x06\x01\x05\0\0\0\x01\x82\x86\x84\x41\x01x").await.unwrap();
        // This waits for hours if the server keeps the connection.
        let mut received = Vec::new();
        let _may_be_reset = client.read_to_end(&mut received).await;
        assert!(!received.is_empty());
    }
}
