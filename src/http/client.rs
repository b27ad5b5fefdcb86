//! Who is asking: what limits are kept for.

use super::problem::{Code, Problem, Result};
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// A client. An API key counts only if it is one of those configured: whoever makes keys up stays who it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Client {
    /// The place of the key's digest among those configured.
    Key(usize),
    Address(IpAddr),
}

impl Client {
    /// The client at an address. In IPv6 whoever has one address has 2⁶⁴: they count as one.
    pub fn at(address: Option<&ConnectInfo<SocketAddr>>) -> Client {
        let ip = address.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(address)| address.ip());
        Client::Address(match ip.to_canonical() {
            IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64)),
            v4 => v4,
        })
    }
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client> {
        let client = parts.extensions.get::<Client>().cloned();
        client.ok_or_else(|| Problem::new(Code::Internal, "the request could not be answered"))
    }
}

/// The token of `Authorization: Bearer`.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(axum::http::header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ip: &str) -> Client {
        Client::at(Some(&ConnectInfo(SocketAddr::new(ip.parse().unwrap(), 1))))
    }

    #[test]
    fn addresses_of_one_owner_are_one_client() {
        assert_eq!(at("2001:db8::1"), at("2001:db8::ffff:1"));
        assert_ne!(at("2001:db8::1"), at("2001:db8:0:1::1"));
        assert_eq!(at("::ffff:192.0.2.1"), at("192.0.2.1"));
        assert_ne!(at("192.0.2.2"), at("192.0.2.1"));
    }
}
