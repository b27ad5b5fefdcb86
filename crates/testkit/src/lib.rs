//! What the tests and benchmarks of several packages share.

pub mod rows;
