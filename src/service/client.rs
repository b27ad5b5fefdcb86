//! Who is asking: limits are kept for each client.

use super::Service;
use super::error::{Code, Error};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv6Addr};
use subtle::ConstantTimeEq;

/// A client. An API key counts only if it is configured, so that made-up keys do not make new clients.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Client {
    /// The place of the key's digest among those configured.
    Key(usize),
    Address(IpAddr),
}

impl Client {
    /// The client at an address. An IPv6 network of 2⁶⁴ addresses has one owner and counts as one client.
    pub fn at(ip: IpAddr) -> Client {
        Client::Address(match ip.to_canonical() {
            IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64)),
            v4 => v4,
        })
    }

    /// Sixteen bytes that stand for the client wherever its name must not be stored.
    pub fn digest(&self) -> [u8; 16] {
        let digest = match self {
            Client::Key(place) => Sha256::new_with_prefix(b"key").chain_update(place.to_le_bytes()),
            Client::Address(IpAddr::V4(ip)) => Sha256::new_with_prefix(b"v4").chain_update(ip.octets()),
            Client::Address(IpAddr::V6(ip)) => Sha256::new_with_prefix(b"v6").chain_update(ip.octets()),
        };
        let digest: [u8; 32] = digest.finalize().into();
        std::array::from_fn(|index| digest[index])
    }
}

impl Service {
    /// The client at an address that brings this API key, and why it may not go on. With keys configured, one is needed.
    pub fn identify(&self, address: Client, key: Option<&str>) -> (Client, Option<Error>) {
        let hashes = &self.config.api_key_hashes;
        if hashes.is_empty() {
            return (address, None);
        }
        let Some(key) = key else {
            let detail = "expected an API key in the header X-API-Key";
            return (address, Some(Error::new(Code::Unauthorized, detail)));
        };
        let digest = HEXLOWER.encode(&Sha256::digest(key.as_bytes()));
        // All are compared, and each in constant time, so that the time reveals nothing.
        let known = hashes.iter().enumerate().fold(None, |known, (place, hash)| {
            let is_it = hash.to_ascii_lowercase().as_bytes().ct_eq(digest.as_bytes());
            if bool::from(is_it) { Some(place) } else { known }
        });
        match known {
            Some(place) => (Client::Key(place), None),
            None => {
                let detail = "this API key is not one of those that may use this server";
                (address, Some(Error::new(Code::Forbidden, detail)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ip: &str) -> Client {
        Client::at(ip.parse().unwrap())
    }

    #[test]
    fn addresses_of_one_owner_are_one_client() {
        assert_eq!(at("2001:db8::1"), at("2001:db8::ffff:1"));
        assert_ne!(at("2001:db8::1"), at("2001:db8:0:1::1"));
        assert_eq!(at("::ffff:192.0.2.1"), at("192.0.2.1"));
        assert_ne!(at("192.0.2.2").digest(), at("192.0.2.1").digest());
    }
}
