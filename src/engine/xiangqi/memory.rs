//! What searching threads learn of moves and evaluations, handed on from search to search.

use super::correction::Corrections;
use super::history::History;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What one thread has learnt.
#[derive(Debug)]
pub struct Memory {
    pub history: History,
    pub corrections: Corrections,
}

impl Memory {
    fn new() -> Memory {
        Memory { history: History::new(), corrections: Corrections::new() }
    }

    /// Takes what was learnt and leaves no room to learn more.
    pub fn take(&mut self) -> Memory {
        Memory {
            history: std::mem::take(&mut self.history),
            corrections: std::mem::take(&mut self.corrections),
        }
    }
}

/// The memories no thread uses at the moment; there are never more than threads that searched at the same time.
#[derive(Debug, Default)]
pub struct Memories(Mutex<Vec<Memory>>);

impl Memories {
    /// One that has learnt something, if there is one.
    pub fn take(&self) -> Memory {
        self.idle().pop().unwrap_or_else(Memory::new)
    }

    pub fn give_back(&self, memory: Memory) {
        self.idle().push(memory);
    }

    pub fn clear(&self) {
        self.idle().clear();
    }

    /// What a thread that panicked has learnt is as good as any.
    fn idle(&self) -> MutexGuard<'_, Vec<Memory>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
