//! The PROXY protocol (versions 1 and 2): a proxy names its client in front of everything that it passes on.

use proxy_header::ParseConfig;
use proxy_header::io::ProxiedStream;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;

/// Reads the head of a connection from a proxy at `peer`. Returns the rest of the connection, and the address of the client. A proxy
/// that only checks whether the server runs names no client.
///
/// # Errors
/// When the connection begins with anything else, or the head does not arrive in time.
pub async fn read_head(
    stream: TcpStream,
    peer: SocketAddr,
    timeout: Duration,
) -> io::Result<(ProxiedStream<TcpStream>, SocketAddr)> {
    let config = ParseConfig { include_tlvs: false, ..ParseConfig::default() };
    let stream = tokio::time::timeout(timeout, ProxiedStream::create_from_tokio(stream, config)).await??;
    let client = stream.proxy_header().proxied_address().map_or(peer, |address| address.source);
    Ok((stream, client))
}
