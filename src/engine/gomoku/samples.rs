//! A sample of the positions that the search asks the network about, for the lab to train it on.

use super::board::Board;
use crate::rules::Side;
use crate::rules::gomoku::Point;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A position below the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The stones since the root, in order. After a null move two of one side follow each other.
    pub stones: Vec<(Point, Side)>,
    pub turn: Side,
}

/// Empty unless [`Samples::keep_one_of`] was called.
#[derive(Debug, Default)]
pub struct Samples {
    /// None are kept if 0.
    one_of: AtomicU64,
    asked: AtomicU64,
    kept: Mutex<Vec<Sample>>,
}

impl Samples {
    /// From now on keeps one of this many positions.
    pub fn keep_one_of(&self, number: u64) {
        self.one_of.store(number, Ordering::Relaxed);
    }

    /// The positions kept since the last call.
    pub fn take(&self) -> Vec<Sample> {
        std::mem::take(&mut self.kept.lock().expect("no thread panics"))
    }

    /// Forgets the positions kept, so that the next ones depend on later searches alone.
    pub fn clear(&self) {
        self.asked.store(0, Ordering::Relaxed);
        self.take();
    }

    pub(super) fn offer(&self, board: &Board) {
        let one_of = self.one_of.load(Ordering::Relaxed);
        if one_of == 0 || !self.asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(one_of) {
            return;
        }
        let sample = Sample { stones: board.stones_made().collect(), turn: board.turn() };
        self.kept.lock().expect("no thread panics").push(sample);
    }
}
