//! The lists of the games that belong to somebody.

use crate::game::Session;
use crate::store::listing::{Facts, ListId, ListQuery, Part, Position, ReferenceId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use uuid::Uuid;

/// How many games of a list one page looks at.
const LOOKED_AT: usize = 2000;

/// A game in the lists. Its JSON is the stored form.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    lists: Vec<ListId>,
    position: Position,
    facts: Facts,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<ReferenceId>,
}

impl Row {
    /// None for a game that belongs to nobody.
    pub fn of(session: &Session) -> Option<Row> {
        let owner = session.owner.as_ref()?;
        Some(Row {
            lists: ListId::all_of(owner).collect(),
            position: Position::of(session),
            facts: Facts::of(session),
            reference: ReferenceId::of(owner),
        })
    }
}

#[derive(Debug, Default)]
pub struct OwnedGames(RwLock<Index>);

#[derive(Debug, Default)]
struct Index {
    rows: HashMap<Uuid, Row>,
    lists: BTreeMap<(ListId, Position), Facts>,
    references: HashMap<ReferenceId, Uuid>,
}

impl OwnedGames {
    fn index(&self) -> RwLockReadGuard<'_, Index> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn index_mut(&self) -> RwLockWriteGuard<'_, Index> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes over a game that was written.
    pub fn take(&self, session: &Session) {
        if let Some(row) = Row::of(session) {
            self.index_mut().put(session.id, row);
        }
    }

    pub fn remove(&self, id: Uuid) {
        self.index_mut().remove(id);
    }

    /// Takes over the rows of a file in place of all that are known.
    pub fn reset(&self, rows: Vec<(Uuid, Row)>) {
        let mut index = Index::default();
        rows.into_iter().for_each(|(id, row)| index.put(id, row));
        *self.index_mut() = index;
    }

    pub fn with_reference(&self, reference: ReferenceId) -> Option<Uuid> {
        self.index().references.get(&reference).copied()
    }

    /// Looks through a list for a page.
    pub fn part(&self, list: ListId, query: &ListQuery) -> Part<Uuid> {
        let begin = query
            .after
            .map_or(Bound::Included((list, Position::FIRST)), |after| Bound::Excluded((list, after)));
        let index = self.index();
        let mut part = Part { found: Vec::new(), through: None };
        let games = index.lists.range((begin, Bound::Included((list, Position::LAST))));
        let is_new =
            |position: &Position| query.updated_after.is_none_or(|time| position.updated_at() > time);
        for (looked_at, ((_, position), facts)) in games.enumerate() {
            if !is_new(position) {
                break;
            }
            if looked_at == LOOKED_AT || part.found.len() > query.limit {
                return part;
            }
            part.through = Some(*position);
            if query.wants(*facts) {
                part.found.push((*position, position.id));
            }
        }
        Part { through: None, ..part }
    }
}

impl Index {
    fn put(&mut self, id: Uuid, row: Row) {
        self.remove(id);
        for &list in &row.lists {
            self.lists.insert((list, row.position), row.facts);
        }
        if let Some(reference) = row.reference {
            self.references.insert(reference, id);
        }
        self.rows.insert(id, row);
    }

    fn remove(&mut self, id: Uuid) {
        let Some(row) = self.rows.remove(&id) else { return };
        for list in row.lists {
            self.lists.remove(&(list, row.position));
        }
        if let Some(reference) = row.reference
            && self.references.get(&reference) == Some(&id)
        {
            self.references.remove(&reference);
        }
    }
}
