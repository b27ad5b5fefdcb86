//! The lists of games that belong to somebody, the last changed first.

use crate::game::{GameStatus, Owner, Session};
use crate::rules::Ruleset;
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::sync::Arc;
use uuid::Uuid;

/// A list of games: those of an API key, or those of one of its users.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ListId(u128);

impl ListId {
    pub fn of_key(key: &str) -> ListId {
        ListId::of_parts(&[key])
    }

    pub fn of_user(key: &str, user: &str) -> ListId {
        ListId::of_parts(&[key, user])
    }

    fn of_parts(parts: &[&str]) -> ListId {
        // Names of keys and users contain no newline.
        let digest: [u8; 32] = Sha256::digest(parts.join("\n")).into();
        ListId(u128::from_be_bytes(std::array::from_fn(|index| digest[index])))
    }

    /// The lists that have the games of this owner.
    pub fn all_of(owner: &Owner) -> impl Iterator<Item = ListId> {
        let of_user = owner.user.as_deref().map(|user| ListId::of_user(&owner.key, user));
        [Some(ListId::of_key(&owner.key)), of_user].into_iter().flatten()
    }

    pub fn number(self) -> u128 {
        self.0
    }

    pub fn numbered(number: u128) -> ListId {
        ListId(number)
    }
}

impl FromStr for ListId {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<ListId, CursorError> {
        let bytes = HEXLOWER.decode(text.as_bytes()).map_err(|_| CursorError)?;
        Ok(ListId(u128::from_be_bytes(bytes.try_into().map_err(|_| CursorError)?)))
    }
}

impl Display for ListId {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(&HEXLOWER.encode(&self.0.to_be_bytes()))
    }
}

/// An owner's own id of a game, as stores look for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ReferenceId(u128);

impl ReferenceId {
    pub fn new(key: &str, reference: &str) -> ReferenceId {
        // A reference contains no control character.
        ReferenceId(ListId::of_parts(&["reference", key, reference]).0)
    }

    pub fn of(owner: &Owner) -> Option<ReferenceId> {
        Some(ReferenceId::new(&owner.key, owner.reference.as_deref()?))
    }

    pub fn number(self) -> u128 {
        self.0
    }
}

impl Display for ReferenceId {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        ListId(self.0).fmt(formatter)
    }
}

/// What lists know of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Facts {
    pub status: GameStatus,
    pub ruleset: Ruleset,
}

impl Facts {
    pub fn of(session: &Session) -> Facts {
        Facts { status: GameStatus::of(session), ruleset: session.game.ruleset() }
    }
}

/// The place of a game in a list: the last change comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Position {
    /// The microseconds since the Unix epoch at the last change, negated.
    before: i64,
    pub id: Uuid,
}

impl Position {
    pub const FIRST: Position = Position { before: i64::MIN, id: Uuid::nil() };
    pub const LAST: Position = Position { before: i64::MAX, id: Uuid::max() };

    pub fn of(session: &Session) -> Position {
        Position::new(session.updated_at.as_microsecond(), session.id)
    }

    pub fn new(updated_at: i64, id: Uuid) -> Position {
        Position { before: -updated_at, id }
    }

    /// The microseconds since the Unix epoch at the last change.
    pub fn updated_at(&self) -> i64 {
        -self.before
    }

    /// What sorts ascending in the order of the list.
    pub fn rank(&self) -> i64 {
        self.before
    }
}

impl Display for Position {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let bytes = [&self.before.to_be_bytes()[..], self.id.as_bytes()].concat();
        formatter.write_str(&BASE64URL_NOPAD.encode(&bytes))
    }
}

/// The text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected the next_cursor of a list")]
pub struct CursorError;

impl FromStr for Position {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Position, CursorError> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).map_err(|_| CursorError)?;
        let (before, id) = bytes.split_first_chunk::<8>().ok_or(CursorError)?;
        let id = Uuid::from_slice(id).map_err(|_| CursorError)?;
        Ok(Position { before: i64::from_be_bytes(*before), id })
    }
}

/// Which games of some lists are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListQuery {
    pub lists: Vec<ListId>,
    pub status: Option<GameStatus>,
    pub ruleset: Option<Ruleset>,
    /// Only games that changed after this time, in microseconds since the Unix epoch.
    pub updated_after: Option<i64>,
    /// Only games after this one.
    pub after: Option<Position>,
    /// The most games of a page.
    pub limit: usize,
}

impl ListQuery {
    pub fn wants(&self, facts: Facts) -> bool {
        self.status.is_none_or(|status| status == facts.status)
            && self.ruleset.is_none_or(|ruleset| ruleset == facts.ruleset)
    }
}

/// A part of a list: the games in it that are wanted, and how far it was looked through.
#[derive(Clone, Debug)]
pub struct Part<T> {
    pub found: Vec<(Position, T)>,
    /// The last game that was looked at. None at the end of the list.
    pub through: Option<Position>,
}

/// Games in the order of their lists, and where the next page begins. A page of few games among very many others may have less
/// than it could.
#[derive(Clone, Debug)]
pub struct Page {
    pub games: Vec<Arc<Session>>,
    pub next: Option<Position>,
}

/// Merges parts of several lists into a page. What is behind the end of one part is left to the next page.
pub fn merge<T>(parts: Vec<Part<T>>, limit: usize) -> (Vec<T>, Option<Position>) {
    let bound = parts.iter().filter_map(|part| part.through).min();
    let mut found: Vec<_> = parts.into_iter().flat_map(|part| part.found).collect();
    found.retain(|(position, _)| bound.is_none_or(|bound| *position <= bound));
    found.sort_by_key(|(position, _)| *position);
    let next = if found.len() > limit { found.get(limit.wrapping_sub(1)).map(|(it, _)| *it) } else { bound };
    found.truncate(limit);
    (found.into_iter().map(|(_, game)| game).collect(), next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(updated_at: i64) -> Position {
        Position::new(updated_at, Uuid::from_u128(updated_at as u128))
    }

    #[test]
    fn a_cursor_is_read_back() {
        assert_eq!(at(1_764_000_000_000_000).to_string().parse(), Ok(at(1_764_000_000_000_000)));
        for text in ["", "made up", "AAAA"] {
            assert_eq!(text.parse::<Position>(), Err(CursorError), "{text}");
        }
    }

    #[test]
    fn a_page_ends_where_one_of_its_lists_was_not_looked_through() {
        let part = |times: &[i64], through| Part {
            found: times.iter().map(|&time| (at(time), time)).collect(),
            through,
        };
        let parts = || vec![part(&[9, 7, 2], None), part(&[8, 4], Some(at(3)))];
        assert_eq!(merge(parts(), 10), (vec![9, 8, 7, 4], Some(at(3))));
        assert_eq!(merge(parts(), 3), (vec![9, 8, 7], Some(at(7))));
        assert_eq!(merge(vec![part(&[9, 7], None)], 2), (vec![9, 7], None));
    }
}
