//! The pool of search threads: admission, time budgets, sharing, cancellation. Every search of the service runs here.
//!
//! A search that is admitted has an answer within its time budget. `schedule` decides who is admitted and who runs; `scheduler` makes tasks
//! and threads wait for it. Dropping the future of [`Pool::search_admitted`] ends its search.

mod admission;
mod by_program;
mod expectation;
mod fair_order;
mod lane;
mod outside;
mod schedule;
mod scheduler;
mod search;
mod search_pool;
#[cfg(test)]
mod simulation;
mod task;
#[cfg(test)]
mod tests;

pub use admission::Admission;
pub use fair_order::ClientId;
pub use outside::OutsideSpec;
pub use search_pool::Pool;
pub use task::{Answer, PoolError, Purpose, ReportSender, Task, report_channel};
