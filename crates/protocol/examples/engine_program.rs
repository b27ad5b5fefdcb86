//! The duiyi engines as a program for graphical interfaces and match runners, on standard input and output.
//!
//! `cargo run --release -p duiyi-protocol --example engine_program -- PROTOCOL`, where the protocol is `uci`, `ucci` or
//! `gomocup`; without one, a Gomocup game of one move.

use duiyi_protocol::{piskvork, ucci, uci};
use std::io::{Result, stdin, stdout};

fn main() -> Result<()> {
    let protocol = std::env::args().nth(1);
    match protocol.as_deref() {
        Some("uci") => uci::run_blocking(stdin().lock(), stdout()),
        Some("ucci") => ucci::run_blocking(stdin().lock(), stdout()),
        Some("gomocup") => piskvork::run_blocking(stdin().lock(), stdout()),
        _ => piskvork::run_blocking(&b"START 15\nINFO max_node 1000\nBEGIN\nEND\n"[..], stdout()),
    }
}
