//! To whom a game belongs, and what its owner has noted about it.

use crate::rules::BySide;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The API key that created a game, and what it has noted about it, which only it sees. Its JSON is the stored form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Owner {
    /// The name of the key.
    pub key: String,
    /// The end user on whose behalf the key created the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// The owner's own id of the game, unique among its games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, String>,
}

impl Owner {
    /// The most characters of a reference.
    pub const LONGEST_REFERENCE: usize = 128;
    const MOST_METADATA: usize = 32;
    const MOST_METADATA_BYTES: usize = 2048;

    /// # Errors
    /// Says what is wrong: too many names, or too many bytes of names and values together.
    pub fn check_metadata(metadata: &BTreeMap<String, String>) -> Result<(), String> {
        if metadata.len() > Owner::MOST_METADATA {
            return Err(format!("expected at most {} names, got {}", Owner::MOST_METADATA, metadata.len()));
        }
        let bytes: usize = metadata.iter().map(|(name, value)| name.len() + value.len()).sum();
        if bytes > Owner::MOST_METADATA_BYTES {
            let most = Owner::MOST_METADATA_BYTES;
            return Err(format!("expected at most {most} bytes of names and values together, got {bytes}"));
        }
        Ok(())
    }
}

/// What can be changed about a game beside its play. None leaves a value as it is, and `Some(None)` removes it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DetailChanges {
    pub names: BySide<Option<Option<String>>>,
    pub reference: Option<Option<String>>,
    pub metadata: Option<MetadataChanges>,
}

/// A change of the metadata.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MetadataChanges {
    Clear,
    /// Sets values, and removes the names that have none.
    Merge(BTreeMap<String, Option<String>>),
}

impl MetadataChanges {
    pub fn apply(self, metadata: &mut BTreeMap<String, String>) {
        match self {
            MetadataChanges::Clear => metadata.clear(),
            MetadataChanges::Merge(changes) => {
                for (name, value) in changes {
                    match value {
                        Some(value) => drop(metadata.insert(name, value)),
                        None => drop(metadata.remove(&name)),
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_has_limits() {
        let of = |names: usize, length: usize| {
            let metadata = (0..names).map(|name| (format!("{name:02}"), "x".repeat(length))).collect();
            Owner::check_metadata(&metadata)
        };
        assert_eq!((of(32, 1), of(32, 62)), (Ok(()), Ok(())));
        assert_eq!(of(33, 1).unwrap_err(), "expected at most 32 names, got 33");
        assert_eq!(of(40, 1).unwrap_err(), "expected at most 32 names, got 40");
        assert_eq!(
            of(1, 2047).unwrap_err(),
            "expected at most 2048 bytes of names and values together, got 2049"
        );
    }
}
