//! The news of the games that belong to somebody: one log, in which an entry is written together with the change that it tells of.

use super::listing::ListId;
use crate::game::Session;
use sha2::{Digest, Sha256};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::sync::Arc;

/// Something that happened to a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// The list of the key that owns the game.
    pub list: ListId,
    /// A JSON object.
    pub text: String,
}

/// A state of a game that is to be written, and what is new in it.
#[derive(Clone, Debug)]
pub struct Written {
    pub session: Arc<Session>,
    pub news: Vec<News>,
}

/// Without news.
impl From<Arc<Session>> for Written {
    fn from(session: Arc<Session>) -> Written {
        Written { session, news: Vec::new() }
    }
}

/// The place of an entry in the log. Later entries have greater ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NewsId {
    /// In Redis the milliseconds since the Unix epoch, otherwise a number that counts.
    pub major: u64,
    pub minor: u64,
}

impl NewsId {
    pub fn counted(number: u64) -> NewsId {
        NewsId { major: number, minor: 0 }
    }

    /// The greatest place before this one.
    pub fn before(self) -> NewsId {
        match self.minor.checked_sub(1) {
            Some(minor) => NewsId { minor, ..self },
            None => NewsId { major: self.major.saturating_sub(1), minor: u64::MAX },
        }
    }
}

impl Display for NewsId {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{}", self.major, self.minor)
    }
}

/// The text is not the id of an event.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected the id of an event, such as 1764000000000-0")]
pub struct NewsIdError;

impl FromStr for NewsId {
    type Err = NewsIdError;

    fn from_str(text: &str) -> Result<NewsId, NewsIdError> {
        let (major, minor) = text.split_once('-').ok_or(NewsIdError)?;
        let number = |text: &str| text.parse().map_err(|_| NewsIdError);
        Ok(NewsId { major: number(major)?, minor: number(minor)? })
    }
}

/// A reader that goes on where it was after a restart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReaderId(pub u128);

impl ReaderId {
    pub fn new(name: &str) -> ReaderId {
        let digest: [u8; 32] = Sha256::digest(name).into();
        ReaderId(u128::from_be_bytes(std::array::from_fn(|index| digest[index])))
    }
}

impl Display for ReaderId {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:032x}", self.0)
    }
}

/// How far a reader has read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewsCursor {
    /// The last entry read of each part of the log. Only a cluster has several parts.
    pub(super) places: Vec<NewsId>,
    read_until: NewsId,
}

impl NewsCursor {
    pub(super) fn new(places: Vec<NewsId>) -> NewsCursor {
        let read_until = places.iter().max().copied().unwrap_or(NewsId::counted(0));
        NewsCursor { places, read_until }
    }

    /// A place up to which all entries have been read. It moves on while nothing happens, so that a reader can resume there
    /// after a quiet day, and a quiet part of the log does not hold it back.
    pub fn read_until(&self) -> NewsId {
        self.read_until
    }

    pub(super) fn set_read_until(&mut self, until: NewsId) {
        self.read_until = self.places.iter().copied().chain([until, self.read_until]).max().unwrap_or(until);
    }
}

/// Why the log cannot be read on from a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewsExpired {
    /// The oldest entry that is left.
    pub oldest: Option<NewsId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_an_entry_is_read_back() {
        let id = NewsId { major: 1_764_000_000_000, minor: 3 };
        assert_eq!(id.to_string().parse(), Ok(id));
        for text in ["", "7", "7-", "a-0", "7-0-0"] {
            assert_eq!(text.parse::<NewsId>(), Err(NewsIdError), "{text}");
        }
        assert!(NewsId::counted(9) < NewsId::counted(10));
    }
}
