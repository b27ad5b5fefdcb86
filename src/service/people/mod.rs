//! The people of a game: their seats, their presence, and the ends of their clocks.

pub mod deadlines;
pub mod listeners;
pub mod presence;
pub mod seats;
