//! Who calls: the bearer of an API key, or an address.

use super::client::Client;
use crate::service::error::{Code, Error};
use crate::service::state::Service;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

impl Service {
    /// Identifies the client of a request by its API key, or by its address if no keys are configured. Also returns an error
    /// if a key is required and this one is missing or unknown.
    pub fn identify(&self, address: Client, key: Option<&str>) -> (Client, Option<Error>) {
        let hashes = &self.config.api_key_hashes;
        if hashes.is_empty() {
            return (address, None);
        }
        let Some(key) = key else {
            let detail = "expected an API key in the header X-API-Key";
            return (address, Some(Error::new(Code::Unauthorized, detail)));
        };
        match with_key(hashes, key) {
            Some(client) => (client, None),
            None => {
                let detail = "this API key may not use this server";
                (address, Some(Error::new(Code::Forbidden, detail)))
            }
        }
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
