//! Identifies the client of a request.

use super::problem::{Problem, Result};
use crate::address::TrustedProxies;
use crate::service::{Client, Code};
use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::request::Parts;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The client of a request, by the address of its connection and what trusted proxies say.
pub fn of(request: &Request, proxies: &TrustedProxies) -> Client {
    let connection = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = connection.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(address)| address.ip());
    Client::at(proxies.client(peer, request.headers()))
}

/// Extracts the client that the access middleware identified.
impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client> {
        let client = parts.extensions.get::<Client>().cloned();
        client.ok_or_else(|| Problem::new(Code::Internal, "the request could not be answered"))
    }
}
