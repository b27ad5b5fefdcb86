//! The state that handlers share: the service, the metrics, the queue for pictures, and a cache of serialized games.

use super::conditions::etag_header;
use super::metrics::Metrics;
use super::pictures::Pictures;
use crate::address::TrustedProxies;
use crate::dto::{GameJson, Notation, View, json_text};
use crate::game::{Session, Tag};
use crate::service::{Presence, Service, Viewer};
use axum::body::Bytes;
use axum::http::HeaderName;
use quick_cache::sync::Cache;
use std::ops::Deref;
use std::sync::Arc;
use tokio::sync::Semaphore;
use uuid::Uuid;

/// How many large bodies are in memory at once, at most a mebibyte each.
const LARGE_BODIES: usize = 8;

/// How many serialized games are kept: those that many people follow.
const CACHED_GAMES: usize = 1000;

/// The state that handlers share. Clones are cheap and share everything.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Parts>);

#[derive(Debug)]
pub struct Parts {
    service: Arc<Service>,
    pub proxies: TrustedProxies,
    pub metrics: Metrics,
    pub pictures: Pictures,
    /// The permits for bodies that are longer than those of other requests.
    pub large_bodies: Arc<Semaphore>,
    /// The last games that were serialized, for all who follow one.
    rendered: Cache<Shown, Bytes>,
}

/// What the JSON of a game shows.
type Shown = (Uuid, Tag, Option<Presence>);

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl AppState {
    pub fn new(service: Arc<Service>) -> AppState {
        AppState(Arc::new(Parts {
            proxies: service.config().proxies(),
            metrics: Metrics::new(&service),
            pictures: Pictures::new(),
            large_bodies: Arc::new(Semaphore::new(LARGE_BODIES)),
            rendered: Cache::new(CACHED_GAMES),
            service,
        }))
    }

    pub fn service(&self) -> &Arc<Service> {
        &self.service
    }

    /// How games are shown by default: moves in coordinates, and no secrets.
    pub fn view(&self) -> View<'_> {
        View {
            notation: Notation::Coordinates,
            keep: self.service.keep_times(),
            secrets: None,
            presence: None,
            is_for_owner: false,
        }
    }

    /// The JSON of a game and its entity tag, as `GET` returns them to this viewer.
    pub fn show(
        &self,
        session: &Session,
        presence: Option<Presence>,
        viewer: Viewer<'_>,
    ) -> ([(HeaderName, String); 1], Bytes) {
        let text = match viewer.owns(session) {
            false => self.game_json(session, presence),
            true => {
                let view = View { presence, is_for_owner: true, ..self.view() };
                json_text(&GameJson::new(session, &view)).into()
            }
        };
        (etag_header(session, presence), text)
    }

    /// The JSON of a game, as it is for everybody who may read it.
    pub fn game_json(&self, session: &Session, presence: Option<Presence>) -> Bytes {
        let shown = (session.id, session.tag(), presence);
        self.rendered.get(&shown).unwrap_or_else(|| {
            let text = Bytes::from(json_text(&GameJson::new(session, &View { presence, ..self.view() })));
            self.rendered.insert(shown, text.clone());
            text
        })
    }
}
