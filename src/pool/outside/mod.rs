//! Programs that search in place of our own engine. Each engine has a schedule of its own with a slot for each of its processes, so
//! admission, fairness and deadlines are those of the pool. A search that its program does not answer in time, or not with a legal
//! move, gets the last line that the program reported, or is done by our own engine.

mod engine;
mod engines;
mod log;
mod metrics;
mod piece;
mod processes;
mod running;
mod spec;

pub use engine::OutsideEngine;
pub use engines::Outside;
pub use metrics::FallbackReason;
pub use piece::{Ended, Piece};
pub use spec::OutsideSpec;
