//! The rules, checked against published perft counts, independent programs and properties that must always hold.

mod laws;
mod oracle;
mod renju;
mod replay;
mod rows;
mod timeout;
