use super::dto::{GameText, Notation, View};
use super::metrics::Metrics;
use crate::service::Service;
use crate::session::{Session, Tag};
use axum::body::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::ops::Deref;
use std::sync::Arc;
use uuid::Uuid;

/// The size of the cache of rendered games.
const RENDERED_BYTES: u64 = 32 << 20;

/// What handlers share. Cheap to clone; clones share everything.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Parts>);

#[derive(Debug)]
pub struct Parts {
    service: Service,
    pub metrics: Metrics,
    /// Each game in the state it was rendered in last.
    rendered: Cache<Uuid, (Tag, GameText), ByLength>,
}

/// Weighs a text by its length.
#[derive(Clone, Copy, Debug)]
struct ByLength;

impl Weighter<Uuid, (Tag, GameText)> for ByLength {
    fn weight(&self, _: &Uuid, (_, rendered): &(Tag, GameText)) -> u64 {
        rendered.text.len() as u64
    }
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl AppState {
    pub fn new(service: Service) -> AppState {
        AppState(Arc::new(Parts {
            metrics: Metrics::new(&service),
            rendered: Cache::with_weighter(RENDERED_BYTES as usize >> 12, RENDERED_BYTES, ByLength),
            service,
        }))
    }

    pub fn service(&self) -> &Service {
        &self.service
    }

    pub fn view(&self) -> View<'_> {
        View { notation: Notation::Coordinates, idle: self.service.store.idle(), tokens: None }
    }

    /// The game as `GET` shows it. Rendered once for each state, because it is read more often than it changes.
    pub fn game_json(&self, session: &Session) -> Bytes {
        let cached = self.rendered.get(&session.id);
        let before = match cached {
            Some((tag, rendered)) if tag == session.tag() => return rendered.text,
            cached => cached,
        };
        let parent = before.as_ref().filter(|(tag, _)| Some(*tag) == session.parent).map(|(_, text)| text);
        let rendered = GameText::of_session(session, &self.view(), parent);
        // Another request may have rendered a later version meanwhile, which is worth more.
        if before.as_ref().is_none_or(|(tag, _)| tag.version <= session.version) {
            self.rendered.insert(session.id, (session.tag(), rendered.clone()));
        }
        rendered.text
    }
}
