//! The API keys that may use the server.

use super::client::Caller;
use crate::config::ApiKey;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock};
use subtle::ConstantTimeEq;

/// The API keys that may use the server, which can be replaced while it runs.
#[derive(Debug)]
pub struct ApiKeys(RwLock<Arc<[Arc<ApiKey>]>>);

impl ApiKeys {
    pub fn new(keys: &[ApiKey]) -> ApiKeys {
        ApiKeys(RwLock::new(shared(keys)))
    }

    fn read(&self) -> Arc<[Arc<ApiKey>]> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether everybody may use the server.
    pub fn is_empty(&self) -> bool {
        self.read().is_empty()
    }

    /// The names of all callers.
    pub fn names(&self) -> BTreeSet<String> {
        self.read().iter().map(|key| key.name.clone()).collect()
    }

    /// The bearer of this key. None if it is not one of these.
    pub fn caller(&self, key: &str) -> Option<Caller> {
        let digest = HEXLOWER.encode(&Sha256::digest(key.as_bytes()));
        // Compare with every digest, each in constant time, so that timing reveals nothing.
        let keys = self.read();
        let found = keys.iter().fold(None, |found, key| {
            let is_it = bool::from(key.sha256.to_ascii_lowercase().as_bytes().ct_eq(digest.as_bytes()));
            if is_it { Some(key) } else { found }
        });
        found.map(|key| Caller::new(Arc::clone(key)))
    }

    /// Replaces the keys. Whether keys are needed at all does not change: an emptied list would open the server to everybody.
    pub fn replace(&self, keys: &[ApiKey]) {
        let mut current = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if keys.is_empty() != current.is_empty() {
            tracing::error!(
                "a server starts or stops to need API keys only when it is restarted: the keys stay as they were"
            );
            return;
        }
        let (before, after) = (by_name(current.iter().map(|key| &**key)), by_name(keys.iter()));
        let names = |these: &ByName<'_>, are_in: &dyn Fn(&str, &[&ApiKey]) -> bool| {
            let names = these.iter().filter(|(name, keys)| are_in(name, keys)).map(|(&name, _)| name);
            names.collect::<Vec<_>>().join(" ")
        };
        let added = names(&after, &|name, _| !before.contains_key(name));
        let removed = names(&before, &|name, _| !after.contains_key(name));
        let changed = names(&after, &|name, keys| before.get(name).is_some_and(|old| old[..] != *keys));
        tracing::info!(keys = keys.len(), added, removed, changed, "the API keys were read again");
        *current = shared(keys);
    }
}

type ByName<'a> = BTreeMap<&'a str, Vec<&'a ApiKey>>;

fn by_name<'a>(keys: impl Iterator<Item = &'a ApiKey>) -> ByName<'a> {
    keys.fold(ByName::new(), |mut names, key| {
        names.entry(&key.name).or_default().push(key);
        names
    })
}

fn shared(keys: &[ApiKey]) -> Arc<[Arc<ApiKey>]> {
    keys.iter().cloned().map(Arc::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_key_among_the_keys_does_not_identify_its_bearer() {
        let key = |name: &str| ApiKey::new(name, &HEXLOWER.encode(&Sha256::digest(name)));
        let (one, other) = (key("one"), key("other"));
        let loud = ApiKey { sha256: other.sha256.to_uppercase(), ..other.clone() };
        let bearer = ApiKeys::new(&[one.clone(), other.clone()]).caller("other").unwrap();
        assert_eq!(ApiKeys::new(&[loud, one.clone()]).caller("other"), Some(bearer.clone()));
        assert_eq!(ApiKeys::new(&[other]).caller("other"), Some(bearer.clone()));
        assert_ne!(ApiKeys::new(std::slice::from_ref(&one)).caller("one"), Some(bearer));
        assert_eq!(ApiKeys::new(&[one]).caller("other"), None);
    }
}
