//! Who calls, what it may do, and that a repeated request is executed once.

pub mod api_keys;
pub mod call;
pub mod client;
pub mod idempotency;
pub mod identify;
pub mod key;
pub mod quotas;
pub mod readers;
pub mod seated_games;
pub mod shared_quotas;
pub mod side;
pub mod streams;
pub mod tickets;
pub mod viewer;
