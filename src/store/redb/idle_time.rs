//! The time by which games and records expire: about seconds since the Unix epoch, less the seconds in which no server had the
//! file open. While one has, it counts with the monotonic clock. So nothing expires because a server was down, or because
//! somebody has set the clock of the machine.

use crate::store::times::now;
use redb::{ReadableTable, TableDefinition, WriteTransaction};
use std::time::Instant;

/// When the file was written last, in seconds since the Unix epoch, and how much less the idle time was: one value.
pub const TABLE: TableDefinition<'_, (), (i64, i64)> = TableDefinition::new("idle_time");

/// A clock that shows idle time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdleTime {
    /// In seconds.
    pub(super) at_opening: i64,
    pub(super) opened: Instant,
}

impl IdleTime {
    pub fn now(self) -> i64 {
        self.at_opening + self.opened.elapsed().as_secs() as i64
    }

    pub fn now_in_microseconds(self) -> i64 {
        self.at_opening * 1_000_000 + self.opened.elapsed().as_micros() as i64
    }
}

/// Continues with the idle time at which the file was written last. A file of an older version does not say when that was: then
/// the last use of a game counts.
pub fn open(transaction: &WriteTransaction, last_use: Option<i64>) -> Result<IdleTime, redb::Error> {
    let written = transaction.open_table(TABLE)?.get(())?.map(|entry| entry.value());
    let at_opening = written.map(|(written, less)| written - less).or(last_use).unwrap_or_else(now);
    let idle_time = IdleTime { at_opening, opened: Instant::now() };
    write(transaction, idle_time)?;
    Ok(idle_time)
}

/// Records that the file is open now. Rewrites nothing if the file says so for this second already.
pub fn write(transaction: &WriteTransaction, idle_time: IdleTime) -> Result<(), redb::Error> {
    let mut table = transaction.open_table(TABLE)?;
    let (now, idle) = (now(), idle_time.now());
    let is_written = table.get(())?.is_some_and(|entry| {
        let (written, less) = entry.value();
        written == now && written - less == idle
    });
    if !is_written {
        table.insert((), (now, now - idle))?;
    }
    Ok(())
}
