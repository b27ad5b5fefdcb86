//! Searches for those who ask: analyses, hints, reviews, background jobs, puzzles.

pub mod admission;
pub mod analysis;
pub mod batch;
pub mod hint;
pub mod job_end;
pub mod job_request;
pub mod jobs;
pub mod puzzles;
pub mod review;
pub mod running;
pub mod settings;
pub mod sharing;
