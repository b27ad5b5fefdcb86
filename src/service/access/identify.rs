//! Who calls: the bearer of an API key, or an address.

use super::api_keys::with_key;
use super::client::Client;
use crate::service::error::{Code, Error};
use crate::service::state::Service;

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
