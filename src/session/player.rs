use crate::engine::{Level, SearchRequest};
use crate::rules::{BySide, Side};
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use sha2::{Digest, Sha256};
use std::time::Duration;
use subtle::ConstantTimeEq;
use uuid::Uuid;

/// Who plays a side.
#[derive(Clone, PartialEq, Debug)]
pub enum Player {
    Human,
    /// Boxed, for most players are human and games are many.
    Engine(Box<SearchSettings>),
}

/// How an engine is to search, whenever it is its turn.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchSettings {
    pub request: SearchRequest,
    pub time: Duration,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

impl SearchSettings {
    pub fn level(&self) -> Option<Level> {
        self.request.level
    }
}

/// The digests of the tokens that entitle to act for a side. The tokens themselves are not kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seats(BySide<[u8; 32]>);

impl Seats {
    /// New seats, and the token of each, which is told only now.
    pub fn new() -> (Seats, BySide<String>) {
        // 122 random bits each, from the system's generator.
        let token = || Uuid::new_v4().simple().to_string();
        let tokens = BySide { first: token(), second: token() };
        (Seats(BySide { first: digest(&tokens.first), second: digest(&tokens.second) }), tokens)
    }

    /// The same people with each other's colours.
    pub fn swapped(self) -> Seats {
        Seats(self.0.swapped())
    }

    /// A side's digest in hexadecimal.
    pub fn digest_text(&self, side: Side) -> String {
        HEXLOWER.encode(&self.0[side])
    }

    /// Seats from the digests of their tokens in hexadecimal; none when they are not such.
    pub fn from_digest_texts([first, second]: &[String; 2]) -> Option<Seats> {
        Some(Seats(BySide { first: read_digest(first)?, second: read_digest(second)? }))
    }

    /// The side this token is for. Takes the same time whatever the token.
    pub fn side_of(&self, token: &str) -> Option<Side> {
        let given = digest(token);
        let is_of = |side: Side| bool::from(self.0[side].ct_eq(&given));
        let (first, second) = (is_of(Side::First), is_of(Side::Second));
        if first {
            Some(Side::First)
        } else if second {
            Some(Side::Second)
        } else {
            None
        }
    }
}

fn read_digest(text: &str) -> Option<[u8; 32]> {
    HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?.try_into().ok()
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_entitles_to_its_side_alone() {
        let (seats, tokens) = Seats::new();
        assert_eq!(seats.side_of(&tokens.first), Some(Side::First));
        assert_eq!(seats.side_of(&tokens.second), Some(Side::Second));
        assert_eq!(seats.side_of("guess"), None);
        assert_eq!(Seats::new().0.side_of(&tokens.first), None);
    }
}
