//! Ids that are derived from what they belong to, so that a request that is executed twice uses one id.

use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The id that belongs to `parts` for this purpose. Nobody can derive it without the parts.
pub fn derived_id(purpose: &[u8], parts: &[&[u8]]) -> Uuid {
    let digest = Sha256::new_with_prefix(purpose).chain_update(parts.concat()).finalize();
    uuid::Builder::from_custom_bytes(std::array::from_fn(|index| digest[index])).into_uuid()
}
