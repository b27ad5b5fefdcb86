//! HTTP/1.1 by hand, for clients that leave in ways no library leaves.

use serde_json::Value;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// How long a client waits for one answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// When a client leaves before it has its answer.
#[derive(Clone, Copy, Debug)]
pub struct Leaves {
    /// When only half of the request is sent.
    pub half_way: bool,
    /// After so long without reading.
    pub after: Duration,
    /// By RST, not by FIN.
    pub by_reset: bool,
}

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Value,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| &**value)
    }
}

/// The text of a request.
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

/// The answer of the server at `to` to a client at `from`; none when the connection broke, the client left, or it lost its
/// patience.
pub async fn ask(from: Ipv4Addr, to: SocketAddr, request: &[u8], leaves: Option<Leaves>) -> Option<Reply> {
    let exchange = async {
        let mut stream = connect(from, to).await.ok()?;
        match leaves {
            Some(leaves) => {
                let _server_may_be_gone = leave(stream, request, leaves).await;
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
    tokio::time::timeout(PATIENCE, exchange).await.ok().flatten()
}

async fn connect(from: Ipv4Addr, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((from, 0)))?;
    socket.connect(to).await
}

async fn leave(mut stream: TcpStream, request: &[u8], leaves: Leaves) -> io::Result<()> {
    if leaves.by_reset {
        stream.set_zero_linger()?;
    }
    let sent = if leaves.half_way { request.len() / 2 } else { request.len() };
    stream.write_all(&request[..sent]).await?;
    tokio::time::sleep(leaves.after).await;
    Ok(())
}

/// None when it is not whole.
fn parse(text: &[u8]) -> Option<Reply> {
    let end_of_head = text.windows(4).position(|window| window == b"\r\n\r\n")?;
    let (head, body) = (std::str::from_utf8(&text[..end_of_head]).ok()?, &text[end_of_head + 4..]);
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let header = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
    let headers = lines.map(header).collect::<Option<Vec<_>>>()?;
    let reply = Reply { status, headers, body: Value::Null };
    let length = reply.header("content-length").map_or(Some(0), |length| length.parse().ok())?;
    if body.len() != length {
        return None;
    }
    // What is not JSON, as the metrics, is text.
    let text = || Value::String(String::from_utf8_lossy(body).into_owned());
    Some(Reply { body: serde_json::from_slice(body).unwrap_or_else(|_| text()), ..reply })
}
