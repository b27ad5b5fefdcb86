//! Changes to games and records of a store without a file.

use super::change::{Change, LastUses, Next, PendingRecord, Transaction, end_write};
use super::shared::Shared;
use crate::game::Tag;
use crate::store::error::StoreError;
use crate::store::listing::ReferenceId;
use crate::store::news::{News, NewsId, ReaderId};
use crate::store::records::{LedgerState, RecordDigest};
use std::convert::Infallible;
use std::sync::{Arc, PoisonError};
use uuid::Uuid;

/// Makes a change.
///
/// # Errors
/// Why the change is refused.
pub fn change(shared: &Shared, change: &Change) -> Result<(), StoreError> {
    let _alone = shared.changing.lock().unwrap_or_else(PoisonError::into_inner);
    let Ok(made) = InMemory(shared).apply(change);
    end_write(shared, change, made.is_ok());
    made.map(|_removed| ())
}

struct InMemory<'a>(&'a Shared);

impl Transaction for InMemory<'_> {
    type Failure = Infallible;

    fn shared(&self) -> &Shared {
        self.0
    }

    fn is_in(&self, id: Uuid, state: Option<Tag>) -> Result<Option<bool>, Infallible> {
        Ok(self.0.session(id).map(|session| state.is_none_or(|state| session.tag() == state)))
    }

    fn conflict(&self, id: Uuid) -> Result<StoreError, Infallible> {
        Ok(self.0.session(id).map_or(StoreError::NotFound, StoreError::Conflict))
    }

    fn with_reference(&self, reference: ReferenceId) -> Result<Option<Uuid>, Infallible> {
        Ok(self.0.owned.with_reference(reference))
    }

    /// Listeners see the change at once: nothing that follows can fail.
    fn write(&mut self, next: &Next, _: bool) -> Result<(), Infallible> {
        self.0.publish(Arc::clone(&next.session), || true);
        Ok(())
    }

    fn remove(&mut self, id: Uuid) -> Result<(), Infallible> {
        self.0.forget(id);
        Ok(())
    }

    fn is_newer(&self, _: Uuid) -> Result<bool, Infallible> {
        Ok(false)
    }

    fn write_last_uses(&mut self, _: &LastUses) -> Result<(), Infallible> {
        Ok(())
    }

    fn write_record(&mut self, record: &PendingRecord) -> Result<LedgerState, Infallible> {
        Ok(record.state.clone().map(Some))
    }

    fn remove_records(&mut self, _: &[RecordDigest]) -> Result<(), Infallible> {
        Ok(())
    }

    fn write_news(&mut self, news: &[News]) -> Result<(), Infallible> {
        self.0.news.push(news);
        Ok(())
    }

    /// A reader of a log that ends with the process has to go on nowhere.
    fn write_position(&mut self, _: ReaderId, _: NewsId) -> Result<(), Infallible> {
        Ok(())
    }

    /// The seeks are in memory already.
    fn write_seek(&mut self, _: Uuid) -> Result<(), Infallible> {
        Ok(())
    }

    fn expire_news(&mut self, before: i64) -> Result<(), Infallible> {
        self.0.news.expire(before);
        Ok(())
    }
}
