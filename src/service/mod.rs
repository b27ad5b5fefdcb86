//! Every operation of the service, in its own types: commands on games, hints, analyses, reviews, background jobs.
//!
//! This module does not depend on HTTP. [`crate::http`] maps requests to methods of [`Service`], and results to responses.

mod access;
mod error;
mod feed;
mod metrics;
mod outcome;
mod people;
mod play;
mod search;
mod state;
mod tasks;
mod time;

pub use access::call::{Call, Condition, State};
pub use access::client::{Caller, Client};
pub use access::idempotency::Replayable;
pub use access::identify::{Access, Credentials};
pub use access::key::IdempotencyKey;
pub use access::quotas::QuotaStatus;
pub use access::side::SideName;
pub use access::streams::{OpenStreams, StreamGuard};
pub use access::tickets::StreamTicket;
pub use access::viewer::Viewer;
pub use error::{Code, Error, FieldError, Result, game_not_found};
pub use feed::aborted::AbortedJson;
pub use feed::events::{EndReason, GameEvent, GameEventKind};
pub use feed::follow::FeedEvent;
pub use feed::offers::{Offer, OfferKind};
pub use feed::ruling::RulingJson;
pub use metrics::seconds;
pub use outcome::{Changed, Created, Secrets};
pub use people::presence::{Presence, Whereabouts};
pub use people::seats::{Joiner, NewSeats, Seating};
pub use people::seeks::{Found, NewSeek, Sought};
pub use play::batch::in_batch;
pub use play::convert::{Conversion, Converted};
pub use play::games::{Command, NewGame};
pub use play::list::GameFilter;
pub use play::offer::OfferAction;
pub use play::start::{Start, StartSource};
pub use search::analysis::Analysis;
pub use search::batch::BatchProgress;
pub use search::hint::Hint;
pub use search::job_request::{Batch, JobFormat, JobRequest};
pub use search::puzzles;
pub use search::review::{JudgedMove, ReviewEvent, ReviewEventKind, Summary};
pub use search::settings::{SearchOptions, SearchSettings};
pub use search::sharing::{Listener, SearchProgress, TimedReport};
pub use state::{ClientLimits, Load, Service};
pub use tasks::Housekeeping;
pub use time::MIN_TIME;

/// The most principal variations that a search may report (MultiPV).
pub const MAX_LINES: usize = 100;
