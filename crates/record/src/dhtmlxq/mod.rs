//! DhtmlXQ, the text format of dpxq.com: each value stands between `[DhtmlXQ_NAME]` and `[/DhtmlXQ_NAME]`. A point is two
//! digits, the file from Red's left and the row from Black's side, both from 0.

mod escape;
mod read;
mod write;

pub(super) use read::{first_value, read, read_move};
pub use write::dhtmlxq;

use crate::rules::xiangqi::Square;

fn square(file: u8, row: u8) -> Option<Square> {
    (file < Square::FILES && row < Square::RANKS).then(|| Square::new(file, Square::RANKS - 1 - row))
}

fn digits(square: Square) -> [char; 2] {
    [square.file(), Square::RANKS - 1 - square.rank()].map(|digit| (b'0' + digit) as char)
}
