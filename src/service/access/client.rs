//! Clients. Quotas and limits apply to each client separately.

use crate::address::network;
use crate::config::{ApiKey, Scope};
use crate::pool::ClientId;
use sha2::{Digest, Sha256};
use std::hash::{Hash, Hasher};
use std::net::IpAddr;
use std::sync::Arc;

/// A client: the bearer of an API key, or an address. Unknown keys do not count, so that made-up keys cannot get around quotas.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Client {
    Key(Caller),
    Address(IpAddr),
}

/// The bearer of an API key. It is identified by the key's name, and so remains the same with another key.
#[derive(Clone, Debug)]
pub struct Caller {
    key: Arc<ApiKey>,
    user: Option<Arc<str>>,
}

impl PartialEq for Caller {
    fn eq(&self, other: &Caller) -> bool {
        self.key.name == other.key.name && self.user == other.user
    }
}

impl Eq for Caller {}

impl Hash for Caller {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.key.name, &self.user).hash(state);
    }
}

impl Caller {
    pub fn new(key: Arc<ApiKey>) -> Caller {
        Caller { key, user: None }
    }

    pub fn key(&self) -> &ApiKey {
        &self.key
    }

    pub fn name(&self) -> &str {
        &self.key.name
    }

    /// The end user on whose behalf the bearer of the key calls, as that names it.
    pub fn user(&self) -> Option<&str> {
        self.user.as_deref()
    }

    pub fn for_user(self, user: &str) -> Caller {
        Caller { user: Some(user.into()), ..self }
    }

    /// The caller without its user. None if it names none.
    fn whole(&self) -> Option<Caller> {
        self.user.as_ref().map(|_| Caller { key: Arc::clone(&self.key), user: None })
    }

    pub fn has_scope(&self, scope: Scope) -> bool {
        self.key.scopes.contains(&scope)
    }
}

impl Client {
    /// The client at an address.
    pub fn at(ip: IpAddr) -> Client {
        Client::Address(network(ip))
    }

    /// The bearer of an API key. None for an address.
    pub fn caller(&self) -> Option<&Caller> {
        match self {
            Client::Key(caller) => Some(caller),
            Client::Address(_) => None,
        }
    }

    /// The bearer of the API key for all its users, if this is one of them.
    pub fn for_all_users(&self) -> Option<Client> {
        self.caller()?.whole().map(Client::Key)
    }

    /// Whether the client has no API key and is on another machine.
    pub fn is_remote_address(&self) -> bool {
        // The /64 network of the loopback address of IPv6 begins with the unspecified address.
        matches!(self, Client::Address(ip) if !ip.is_loopback() && !ip.is_unspecified())
    }

    /// A digest that identifies the client in stores, where its address must not appear.
    pub fn digest(&self) -> [u8; 16] {
        let digest = match self {
            Client::Key(caller) => {
                let digest = Sha256::new_with_prefix(b"key").chain_update(caller.name());
                caller.user().map_or(digest.clone(), |user| digest.chain_update(b"\n").chain_update(user))
            }
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
impl Client {
    /// The bearer of a key with this name.
    pub fn named(name: &str) -> Client {
        Client::Key(Caller::new(Arc::new(ApiKey::new(name, &"0".repeat(64)))))
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

    #[test]
    fn a_caller_is_its_name_and_its_user() {
        let caller = |name: &str, digit: &str| Caller::new(Arc::new(ApiKey::new(name, &digit.repeat(64))));
        assert_eq!(caller("shop", "1"), caller("shop", "2"), "another key of the same caller");
        let clients = [
            caller("shop", "1"),
            caller("club", "1"),
            caller("shop", "1").for_user("anna"),
            caller("shop", "1").for_user("ben"),
        ];
        let digests: Vec<_> = clients.into_iter().map(|caller| Client::Key(caller).digest()).collect();
        for (index, digest) in digests.iter().enumerate() {
            assert!(!digests[..index].contains(digest));
        }
    }
}
