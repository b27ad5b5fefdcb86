//! The forms of `redis_url`.

use redis::{ConnectionInfo, IntoConnectionInfo, RedisError};

/// The servers that a URL names.
///
/// - One server: `redis://user:password@host:port/database`, `redis+unix:///path`.
/// - Some nodes of a cluster: several addresses, separated by commas. Later addresses need no scheme and take the credentials
///   of the first.
/// - A cluster with one known node: `redis+cluster://host:port`.
///
/// `rediss` in place of `redis` means TLS.
#[derive(Debug)]
pub enum Address {
    One(Box<ConnectionInfo>),
    /// Some nodes of a cluster. The others are found through them.
    Cluster(Vec<ConnectionInfo>),
}

impl Address {
    /// Parses a URL.
    ///
    /// # Errors
    /// When the URL has none of these forms.
    pub fn parse(url: &str) -> Result<Address, RedisError> {
        if url.starts_with("redis+unix:") || url.starts_with("unix:") {
            return Ok(Address::One(Box::new(url.into_connection_info()?)));
        }
        let plain = url.replacen("+cluster://", "://", 1);
        let mut servers = Vec::new();
        let mut addresses = plain.split(',').map(str::trim);
        let first = addresses.next().unwrap_or_default();
        servers.push(first.into_connection_info()?);
        for address in addresses {
            servers.push(match address.contains("://") {
                true => address.into_connection_info()?,
                false => format!("{}{address}", before_host(first)).into_connection_info()?,
            });
        }
        match servers.pop() {
            Some(one) if servers.is_empty() && plain == url => Ok(Address::One(Box::new(one))),
            last => Ok(Address::Cluster(servers.into_iter().chain(last).collect())),
        }
    }
}

/// The part of an address before its host: the scheme and the credentials.
fn before_host(address: &str) -> &str {
    let scheme = address.find("://").map_or(0, |at| at + "://".len());
    let credentials = address.rfind('@').map_or(0, |at| at + 1);
    &address[..scheme.max(credentials)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The address and the password of every server.
    fn servers(url: &str) -> (bool, Vec<(String, Option<String>)>) {
        let (is_cluster, servers) = match Address::parse(url).unwrap() {
            Address::One(one) => (false, vec![*one]),
            Address::Cluster(nodes) => (true, nodes),
        };
        let server = |info: ConnectionInfo| {
            (info.addr().to_string(), info.redis_settings().password().map(str::to_owned))
        };
        (is_cluster, servers.into_iter().map(server).collect())
    }

    fn all_with(password: Option<&str>, addresses: &[&str]) -> Vec<(String, Option<String>)> {
        addresses.iter().map(|&address| (address.to_owned(), password.map(str::to_owned))).collect()
    }

    #[test]
    fn a_url_names_one_server_or_a_cluster() {
        let secret = "redis://user:p%40%2Cw@a:1,b:2,c";
        assert_eq!(servers(secret), (true, all_with(Some("p@,w"), &["a:1", "b:2", "c:6379"])));
        assert_eq!(servers("rediss://a:1, rediss://b:2"), (true, all_with(None, &["a:1", "b:2"])));
        assert_eq!(servers("redis://:p@a:1/3"), (false, all_with(Some("p"), &["a:1"])));
        assert_eq!(servers("rediss+cluster://:p@a:1"), (true, all_with(Some("p"), &["a:1"])));
        assert_eq!(servers("redis+unix:///tmp/a,b.sock"), (false, all_with(None, &["/tmp/a,b.sock"])));
        assert!(Address::parse("redis://a,http://b").is_err());
        assert!(Address::parse("").is_err());
    }
}
