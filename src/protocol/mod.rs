//! The engines as programs that graphical interfaces and match runners drive over standard input and output.

pub mod piskvork;
pub mod ucci;
