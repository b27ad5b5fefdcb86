//! Text protocols over standard input and output, for graphical interfaces and match runners.

pub mod piskvork;
pub mod ucci;
