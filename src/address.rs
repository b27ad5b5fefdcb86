//! Addresses of clients: the network that an address belongs to, and the address of a client behind trusted proxies.

use axum::http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The addresses that count as one client: an IPv4 address itself, and the /64 network of an IPv6 address, because such a
/// network has one owner.
pub fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64)),
        v4 => v4,
    }
}

/// The header in which the trusted proxies name the client. Each proxy appends the address of its own peer. Only this header
/// is read, because the proxies pass on any other as the client sent it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProxyHeader {
    XForwardedFor,
    /// RFC 7239.
    Forwarded,
}

/// The reverse proxies whose word about the client counts.
#[derive(Clone, Debug)]
pub struct TrustedProxies {
    networks: Vec<IpNet>,
    header: ProxyHeader,
}

impl TrustedProxies {
    /// Parses addresses (`10.0.0.7`) and networks (`10.0.0.0/8`).
    ///
    /// # Errors
    /// The first text that is neither.
    pub fn parse(texts: &[String], header: ProxyHeader) -> Result<TrustedProxies, String> {
        let parse = |text: &String| {
            let network = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
            network.map_err(|_| text.clone())
        };
        Ok(TrustedProxies { networks: texts.iter().map(parse).collect::<Result<_, _>>()?, header })
    }

    pub fn trusts(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        self.networks.iter().any(|network| network.contains(&ip))
    }

    /// The address of the client of a request from `peer`: the last address in the header that is not of a trusted proxy. If
    /// a proxy withholds it (`unknown`, or an obfuscated name), the address of that proxy.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(peer) {
            return peer;
        }
        let mut client = peer;
        for hop in self.hops(headers).into_iter().rev() {
            match hop.and_then(address) {
                Some(ip) => client = ip,
                None => break,
            }
            if !self.trusts(client) {
                break;
            }
        }
        client
    }

    /// The hops of the request, that of the client first. None where the header does not name one.
    fn hops<'a>(&self, headers: &'a HeaderMap) -> Vec<Option<&'a str>> {
        // Splits bytes, because a client may have sent a line to which a proxy appended and that is no text.
        let elements = |name: HeaderName| {
            let lines = headers.get_all(name).iter();
            let elements = lines.flat_map(|line| line.as_bytes().split(|&byte| byte == b','));
            elements.map(|element| std::str::from_utf8(element).ok())
        };
        match self.header {
            ProxyHeader::XForwardedFor => {
                elements(HeaderName::from_static("x-forwarded-for")).map(|hop| hop.map(str::trim)).collect()
            }
            ProxyHeader::Forwarded => {
                elements(header::FORWARDED).map(|element| element.and_then(forwarded_for)).collect()
            }
        }
    }
}

/// The parameter `for` of an element of `Forwarded`.
fn forwarded_for(element: &str) -> Option<&str> {
    element.split(';').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then(|| value.trim().trim_matches('"'))
    })
}

/// Parses an address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`.
fn address(text: &str) -> Option<IpAddr> {
    let bare = || text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text).parse().ok();
    text.parse::<SocketAddr>().ok().map(|address| address.ip()).or_else(bare)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn proxies(header: ProxyHeader) -> TrustedProxies {
        TrustedProxies::parse(&["10.0.0.0/8".to_owned(), "2001:db8::1".to_owned()], header).unwrap()
    }

    fn client(peer: &str, header: ProxyHeader, lines: &[(&'static str, &'static str)]) -> IpAddr {
        let mut headers = HeaderMap::new();
        for &(name, value) in lines {
            headers.append(name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        proxies(header).client(ip(peer), &headers)
    }

    #[test]
    fn addresses_of_one_ipv6_network_are_one_client() {
        assert_eq!(network(ip("2001:db8::1")), network(ip("2001:db8::ffff:1")));
        assert_ne!(network(ip("2001:db8::1")), network(ip("2001:db8:0:1::1")));
        assert_eq!(network(ip("::ffff:192.0.2.1")), network(ip("192.0.2.1")));
    }

    #[test]
    fn the_header_of_an_unknown_peer_is_ignored() {
        let lines = [("x-forwarded-for", "192.0.2.1")];
        assert_eq!(client("198.51.100.9", ProxyHeader::XForwardedFor, &lines), ip("198.51.100.9"));
    }

    #[test]
    fn the_client_is_the_last_address_that_is_no_trusted_proxy() {
        let lines = [("x-forwarded-for", "203.0.113.66, 192.0.2.1"), ("x-forwarded-for", "10.1.2.3")];
        assert_eq!(client("10.0.0.1", ProxyHeader::XForwardedFor, &lines), ip("192.0.2.1"));
        assert_eq!(client("::ffff:10.0.0.1", ProxyHeader::XForwardedFor, &lines), ip("192.0.2.1"));
        let inside = [("x-forwarded-for", "10.7.7.7, 10.1.2.3")];
        assert_eq!(client("10.0.0.1", ProxyHeader::XForwardedFor, &inside), ip("10.7.7.7"));
        assert_eq!(client("10.0.0.1", ProxyHeader::XForwardedFor, &[]), ip("10.0.0.1"));
    }

    #[test]
    fn forwarded_is_read_as_rfc_7239_writes_it() {
        let lines =
            [("forwarded", r#"for=203.0.113.66, For="[2001:db8:cafe::17]:4711";proto=https, for=10.1.2.3"#)];
        assert_eq!(client("2001:db8::1", ProxyHeader::Forwarded, &lines), ip("2001:db8:cafe::17"));
        let hidden = [("forwarded", "for=203.0.113.66, for=_hidden, for=10.1.2.3")];
        assert_eq!(client("10.0.0.1", ProxyHeader::Forwarded, &hidden), ip("10.1.2.3"));
    }

    #[test]
    fn a_client_that_sends_bytes_beyond_ascii_is_still_named_by_its_proxy() {
        let lines = [("x-forwarded-for", "h\u{e9}, 192.0.2.1, 10.1.2.3")];
        assert_eq!(client("10.0.0.1", ProxyHeader::XForwardedFor, &lines), ip("192.0.2.1"));
        let lines = [("forwarded", "for=h\u{e9}, for=192.0.2.1")];
        assert_eq!(client("10.0.0.1", ProxyHeader::Forwarded, &lines), ip("192.0.2.1"));
    }

    #[test]
    fn only_the_chosen_header_is_read() {
        let lines = [("forwarded", "for=203.0.113.66"), ("x-forwarded-for", "192.0.2.1")];
        assert_eq!(client("10.0.0.1", ProxyHeader::XForwardedFor, &lines), ip("192.0.2.1"));
    }

    #[test]
    fn a_text_that_is_no_network_is_refused() {
        let refused = TrustedProxies::parse(&["10.0.0.0/33".to_owned()], ProxyHeader::Forwarded);
        assert_eq!(refused.unwrap_err(), "10.0.0.0/33");
    }
}
