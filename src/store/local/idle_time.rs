//! The time by which games and records expire. It counts with the monotonic clock, so nothing expires because somebody has set the
//! clock of the machine. In a file it is about seconds since the Unix epoch, less the seconds in which no server had the file open:
//! nothing expires because a server was down.

use crate::store::times::now;
use redb::{ReadableTable, TableDefinition, WriteTransaction};
use std::time::{Duration, Instant};

/// When the file was written last, in seconds since the Unix epoch, and how much less the idle time was: one value.
pub const TABLE: TableDefinition<'_, (), (i64, i64)> = TableDefinition::new("idle_time");

/// A clock that shows idle time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdleTime {
    /// In seconds.
    at_opening: i64,
    opened: Instant,
}

impl IdleTime {
    pub fn starting_at(at_opening: i64) -> IdleTime {
        IdleTime { at_opening, opened: Instant::now() }
    }

    pub fn now(self) -> i64 {
        self.at_opening + self.opened.elapsed().as_secs() as i64
    }

    pub fn now_in_microseconds(self) -> i64 {
        self.at_opening * 1_000_000 + self.opened.elapsed().as_micros() as i64
    }

    /// The time so long ago.
    pub fn before(self, time: Duration) -> i64 {
        self.now().saturating_sub_unsigned(time.as_secs())
    }
}

/// Continues with the idle time at which the file was written last.
pub fn open(transaction: &WriteTransaction) -> Result<IdleTime, redb::Error> {
    let written = transaction.open_table(TABLE)?.get(())?.map(|entry| entry.value());
    let idle_time = IdleTime::starting_at(written.map_or_else(now, |(written, less)| written - less));
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
