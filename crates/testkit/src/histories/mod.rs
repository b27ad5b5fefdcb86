//! Histories of requests to several servers with faults, and the check that they are consistent.

pub mod checker;
pub mod client;
pub mod cluster;
pub mod games;
pub mod history;
pub mod nemesis;
pub mod wire;
