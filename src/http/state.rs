//! The state that handlers share: the service, the metrics, and a cache of serialized games.

use super::metrics::Metrics;
use crate::address::TrustedProxies;
use crate::dto::{GameText, Notation, View};
use crate::service::Service;
use crate::session::{Session, Tag};
use axum::body::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::ops::Deref;
use std::sync::Arc;
use uuid::Uuid;

/// The maximum size of the cache of serialized games, in bytes.
const CACHE_BYTES: u64 = 32 << 20;
/// The expected size of a serialized game, in bytes. The cache allocates its slots by it.
const EXPECTED_GAME_BYTES: u64 = 4 << 10;

/// The state that handlers share. Clones are cheap and share everything.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Parts>);

#[derive(Debug)]
pub struct Parts {
    service: Service,
    pub proxies: TrustedProxies,
    pub metrics: Metrics,
    /// For each game, the last state that was serialized.
    rendered: Cache<Uuid, (Tag, GameText), ByLength>,
}

/// Weighs a cache entry by the length of its text in bytes.
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
            proxies: service.config.proxies(),
            metrics: Metrics::new(&service),
            rendered: Cache::with_weighter(
                (CACHE_BYTES / EXPECTED_GAME_BYTES) as usize,
                CACHE_BYTES,
                ByLength,
            ),
            service,
        }))
    }

    pub fn service(&self) -> &Service {
        &self.service
    }

    /// How games are shown by default: moves in coordinates, and no tokens.
    pub fn view(&self) -> View<'_> {
        View { notation: Notation::Coordinates, idle: self.service.store.idle(), tokens: None }
    }

    /// The JSON of a game, as `GET` returns it. Cached for each state, because games are read more often than changed.
    pub fn game_json(&self, session: &Session) -> Bytes {
        let cached = self.rendered.get(&session.id);
        let before = match cached {
            Some((tag, rendered)) if tag == session.tag() => return rendered.text,
            cached => cached,
        };
        // If the cached state is the previous one, its text is extended by the new move instead of being built from scratch.
        let parent =
            before.as_ref().filter(|(tag, _)| Some(*tag) == session.parent_tag()).map(|(_, text)| text);
        let rendered = GameText::of_session(session, &self.view(), parent);
        // Do not overwrite a later version that another request has cached in the meantime.
        if before.as_ref().is_none_or(|(tag, _)| tag.version <= session.version) {
            self.rendered.insert(session.id, (session.tag(), rendered.clone()));
        }
        rendered.text
    }
}
