//! The forms of `redis_url`.

use redis::{ConnectionAddr, ConnectionInfo, ErrorKind, IntoConnectionInfo, RedisConnectionInfo, RedisError};

const SENTINEL_PORT: u16 = 26_379;

/// The servers that a URL names.
///
/// - One server: `redis://user:password@host:port/database`, `redis+unix:///path`.
/// - Some nodes of a cluster: several addresses, separated by commas. Later addresses need no scheme and take the credentials
///   of the first.
/// - A cluster with one known node: `redis+cluster://host:port`.
/// - Sentinels, which know the primary of a service: `redis+sentinel://user:password@host:port,host:port/service/database`. The
///   credentials are those of Redis. Those of the sentinels may follow: `?sentinel_user=…&sentinel_password=…`.
///
/// `rediss` in place of `redis` means TLS.
#[derive(Debug)]
pub enum Address {
    One(Box<ConnectionInfo>),
    /// Some nodes of a cluster. The others are found through them.
    Cluster(Vec<ConnectionInfo>),
    Sentinel {
        sentinels: Vec<ConnectionAddr>,
        service: String,
        /// The credentials and the database of the primary.
        settings: Box<RedisConnectionInfo>,
        /// The credentials of the sentinels.
        sentinel_settings: Box<RedisConnectionInfo>,
    },
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
        if let Some((scheme, rest)) = url.split_once("+sentinel://") {
            return sentinel(scheme, rest);
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

/// Parses what follows `redis+sentinel://`.
fn sentinel(scheme: &str, rest: &str) -> Result<Address, RedisError> {
    let expected = (ErrorKind::InvalidClientConfig, "expected redis+sentinel://host:port,host:port/service");
    let (servers, service) = rest.split_once('/').ok_or(expected)?;
    let (service, query) = service.split_once('?').unwrap_or((service, ""));
    let (service, database) = service.split_once('/').unwrap_or((service, ""));
    let (credentials, hosts) = servers.rsplit_once('@').unwrap_or(("", servers));
    let address = |host: &str| {
        let has_port = host.rsplit(']').next().is_some_and(|end| end.contains(':'));
        let port = if has_port { String::new() } else { format!(":{SENTINEL_PORT}") };
        Ok(format!("{scheme}://{}{port}", host.trim()).into_connection_info()?.addr().clone())
    };
    let sentinels = hosts.split(',').map(address).collect::<Result<Vec<_>, RedisError>>()?;
    if service.is_empty() {
        return Err(expected.into());
    }
    let primary = format!(
        "{scheme}://{credentials}{}primary/{database}",
        if credentials.is_empty() { "" } else { "@" }
    );
    let settings = Box::new(primary.into_connection_info()?.redis_settings().clone());
    let sentinel_settings = Box::new(sentinel_settings(query).ok_or(expected)??);
    Ok(Address::Sentinel { sentinels, service: service.to_owned(), settings, sentinel_settings })
}

/// Reads the credentials of sentinels, percent-encoded as in the other parts of a URL. None if the query has other parts.
fn sentinel_settings(query: &str) -> Option<Result<RedisConnectionInfo, RedisError>> {
    let (mut user, mut password) = ("", "");
    for part in query.split('&').filter(|part| !part.is_empty()) {
        match part.split_once('=')? {
            ("sentinel_user", value) => user = value,
            ("sentinel_password", value) => password = value,
            _ => return None,
        }
    }
    let credentials = if query.is_empty() { String::new() } else { format!("{user}:{password}@") };
    let read = format!("redis://{credentials}sentinel").into_connection_info();
    Some(read.map(|info| info.redis_settings().clone()))
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
            Address::Sentinel { .. } => panic!("{url} names sentinels"),
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
    fn a_url_has_the_credentials_of_sentinels() {
        let credentials = |query: &str| {
            let url = format!("redis+sentinel://user:secret@a:1/games/3?{query}");
            let Ok(Address::Sentinel { service, settings, sentinel_settings, .. }) = Address::parse(&url)
            else {
                panic!("{url}")
            };
            assert_eq!((&*service, settings.db(), settings.password()), ("games", 3, Some("secret")));
            let text = |text: Option<&str>| text.unwrap_or("").to_owned();
            (text(sentinel_settings.username()), text(sentinel_settings.password()))
        };
        let expected = |user: &str, password: &str| (user.to_owned(), password.to_owned());
        assert_eq!(credentials("sentinel_user=one&sentinel_password=p%40w"), expected("one", "p@w"));
        assert_eq!(credentials("sentinel_password=guard"), expected("", "guard"));
    }

    #[test]
    fn a_url_names_the_service_of_sentinels() {
        let url = "rediss+sentinel://user:p%40w@a:1,b,[::1]/games/3";
        let Ok(Address::Sentinel { sentinels, service, settings, sentinel_settings }) = Address::parse(url)
        else {
            panic!("{url}")
        };
        let sentinels: Vec<String> = sentinels.iter().map(ToString::to_string).collect();
        assert_eq!((sentinels.join(" "), &*service), ("a:1 b:26379 ::1:26379".to_owned(), "games"));
        assert_eq!((settings.username(), settings.password(), settings.db()), (Some("user"), Some("p@w"), 3));
        assert_eq!((sentinel_settings.username(), sentinel_settings.password()), (None, None));
        assert!(matches!(Address::parse("redis+sentinel://a:1/games"), Ok(Address::Sentinel { .. })));
        for wrong in [
            "redis+sentinel://a:1",
            "redis+sentinel://a:1/",
            "redis+sentinel://a:1/games/x",
            "redis+sentinel://a:1/games?sentinel_key=x",
            "redis+sentinel://a:1/games?sentinel_user",
            "x+sentinel://a/b",
        ] {
            assert!(Address::parse(wrong).is_err(), "{wrong}");
        }
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
