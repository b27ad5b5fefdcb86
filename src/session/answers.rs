//! Answers that may be asked for again: those to requests with an `Idempotency-Key`.

use super::StoreError;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Answers are forgotten oldest first above this many.
pub const ANSWERS_TO_KEEP: usize = 4096;

/// What tells a request from another with the same key.
pub type Fingerprint = [u8; 32];

/// An answer as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptAnswer {
    pub fingerprint: Fingerprint,
    pub status: u16,
    pub headers: Vec<(String, String)>,
    /// A problem's body is its document, in which each request has its own id.
    pub is_problem: bool,
    pub body: String,
}

/// Why a request is not to be answered anew.
#[derive(Clone, Debug)]
pub enum Claim {
    /// It is the first: whoever claimed it answers it, and then settles or releases it.
    Ours,
    Answered(Arc<KeptAnswer>),
    InFlight,
    /// The key was used for another request.
    Reused,
    Failed(StoreError),
}

impl Claim {
    /// What an answer that is kept already means for a request.
    pub fn on_answered(answer: Arc<KeptAnswer>, fingerprint: &Fingerprint) -> Claim {
        if answer.fingerprint == *fingerprint { Claim::Answered(answer) } else { Claim::Reused }
    }
}

#[derive(Debug)]
enum Entry {
    InFlight(Fingerprint),
    Done(Arc<KeptAnswer>),
}

/// The answers of one process.
#[derive(Debug, Default)]
pub struct Answers(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    entries: HashMap<String, Entry>,
    oldest_first: VecDeque<String>,
}

impl Answers {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn claim(&self, key: &str, fingerprint: Fingerprint) -> Claim {
        let mut kept = self.lock();
        match kept.entries.get(key) {
            None => {
                kept.entries.insert(key.to_owned(), Entry::InFlight(fingerprint));
                Claim::Ours
            }
            Some(Entry::InFlight(first)) if *first == fingerprint => Claim::InFlight,
            Some(Entry::InFlight(_)) => Claim::Reused,
            Some(Entry::Done(answer)) => Claim::on_answered(Arc::clone(answer), &fingerprint),
        }
    }

    pub fn settle(&self, key: &str, answer: Arc<KeptAnswer>) {
        let mut kept = self.lock();
        if !matches!(kept.entries.insert(key.to_owned(), Entry::Done(answer)), Some(Entry::Done(_))) {
            kept.oldest_first.push_back(key.to_owned());
        }
        while kept.oldest_first.len() > ANSWERS_TO_KEEP {
            if let Some(oldest) = kept.oldest_first.pop_front() {
                kept.entries.remove(&oldest);
            }
        }
    }

    /// Forgets a request that was given up, so that a retry does it anew.
    pub fn release(&self, key: &str) {
        let mut kept = self.lock();
        if matches!(kept.entries.get(key), Some(Entry::InFlight(_))) {
            kept.entries.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(fingerprint: Fingerprint) -> Arc<KeptAnswer> {
        let headers = vec![("etag".to_owned(), "\"1\"".to_owned())];
        Arc::new(KeptAnswer { fingerprint, status: 201, headers, is_problem: false, body: "{}".to_owned() })
    }

    #[test]
    fn a_request_is_answered_once() {
        let answers = Answers::default();
        assert!(matches!(answers.claim("key", [1; 32]), Claim::Ours));
        assert!(matches!(answers.claim("key", [1; 32]), Claim::InFlight));
        assert!(matches!(answers.claim("key", [2; 32]), Claim::Reused));
        answers.release("key");
        assert!(matches!(answers.claim("key", [2; 32]), Claim::Ours), "given up and tried again");
        answers.settle("key", answer([2; 32]));
        answers.release("key");
        assert!(matches!(answers.claim("key", [2; 32]), Claim::Answered(kept) if kept.status == 201));
        assert!(matches!(answers.claim("key", [1; 32]), Claim::Reused));
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let answers = Answers::default();
        for number in 0..=ANSWERS_TO_KEEP {
            answers.settle(&number.to_string(), answer([0; 32]));
        }
        assert!(matches!(answers.claim("0", [0; 32]), Claim::Ours));
        assert!(matches!(answers.claim("1", [0; 32]), Claim::Answered(_)));
    }
}
