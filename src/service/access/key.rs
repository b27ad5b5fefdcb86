//! Idempotency keys, and the secrets that are derived from them.

use crate::derived_id::derived_id;
use crate::store::{Fingerprint, RecordKey};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The idempotency key of a request, bound to its caller and its path.
#[derive(Clone, Copy, Debug)]
pub struct IdempotencyKey {
    pub record: RecordKey,
    pub fingerprint: Fingerprint,
    /// Only the caller can derive it. Secrets that a retry must receive again are derived from it and never stored.
    pub secret: [u8; 32],
}

impl IdempotencyKey {
    /// Derives the digests of a `key` that a caller with this `credential` sent to `path`. `request` is the query and the
    /// body, which a retry repeats. `client` identifies the client whose records share a limit. `game` is the game that the path
    /// names, if it names one.
    pub fn new(
        key: &[u8],
        credential: &[u8],
        path: &str,
        request: [&[u8]; 2],
        client: [u8; 16],
        game: Option<Uuid>,
    ) -> IdempotencyKey {
        let derive = |purpose: &[u8]| -> [u8; 32] {
            // Prefix each part with its length, so that different parts never concatenate to the same bytes.
            let parts = [purpose, credential, path.as_bytes(), key];
            let digest = parts.iter().fold(Sha256::new(), |digest, part| {
                digest.chain_update((part.len() as u64).to_le_bytes()).chain_update(part)
            });
            digest.finalize().into()
        };
        let digest = derive(b"record");
        let game_byte = game.map_or(digest[31], |id| id.as_bytes()[15]);
        IdempotencyKey {
            record: RecordKey { digest, client, game_byte },
            fingerprint: Sha256::digest(request.join(&b'\n')).into(),
            secret: derive(b"secret"),
        }
    }

    /// The id for the game that the request creates: the given one, changed so that the game is in the shard of its record.
    pub fn place(&self, id: Uuid) -> Uuid {
        let mut bytes = id.into_bytes();
        bytes[15] = self.record.game_byte;
        Uuid::from_bytes(bytes)
    }

    /// An id that every retry of the request derives again, and that nobody else can: one for each place in the request.
    pub fn id(&self, place: usize) -> Uuid {
        derived_id(b"id", &[&self.secret, &place.to_le_bytes()])
    }
}

/// Derives a secret of a game, such as the token of a seat, from the secret of the request that makes it.
pub(in crate::service) fn secret_token(purpose: &[u8], secret: &[u8; 32], game: Uuid) -> String {
    let digest =
        Sha256::new_with_prefix(purpose).chain_update(game.as_bytes()).chain_update(secret).finalize();
    HEXLOWER.encode(&digest[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(key: &str, credential: &str, path: &str) -> IdempotencyKey {
        IdempotencyKey::new(key.as_bytes(), credential.as_bytes(), path, [b"", b"{}"], [0; 16], None)
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
    fn a_record_has_the_place_of_its_game() {
        let id = Uuid::new_v4();
        let about = IdempotencyKey::new(b"k", b"me", "/v1/games", [b"", b"{}"], [0; 16], Some(id));
        assert_eq!(about.place(id), id);
        assert_eq!(about.record.digest, key("k", "me", "/v1/games").record.digest);
        let new = key("k", "me", "/v1/games");
        assert_eq!(new.place(id).as_bytes()[15], new.record.game_byte);
        assert_eq!(new.place(id).get_version_num(), 4);
    }

    #[test]
    fn a_retry_derives_the_same_tokens_and_ids() {
        let (id, other) = (Uuid::new_v4(), Uuid::new_v4());
        let first = key("k", "me", "/v1/games");
        let token = secret_token(b"one", &first.secret, id);
        assert_eq!(token, secret_token(b"one", &key("k", "me", "/v1/games").secret, id));
        assert_ne!(token, secret_token(b"two", &first.secret, id));
        assert_ne!(token, secret_token(b"one", &first.secret, other));
        assert_eq!(first.id(0), key("k", "me", "/v1/games").id(0));
        assert_ne!(first.id(0), first.id(1));
    }
}
