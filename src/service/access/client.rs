//! Clients. Quotas and limits apply to each client separately.

use crate::address::network;
use crate::pool::ClientId;
use crate::service::error::{Code, Error};
use crate::service::state::Service;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};
use subtle::ConstantTimeEq;

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

impl Service {
    /// Identifies the client of a request by its API key, or by its address if no keys are configured. Also returns an error
    /// if a key is required and this one is missing or unknown.
    pub fn identify(&self, address: Client, key: Option<&str>) -> (Client, Option<Error>) {
        let hashes = self.api_key_hashes.read();
        if hashes.is_empty() {
            return (address, None);
        }
        let Some(key) = key else {
            let detail = "expected an API key in the header X-API-Key";
            return (address, Some(Error::new(Code::Unauthorized, detail)));
        };
        match with_key(&hashes, key) {
            Some(client) => (client, None),
            None => {
                let detail = "this API key may not use this server";
                (address, Some(Error::new(Code::Forbidden, detail)))
            }
        }
    }
}

/// The digests of the API keys that may use the server, which can be replaced while it runs.
#[derive(Debug)]
pub struct ApiKeyHashes(RwLock<Arc<[String]>>);

impl ApiKeyHashes {
    pub fn new(hashes: &[String]) -> ApiKeyHashes {
        ApiKeyHashes(RwLock::new(hashes.into()))
    }

    fn read(&self) -> Arc<[String]> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces the keys. Whether keys are needed at all does not change: an emptied list would open the server to everybody.
    pub fn replace(&self, hashes: &[String]) {
        let mut current = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if hashes.is_empty() != current.is_empty() {
            tracing::error!(
                "a server starts or stops to need API keys only when it is restarted: the keys stay as they were"
            );
            return;
        }
        *current = hashes.into();
        tracing::info!(keys = hashes.len(), "the API keys were read again");
    }
}

/// The client with this key. None if its digest is not one of `hashes`.
fn with_key(hashes: &[String], key: &str) -> Option<Client> {
    let digest = Sha256::digest(key.as_bytes());
    let text = HEXLOWER.encode(&digest);
    // Compare with every hash, each in constant time, so that timing reveals nothing.
    let is_known = hashes.iter().fold(false, |is_known, hash| {
        is_known | bool::from(hash.to_ascii_lowercase().as_bytes().ct_eq(text.as_bytes()))
    });
    is_known.then(|| Client::Key(digest.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ip: &str) -> Client {
        Client::at(ip.parse().unwrap())
    }

    #[test]
    fn clients_at_different_addresses_have_different_digests() {
        assert_ne!(at("192.0.2.2").digest(), at("192.0.2.1").digest());
    }

    #[test]
    fn the_place_of_a_key_among_the_keys_does_not_identify_its_client() {
        let [one, other] = ["one", "other"].map(|key| HEXLOWER.encode(&Sha256::digest(key)));
        let client = with_key(&[one.clone(), other.clone()], "other").unwrap();
        assert_eq!(with_key(&[other.to_uppercase(), one.clone()], "other"), Some(client.clone()));
        assert_eq!(with_key(&[other], "other"), Some(client.clone()));
        assert_ne!(with_key(std::slice::from_ref(&one), "one").unwrap().digest(), client.digest());
        assert_eq!(with_key(&[one], "other"), None);
    }
}
