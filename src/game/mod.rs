//! A game that people play, as a value: its players and their seats, its clock, what they agree to, and its stored form. Changes
//! are pure functions of a time that is given; [`crate::store`] keeps the values.

mod aborted;
mod agreements;
mod arbitration;
mod beginning;
mod change_error;
mod clock;
#[cfg(test)]
pub mod fixtures;
mod move_infos;
mod owner;
mod phrase;
mod player;
mod restamp;
mod ruling;
mod run;
mod seats;
mod session;
mod status;
mod stored;
mod tag;
mod timing;

pub use aborted::Aborted;
pub use agreements::ClaimedResult;
pub use change_error::ChangeError;
pub use clock::{Clock, GameTime, MoveClocks, Running, SideClock, TimeControl};
pub use move_infos::{MoveInfo, MoveInfos};
pub use owner::{DetailChanges, MetadataChanges, Owner};
pub use phrase::{Phrase, Said};
pub use player::{EnginePlayer, Player};
pub use ruling::{Act, Ruling};
pub use run::Run;
pub use seats::{Rematch, Seat, Seats, TakebackOffer, TokenDigest};
pub use session::Session;
pub use status::GameStatus;
pub use stored::{FORMAT, Unreadable, newer};
pub use tag::Tag;
