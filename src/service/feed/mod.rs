//! The events of a game, as a stream.

pub mod aborted;
pub mod events;
pub mod follow;
pub mod news;
pub mod offers;
pub mod reread;
pub mod ruling;
pub mod webhooks;
