//! The log of news, in memory or in the file.

use crate::store::listing::ListId;
use crate::store::news::{News, NewsId};
use crate::store::times::now;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How much of the log a store without a file keeps in memory at most.
const MOST_BYTES: usize = 64 << 20;
/// How many entries one read looks at.
pub const LOOKED_AT: usize = 2000;

/// An entry that was read.
pub type Entry = (NewsId, ListId, String);

/// The log of a store without a file, and for every store a signal for its readers.
#[derive(Debug)]
pub struct NewsLog {
    kept: Mutex<Kept>,
    /// The number of the last entry.
    last: watch::Sender<u64>,
}

#[derive(Debug)]
struct Kept {
    /// When each was written, in seconds since the Unix epoch, and the entry.
    entries: VecDeque<(i64, Entry)>,
    bytes: usize,
}

impl NewsLog {
    /// A log whose last entry had this number. One in memory begins at the time of day in microseconds, so that a reader of
    /// the log before it does not take new entries for old ones.
    pub fn after(last: u64) -> NewsLog {
        let kept = Mutex::new(Kept { entries: VecDeque::new(), bytes: 0 });
        NewsLog { kept, last: watch::Sender::new(last) }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn last(&self) -> u64 {
        *self.last.borrow()
    }

    /// Tells the readers that there are entries up to this one.
    pub fn note(&self, last: u64) {
        self.last.send_if_modified(|known| {
            let is_new = last > *known;
            *known = last.max(*known);
            is_new
        });
    }

    /// Resolves once there are entries after this one.
    pub async fn added(&self, after: u64) {
        let mut last = self.last.subscribe();
        let _log_exists = last.wait_for(|&last| last > after).await;
    }

    /// Keeps entries in memory. The oldest go if there is no room for them.
    pub fn push(&self, news: &[News]) {
        let mut kept = self.kept();
        let mut last = self.last();
        for News { list, text } in news {
            last += 1;
            kept.bytes += text.len();
            kept.entries.push_back((now(), (NewsId::counted(last), *list, text.clone())));
        }
        while kept.bytes > MOST_BYTES
            && let Some((_, (_, _, text))) = kept.entries.pop_front()
        {
            kept.bytes -= text.len();
        }
        drop(kept);
        self.note(last);
    }

    /// Forgets the entries that were written before this time, in seconds since the Unix epoch.
    pub fn expire(&self, before: i64) {
        let mut kept = self.kept();
        while let Some((at, (_, _, text))) = kept.entries.front()
            && *at < before
        {
            kept.bytes -= text.len();
            kept.entries.pop_front();
        }
    }

    /// The oldest entry in memory.
    pub fn oldest(&self) -> Option<u64> {
        self.kept().entries.front().map(|(_, (id, ..))| id.major)
    }

    /// Entries after this one, in memory.
    pub fn read(&self, after: u64) -> Vec<Entry> {
        let kept = self.kept();
        let first = kept.entries.partition_point(|(_, (id, ..))| id.major <= after);
        kept.entries.range(first..).take(LOOKED_AT).map(|(_, entry)| entry.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn news(text: &str) -> News {
        News { list: ListId::of_key("shop"), text: text.to_owned() }
    }

    #[test]
    fn a_log_in_memory_forgets_the_oldest_entries_when_it_is_full() {
        let log = NewsLog::after(7);
        assert_eq!((log.oldest(), log.read(0).len()), (None, 0));
        let large = "x".repeat(MOST_BYTES / 3);
        log.push(&[news(&large), news(&large), news(&large)]);
        assert_eq!((log.oldest(), log.last()), (Some(8), 10));
        log.push(&[news("four")]);
        assert_eq!((log.oldest(), log.last()), (Some(9), 11));
        let read: Vec<u64> = log.read(9).iter().map(|(id, ..)| id.major).collect();
        assert_eq!(read, [10, 11]);
        log.expire(i64::MAX);
        assert_eq!((log.oldest(), log.last(), log.kept().bytes), (None, 11, 0));
    }
}
