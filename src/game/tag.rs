//! The tag of one state of a game, which HTTP uses as the entity tag.

use std::fmt::{self, Display, Formatter};
use std::num::ParseIntError;
use std::str::FromStr;

/// The version of a game and the random revision of the write that made it.
///
/// The version alone does not identify a state: a store that lost an acknowledged write reuses the version for another
/// state. The text form is `VERSION-REVISION`, the revision in sixteen hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tag {
    pub version: u64,
    pub revision: u64,
}

impl Display for Tag {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{:016x}", self.version, self.revision)
    }
}

/// The text is not a tag.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected VERSION-REVISION")]
pub struct TagError;

impl From<ParseIntError> for TagError {
    fn from(_: ParseIntError) -> TagError {
        TagError
    }
}

impl FromStr for Tag {
    type Err = TagError;

    fn from_str(text: &str) -> Result<Tag, TagError> {
        let (version, revision) = text.split_once('-').ok_or(TagError)?;
        Ok(Tag { version: version.parse()?, revision: u64::from_str_radix(revision, 16)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_read_as_it_was_written() {
        for tag in [Tag { version: 1, revision: 0 }, Tag { version: 1 << 60, revision: u64::MAX }] {
            assert_eq!(tag.to_string().parse(), Ok(tag));
        }
        assert_eq!("3".parse::<Tag>(), Err(TagError));
        assert_eq!("3-x".parse::<Tag>(), Err(TagError));
    }
}
