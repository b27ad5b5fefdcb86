//! The stores lose nothing: servers are killed, stores fail, and several servers share one store. Each server is a
//! process of its own. Tests that need `redis-server` in the path are ignored by default; this runs them too:
//! `cargo test --test stores -- --include-ignored`.
#![allow(clippy::unwrap_used, reason = "a test")]

mod away;
mod bots;
mod cluster;
mod correspondence;
mod damage;
mod deadlines;
mod downtime;
mod files;
mod full;
mod kill;
mod players;
mod ready;
mod replicas;
mod runs;
mod stalls;
mod tls;
mod webhooks;
