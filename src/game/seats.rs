//! The seats of a game: who may act for a side, and what the players have agreed or offered.

use crate::rules::{BySide, Side};
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::Sha256;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use subtle::ConstantTimeEq;
use uuid::Uuid;

/// The SHA-256 digest of a secret token. The tokens themselves are not stored. Its JSON is hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TokenDigest([u8; 32]);

impl TokenDigest {
    pub fn of(token: &str) -> TokenDigest {
        TokenDigest(<Sha256 as sha2::Digest>::digest(token.as_bytes()).into())
    }

    /// Whether this is the digest of the token. Compares in constant time.
    pub fn is_of(&self, token: &str) -> bool {
        self.is_same(&TokenDigest::of(token))
    }

    /// Whether both are digests of the same token. Compares in constant time.
    pub fn is_same(&self, other: &TokenDigest) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Display for TokenDigest {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(&HEXLOWER.encode(&self.0))
    }
}

/// The text is not a digest.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a SHA-256 digest in hexadecimal")]
pub struct DigestError;

impl FromStr for TokenDigest {
    type Err = DigestError;

    fn from_str(text: &str) -> Result<TokenDigest, DigestError> {
        let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok();
        bytes.and_then(|bytes| bytes.try_into().ok()).map(TokenDigest).ok_or(DigestError)
    }
}

impl Serialize for TokenDigest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TokenDigest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TokenDigest, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Who may act for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// The bearer of this token.
    Taken(TokenDigest),
    /// Nobody yet: the bearer of this invitation may take the seat.
    Open(TokenDigest),
}

/// An offer to take back moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakebackOffer {
    pub side: Side,
    pub plies: u32,
}

/// A second game between the same players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rematch {
    /// A side has offered it. The id is chosen already, so that a repeated acceptance creates one game.
    Offered { by: Side, next: Uuid },
    /// Both sides agreed, and the game exists.
    Agreed { next: Uuid },
}

/// The seats of a game, and the state that only games with seats have. Its JSON is the stored form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seats {
    #[serde(flatten)]
    pub by_side: BySide<Seat>,
    /// The token with which others may read a private game. Public games have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spectator: Option<TokenDigest>,
    /// Whether the engine may be asked about the running game.
    pub hints: bool,
    /// How long the side to move may be away before the other side may claim the game, in milliseconds.
    pub abandon_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback_offer: Option<TakebackOffer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Rematch>,
    /// Which sides are ready, in a game that waits until both are. None once it has begun, and in a game that begins when both
    /// seats are taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready: Option<BySide<bool>>,
}

impl Seats {
    /// The abandonment time of games that do not set one, in milliseconds.
    pub const ABANDON_MS: u64 = 60_000;

    /// Taken seats with these tokens.
    pub fn taken(tokens: &BySide<String>) -> Seats {
        Seats::with_digests(BySide {
            first: TokenDigest::of(&tokens.first),
            second: TokenDigest::of(&tokens.second),
        })
    }

    /// Taken seats with the tokens of these digests.
    pub fn with_digests(BySide { first, second }: BySide<TokenDigest>) -> Seats {
        Seats::new(BySide { first: Seat::Taken(first), second: Seat::Taken(second) })
    }

    pub fn new(by_side: BySide<Seat>) -> Seats {
        Seats {
            by_side,
            spectator: None,
            hints: true,
            abandon_ms: Seats::ABANDON_MS,
            takeback_offer: None,
            rematch: None,
            ready: None,
        }
    }

    /// The same seats, each on the other side.
    pub fn swapped(self) -> Seats {
        let takeback_offer =
            self.takeback_offer.map(|offer| TakebackOffer { side: offer.side.other(), ..offer });
        Seats { by_side: self.by_side.swapped(), takeback_offer, ..self }
    }

    /// The side that this token is for, if any. Takes the same time for every token.
    pub fn side_of(&self, token: &str) -> Option<Side> {
        self.side_of_digest(&TokenDigest::of(token))
    }

    /// As [`Seats::side_of`], for the digest of the token.
    pub fn side_of_digest(&self, token: &TokenDigest) -> Option<Side> {
        let is_of = |side: Side| matches!(&self.by_side[side], Seat::Taken(digest) if digest.is_same(token));
        let (first, second) = (is_of(Side::First), is_of(Side::Second));
        if first {
            Some(Side::First)
        } else if second {
            Some(Side::Second)
        } else {
            None
        }
    }

    /// Whether only the bearers of the game's tokens may read it.
    pub fn is_private(&self) -> bool {
        self.spectator.is_some()
    }

    /// Whether the token with this digest is for a seat or for spectators.
    pub fn may_read(&self, token: &TokenDigest) -> bool {
        let is_spectator = self.spectator.is_some_and(|spectator| spectator.is_same(token));
        self.side_of_digest(token).is_some() || is_spectator
    }

    /// Whether the game waits for a player to take a seat, or to be ready.
    pub fn is_waiting(&self) -> bool {
        self.has_open_seat() || self.ready.is_some()
    }

    pub fn has_open_seat(&self) -> bool {
        Side::ALL.iter().any(|&side| matches!(self.by_side[side], Seat::Open(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_valid_only_for_its_own_seat() {
        let tokens = BySide { first: "one".to_owned(), second: "two".to_owned() };
        let seats = Seats::taken(&tokens);
        assert_eq!(seats.side_of("one"), Some(Side::First));
        assert_eq!(seats.side_of("two"), Some(Side::Second));
        assert_eq!(seats.side_of("guess"), None);
        assert!(!seats.is_waiting());
    }

    #[test]
    fn an_invitation_is_no_token() {
        let seats = Seats::new(BySide {
            first: Seat::Taken(TokenDigest::of("one")),
            second: Seat::Open(TokenDigest::of("invitation")),
        });
        assert_eq!((seats.side_of("invitation"), seats.is_waiting()), (None, true));
    }

    #[test]
    fn a_digest_is_that_of_its_own_token() {
        let digest = TokenDigest::of("one");
        assert!(digest.is_of("one") && !digest.is_of("two"));
    }
}
