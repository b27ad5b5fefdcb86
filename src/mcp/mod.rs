//! The tools of the Model Context Protocol: agents play and analyze through them. Each call of a tool is one or more requests of the
//! public API, so keys, quotas, limits and errors are those of the API.

mod api;
mod arguments;
mod board;
mod caller;
mod handler;
mod refusal;
mod results;
mod tools;
mod transports;

pub use api::Api;
pub use transports::{over_http, over_stdio};
