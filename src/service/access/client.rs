//! Clients. Quotas and limits apply to each client separately.

use crate::address::network;
use crate::pool::ClientId;
use sha2::{Digest, Sha256};
use std::net::IpAddr;

/// A client: a configured API key, or an address. Unknown keys do not count, so that made-up keys cannot get around quotas.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Client {
    /// The SHA-256 digest of the key, so that servers on one store agree on the client whatever the order of their keys is.
    Key([u8; 32]),
    Address(IpAddr),
}

impl Client {
    /// The client at an address.
    pub fn at(ip: IpAddr) -> Client {
        Client::Address(network(ip))
    }

    /// Whether the client has no API key and is on another machine.
    pub fn is_remote_address(&self) -> bool {
        // The /64 network of the loopback address of IPv6 begins with the unspecified address.
        matches!(self, Client::Address(ip) if !ip.is_loopback() && !ip.is_unspecified())
    }

    /// A digest that identifies the client in stores, where its key and address must not appear.
    pub fn digest(&self) -> [u8; 16] {
        let digest = match self {
            Client::Key(digest) => Sha256::new_with_prefix(b"key").chain_update(digest),
            Client::Address(IpAddr::V4(ip)) => Sha256::new_with_prefix(b"v4").chain_update(ip.octets()),
            Client::Address(IpAddr::V6(ip)) => Sha256::new_with_prefix(b"v6").chain_update(ip.octets()),
        };
        let digest: [u8; 32] = digest.finalize().into();
        std::array::from_fn(|index| digest[index])
    }

    /// The client in the queue of searches.
    pub fn id(&self) -> ClientId {
        ClientId(u128::from_le_bytes(self.digest()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_at_different_addresses_have_different_digests() {
        let [one, other] = ["192.0.2.2", "192.0.2.1"].map(|ip| Client::at(ip.parse().unwrap()));
        assert_ne!(one.digest(), other.digest());
    }
}
