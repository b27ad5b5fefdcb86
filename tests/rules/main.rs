//! The rules against published counts, an independent program and laws that must hold.

mod laws;
mod oracle;
mod renju;
mod replay;
