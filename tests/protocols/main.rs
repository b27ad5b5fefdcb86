//! The protocols for interfaces and match runners, spoken through pipes with the program as a user starts it.
#![allow(clippy::unwrap_used, reason = "a test")]

mod gomocup;
mod names;
mod program;
mod uci;
mod uci_errors;
