//! The API keys that may use the server.

use super::client::Client;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::sync::{Arc, PoisonError, RwLock};
use subtle::ConstantTimeEq;

/// The digests of the API keys that may use the server, which can be replaced while it runs.
#[derive(Debug)]
pub struct ApiKeyHashes(RwLock<Arc<[String]>>);

impl ApiKeyHashes {
    pub fn new(hashes: &[String]) -> ApiKeyHashes {
        ApiKeyHashes(RwLock::new(hashes.into()))
    }

    pub fn read(&self) -> Arc<[String]> {
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
pub fn with_key(hashes: &[String], key: &str) -> Option<Client> {
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
