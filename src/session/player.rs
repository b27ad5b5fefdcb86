use crate::limits::Limits;
use crate::rules::{BySide, Side};
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Who plays a side. Its JSON is the stored form.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    Human,
    /// Boxed to keep sessions small, because most players are human.
    Engine(Box<EnginePlayer>),
}

/// The search settings of an engine player, as plain data. The service turns them into searches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EnginePlayer {
    /// Full strength when absent.
    pub level: Option<u8>,
    pub lines: usize,
    pub threads: usize,
    pub seed: Option<u64>,
    pub isolated: bool,
    pub book: bool,
    #[serde(flatten)]
    pub limits: Limits,
}

/// The SHA-256 digests of the seat tokens. A seat token authorizes its bearer to act for a side. The tokens themselves are
/// not stored. Boxed to keep sessions small, because most games have no seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seats(Box<BySide<[u8; 32]>>);

impl Seats {
    /// Seats with these tokens.
    pub fn new(tokens: &BySide<String>) -> Seats {
        Seats(Box::new(BySide { first: digest(&tokens.first), second: digest(&tokens.second) }))
    }

    /// The same seats, each on the other side.
    pub fn swapped(self) -> Seats {
        Seats(Box::new(self.0.swapped()))
    }

    /// A side's digest in hexadecimal.
    pub fn digest_text(&self, side: Side) -> String {
        HEXLOWER.encode(&self.0[side])
    }

    /// Seats from the digests of their tokens in hexadecimal. None if a text is not a digest.
    pub fn from_digest_texts([first, second]: &[String; 2]) -> Option<Seats> {
        Some(Seats(Box::new(BySide { first: read_digest(first)?, second: read_digest(second)? })))
    }

    /// The side that this token is for, if any. Compares in constant time.
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
    use std::time::Duration;

    #[test]
    fn a_token_is_valid_only_for_its_own_seat() {
        let tokens = BySide { first: "one".to_owned(), second: "two".to_owned() };
        let seats = Seats::new(&tokens);
        assert_eq!(seats.side_of("one"), Some(Side::First));
        assert_eq!(seats.side_of("two"), Some(Side::Second));
        assert_eq!(seats.side_of("guess"), None);
    }

    #[test]
    fn an_engine_player_of_the_first_format_is_read() {
        let text = r#"{"kind":"engine","level":3,"lines":1,"threads":1,"seed":7,"isolated":false,"book":false,
            "time_ms":250,"depth":4,"nodes":null}"#;
        let Player::Engine(engine) = serde_json::from_str(text).unwrap() else { panic!("it is an engine") };
        let limits = Limits { time: Some(Duration::from_millis(250)), depth: Some(4), nodes: None };
        assert_eq!((engine.level, engine.seed, engine.limits), (Some(3), Some(7), limits));
    }
}
