//! The list of the games that belong to an API key.

use crate::config::Scope;
use crate::game::{GameStatus, Session};
use crate::rules::Ruleset;
use crate::service::access::client::Caller;
use crate::service::error::{Code, Error, Result};
use crate::service::state::Service;
use crate::store::{ListId, ListQuery, Page, Position, ReferenceId, StoreError};
use jiff::Timestamp;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Which games are to be listed.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    pub user: Option<String>,
    pub reference: Option<String>,
    pub status: Option<GameStatus>,
    pub ruleset: Option<Ruleset>,
    pub updated_after: Option<Timestamp>,
    pub limit: usize,
    pub cursor: Option<Position>,
}

impl GameFilter {
    fn wants(&self, session: &Session) -> bool {
        let owner = session.owner.as_ref();
        let has_user = |user: &String| owner.is_some_and(|owner| owner.user.as_ref() == Some(user));
        self.user.as_ref().is_none_or(has_user)
            && self.status.is_none_or(|status| status == GameStatus::of(session))
            && self.ruleset.is_none_or(|ruleset| ruleset == session.game.ruleset())
            && self.updated_after.is_none_or(|time| session.updated_at > time)
    }
}

impl Service {
    /// The games of an API key, the last changed first; with the scope `admin`, those of all keys.
    ///
    /// # Errors
    /// [`Code::Forbidden`] without a key, or when the store does not answer.
    pub async fn list_games(&self, caller: Option<&Caller>, filter: &GameFilter) -> Result<Page> {
        let Some(caller) = caller else {
            let detail = "games are listed for the API key that created them: this server needs no keys";
            return Err(Error::new(Code::Forbidden, detail));
        };
        let keys = match caller.has_scope(Scope::Admin) {
            true => self.api_keys.names(),
            false => BTreeSet::from([caller.name().to_owned()]),
        };
        if let Some(reference) = &filter.reference {
            return self.with_reference(&keys, reference, filter).await;
        }
        let list = |key: &String| match &filter.user {
            Some(user) => ListId::of_user(key, user),
            None => ListId::of_key(key),
        };
        let query = ListQuery {
            lists: keys.iter().map(list).collect(),
            status: filter.status,
            ruleset: filter.ruleset,
            updated_after: filter.updated_after.map(Timestamp::as_microsecond),
            after: filter.cursor,
            limit: filter.limit,
        };
        Ok(self.store.list(&query).await?)
    }

    /// The games with a reference: at most one of each key.
    async fn with_reference(&self, keys: &BTreeSet<String>, text: &str, filter: &GameFilter) -> Result<Page> {
        let mut games: Vec<Arc<Session>> = Vec::new();
        for key in keys {
            let reference = ReferenceId::new(key, text);
            let Some(id) = self.store.with_reference(reference).await? else { continue };
            let session = match self.store.get(id).await {
                Ok(session) => session,
                Err(StoreError::NotFound) => continue,
                Err(error) => return Err(error.into()),
            };
            let has_it = session.owner.as_deref().and_then(ReferenceId::of) == Some(reference);
            if has_it && filter.wants(&session) {
                games.push(session);
            }
        }
        Ok(Page { games, next: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::fixtures::{owner, session};

    #[test]
    fn a_game_is_wanted_only_if_it_matches_everything_that_is_asked_for() {
        let session = Session { owner: Some(Box::new(owner())), ..session() };
        let wanted = |filter: GameFilter| filter.wants(&session);
        let user = |name: &str| Some(name.to_owned());
        let status = Some(GameStatus::of(&session));
        let before = session.updated_at - std::time::Duration::from_secs(1);
        let all = GameFilter {
            user: user("7"),
            status,
            ruleset: Some(Ruleset::Xiangqi),
            updated_after: Some(before),
            ..GameFilter::default()
        };
        assert!(wanted(GameFilter::default()) && wanted(all.clone()));
        assert!(!wanted(GameFilter { user: user("8"), ..all.clone() }));
        assert!(!wanted(GameFilter { status: Some(GameStatus::Aborted), ..all.clone() }));
        assert!(!wanted(GameFilter { ruleset: Some(Ruleset::Renju), ..all.clone() }));
        assert!(!wanted(GameFilter { updated_after: Some(session.updated_at), ..all }));
    }
}
