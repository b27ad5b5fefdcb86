//! The state that handlers share: the service, the metrics, the queue for pictures, and a cache of serialized games.

use super::conditions::etag_header;
use super::metrics::Metrics;
use super::pictures::Pictures;
use crate::address::TrustedProxies;
use crate::dto::{GameText, Notation, View};
use crate::service::{Presence, Service};
use crate::session::{Session, Tag};
use axum::body::Bytes;
use axum::http::HeaderName;
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
    pub pictures: Pictures,
    /// For each game, the last state that was serialized.
    rendered: Cache<Uuid, (Shown, GameText), ByLength>,
}

/// What the JSON of a game shows.
type Shown = (Tag, Option<Presence>);

/// Weighs a cache entry by the length of its text in bytes.
#[derive(Clone, Copy, Debug)]
struct ByLength;

impl Weighter<Uuid, (Shown, GameText)> for ByLength {
    fn weight(&self, _: &Uuid, (_, rendered): &(Shown, GameText)) -> u64 {
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
            pictures: Pictures::new(),
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

    /// How games are shown by default: moves in coordinates, and no secrets.
    pub fn view(&self) -> View<'_> {
        View {
            notation: Notation::Coordinates,
            keep: self.service.store.keep_times(),
            secrets: None,
            presence: None,
        }
    }

    /// The JSON of a game and its entity tag, as `GET` returns them.
    pub fn show(&self, session: &Session, presence: Option<Presence>) -> ([(HeaderName, String); 1], Bytes) {
        (etag_header(session, presence), self.game_json(session, presence))
    }

    /// The JSON of a game, as `GET` returns it. Cached for each state, because games are read more often than changed.
    pub fn game_json(&self, session: &Session, presence: Option<Presence>) -> Bytes {
        let cached = self.rendered.get(&session.id);
        let before = match cached {
            Some((shown, rendered)) if shown == (session.tag(), presence) => return rendered.text,
            cached => cached,
        };
        // If the cached state is the previous one, its text is extended by the new move instead of being built from scratch.
        let parent =
            before.as_ref().filter(|((tag, _), _)| Some(*tag) == session.parent_tag()).map(|(_, text)| text);
        let rendered = GameText::of_session(session, &View { presence, ..self.view() }, parent);
        // Do not overwrite a later version that another request has cached in the meantime.
        if before.as_ref().is_none_or(|((tag, _), _)| tag.version <= session.version) {
            self.rendered.insert(session.id, ((session.tag(), presence), rendered.clone()));
        }
        rendered.text
    }
}
