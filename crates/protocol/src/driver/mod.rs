//! The other side of the protocols: a program as an engine. [`Process`] starts a program that speaks UCI, UCCI or the Gomocup
//! protocol, asks it for moves, stops its search, and ends it.
//!
//! The program is not trusted: it may say nothing, never stop printing, ignore `stop`, or die. No call waits longer than it is asked to
//! to, nothing that the program prints takes more than a fixed amount of memory, and a move or line that the rules of the game
//! refuse is not passed on. A program that failed is to be dropped, which kills it, and to be started again.

mod ask;
mod failure;
mod gomocup;
mod info;
mod lines;
mod offered;
mod pipes;
mod process;
mod program;
mod uci;
mod wait;

pub use ask::{Allowance, Ask, Patience};
pub use failure::{Failure, StartError};
pub use lines::Found;
pub use process::Process;
pub use program::{Dialect, Log, Program};
