//! Identifies the client of a request.

use super::problem::{Problem, Result};
use crate::service::{Client, Code};
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The client at the peer address of a connection.
pub fn at(address: Option<&ConnectInfo<SocketAddr>>) -> Client {
    Client::at(address.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(address)| address.ip()))
}

/// Extracts the client that the access middleware identified.
impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client> {
        let client = parts.extensions.get::<Client>().cloned();
        client.ok_or_else(|| Problem::new(Code::Internal, "the request could not be answered"))
    }
}
