//! Idempotency keys, and the secrets that a retry derives from its key again.

use crate::rules::{BySide, Side};
use crate::session::{Fingerprint, RecordKey};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The key of a request, bound to its caller and its path.
#[derive(Clone, Copy, Debug)]
pub struct IdempotencyKey {
    pub record: RecordKey,
    pub fingerprint: Fingerprint,
    /// Known to the caller alone. Secrets that a retry must be given again are derived from it and never stored.
    pub secret: [u8; 32],
}

impl IdempotencyKey {
    /// The key that a caller with this credential chose for a request to this path. `request` is what a retry repeats:
    /// the query and the body. `client` is whose records are bounded together.
    pub fn new(
        key: &[u8],
        credential: &[u8],
        path: &str,
        request: [&[u8]; 2],
        client: [u8; 16],
    ) -> IdempotencyKey {
        let derive = |purpose: &[u8]| -> [u8; 32] {
            // Each part with its length, so that no two requests make the same text.
            let parts = [purpose, credential, path.as_bytes(), key];
            let digest = parts.iter().fold(Sha256::new(), |digest, part| {
                digest.chain_update((part.len() as u64).to_le_bytes()).chain_update(part)
            });
            digest.finalize().into()
        };
        IdempotencyKey {
            record: RecordKey { digest: derive(b"record"), client },
            fingerprint: Sha256::digest(request.join(&b'\n')).into(),
            secret: derive(b"secret"),
        }
    }

    /// An id that every retry of the request arrives at, and nobody else.
    pub fn id(&self) -> Uuid {
        let digest = Sha256::new_with_prefix(b"id").chain_update(self.secret).finalize();
        uuid::Builder::from_custom_bytes(std::array::from_fn(|index| digest[index])).into_uuid()
    }
}

/// The seat tokens of a game, derived from the secret of the request that creates it.
pub(super) fn seat_tokens(secret: &[u8; 32], game: Uuid) -> BySide<String> {
    let token = |side: Side| {
        let digest = Sha256::new_with_prefix(b"seat")
            .chain_update([side as u8])
            .chain_update(game.as_bytes())
            .chain_update(secret)
            .finalize();
        HEXLOWER.encode(&digest[..16])
    };
    BySide { first: token(Side::First), second: token(Side::Second) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(key: &str, credential: &str, path: &str) -> IdempotencyKey {
        IdempotencyKey::new(key.as_bytes(), credential.as_bytes(), path, [b"", b"{}"], [0; 16])
    }

    #[test]
    fn a_key_belongs_to_its_caller_and_its_path() {
        let first = key("k", "me", "/v1/games");
        assert_eq!(first.record, key("k", "me", "/v1/games").record);
        for other in
            [key("k", "you", "/v1/games"), key("k", "me", "/v1/analysis"), key("l", "me", "/v1/games")]
        {
            assert_ne!(first.record.digest, other.record.digest);
            assert_ne!(first.secret, other.secret);
        }
        assert_ne!(key("ab", "c", "/").record, key("b", "ca", "/").record);
    }

    #[test]
    fn a_retry_derives_the_same_tokens_and_ids() {
        let (id, other) = (Uuid::new_v4(), Uuid::new_v4());
        let first = key("k", "me", "/v1/games");
        let tokens = seat_tokens(&first.secret, id);
        assert_eq!(tokens, seat_tokens(&key("k", "me", "/v1/games").secret, id));
        assert_ne!(tokens.first, tokens.second);
        assert_ne!(tokens, seat_tokens(&first.secret, other));
        assert_eq!(first.id(), key("k", "me", "/v1/games").id());
    }
}
