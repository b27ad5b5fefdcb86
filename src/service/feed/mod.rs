//! The events of a game, as a stream.

pub mod events;
pub mod offers;
pub mod reread;
