//! A minimal HTTP/1.1 client, because no library can disconnect in these ways.

use serde_json::Value;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// How long a client waits for one response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(5);

/// How a client disconnects before it gets its response.
#[derive(Clone, Copy, Debug)]
pub struct Disconnect {
    /// Sends only half of the request.
    pub mid_request: bool,
    /// How long it waits, without reading, after it has sent.
    pub after: Duration,
    /// Closes the connection with RST instead of FIN.
    pub with_rst: bool,
}

#[derive(Debug)]
pub struct HttpResponse {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Value,
}

impl HttpResponse {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| &**value)
    }

    /// The `ETag`.
    pub fn tag(&self) -> Option<&str> {
        self.header("etag")
    }
}

/// Encodes a request.
pub fn request(method: &str, path: &str, headers: &[(&str, String)], body: Option<&Value>) -> Vec<u8> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let mut text = format!("{method} {path} HTTP/1.1\r\nhost: duiyi\r\nconnection: close\r\n");
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() {
        text += &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    }
    (text + "\r\n" + &body).into_bytes()
}

/// Sends a request from one address to another; `None` when the connection broke, the client disconnected, or the
/// response timed out.
pub async fn send(
    from: Ipv4Addr,
    to: SocketAddr,
    request: &[u8],
    disconnect: Option<Disconnect>,
) -> Option<HttpResponse> {
    let exchange = async {
        let mut stream = connect(from, to).await.ok()?;
        match disconnect {
            Some(disconnect) => {
                let _server_may_be_gone = send_and_disconnect(stream, request, disconnect).await;
                None
            }
            None => {
                stream.write_all(request).await.ok()?;
                let mut text = Vec::new();
                stream.read_to_end(&mut text).await.ok()?;
                parse(&text)
            }
        }
    };
    tokio::time::timeout(RESPONSE_TIMEOUT, exchange).await.ok().flatten()
}

async fn connect(from: Ipv4Addr, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((from, 0)))?;
    socket.connect(to).await
}

async fn send_and_disconnect(
    mut stream: TcpStream,
    request: &[u8],
    disconnect: Disconnect,
) -> io::Result<()> {
    if disconnect.with_rst {
        stream.set_zero_linger()?;
    }
    let sent = if disconnect.mid_request { request.len() / 2 } else { request.len() };
    stream.write_all(&request[..sent]).await?;
    tokio::time::sleep(disconnect.after).await;
    Ok(())
}

/// `None` when the response is incomplete.
fn parse(text: &[u8]) -> Option<HttpResponse> {
    let end_of_head = text.windows(4).position(|window| window == b"\r\n\r\n")?;
    let (head, body) = (std::str::from_utf8(&text[..end_of_head]).ok()?, &text[end_of_head + 4..]);
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let header = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
    let headers = lines.map(header).collect::<Option<Vec<_>>>()?;
    let response = HttpResponse { status, headers, body: Value::Null };
    let length = response.header("content-length").map_or(Some(0), |length| length.parse().ok())?;
    if body.len() != length {
        return None;
    }
    // A body that is not JSON, such as the metrics, becomes a string.
    let text = || Value::String(String::from_utf8_lossy(body).into_owned());
    Some(HttpResponse { body: serde_json::from_slice(body).unwrap_or_else(|_| text()), ..response })
}
