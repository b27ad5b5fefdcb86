//! The people of a game: their seats, their presence, and the ends of their clocks.

pub mod connected_players;
pub mod deadlines;
pub mod phrases;
pub mod presence;
pub mod seats;
pub mod seek_watch;
pub mod seekers;
pub mod seeks;
