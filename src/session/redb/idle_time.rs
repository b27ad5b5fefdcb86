//! The time by which games expire: seconds since the Unix epoch, less the seconds in which no server had the file
//! open. A game does not expire because a server was down.

use crate::session::now;
use redb::{ReadableTable, TableDefinition, WriteTransaction};

/// When the file was written last, in seconds since the Unix epoch, and the downtime until then: one value.
pub const TABLE: TableDefinition<'_, (), (i64, i64)> = TableDefinition::new("idle_time");

/// A clock that shows idle time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdleTime {
    /// The seconds in which no server had the file open.
    downtime: i64,
}

impl IdleTime {
    pub fn now(self) -> i64 {
        self.of(now())
    }

    /// The idle time at a Unix time in seconds.
    pub fn of(self, seconds: i64) -> i64 {
        seconds - self.downtime
    }
}

/// Adds the time since the file was written last to the downtime. A file of an older version does not say when that was: then
/// the last use of a game counts.
pub fn open(transaction: &WriteTransaction, last_use: Option<i64>) -> Result<IdleTime, redb::Error> {
    let now = now();
    let written = transaction.open_table(TABLE)?.get(())?.map(|entry| entry.value());
    let (written, downtime) = written.unwrap_or((last_use.unwrap_or(now), 0));
    let idle_time = IdleTime { downtime: downtime + (now - written).max(0) };
    write(transaction, idle_time)?;
    Ok(idle_time)
}

/// Records that the file is open now. Rewrites nothing if the file says so for this second already.
pub fn write(transaction: &WriteTransaction, idle_time: IdleTime) -> Result<(), redb::Error> {
    let mut table = transaction.open_table(TABLE)?;
    let open_now = (now(), idle_time.downtime);
    if table.get(())?.is_none_or(|written| written.value() != open_now) {
        table.insert((), open_now)?;
    }
    Ok(())
}
