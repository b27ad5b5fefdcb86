//! Nothing is lost: servers killed, stores that go away, several servers on one store. Each server is a process of its
//! own. What needs `redis-server` in the path is ignored unless asked for: `cargo test --test stores -- --include-ignored`.
#![allow(clippy::unwrap_used, reason = "a test")]

mod away;
mod kill;
mod players;
mod processes;
mod replicas;
