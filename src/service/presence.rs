//! Whether the players of seated games are here: a player is while an event stream opened with the token of the seat is open,
//! and for some time after. Every other request with the token counts, too.

use super::Service;
use super::error::{Code, Error, Result};
use crate::open_counts::{Open, OpenCounts};
use crate::rules::{BySide, Side};
use crate::session::{Digest, GameTime, LastSeen, Player, Seat, Session};
use jiff::Timestamp;
use serde::Serialize;
use std::convert::Infallible;
use std::time::Duration;
use tokio::runtime::Handle;
use uuid::Uuid;

/// How long a player counts as here after the last sign.
pub const GRACE: Duration = Duration::from_secs(10);
/// How often a server notes that the players with open streams are here.
const REFRESH_EVERY: Duration = Duration::from_secs(4);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    Here,
    Away,
}

/// Where the people of a game are. None for an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Presence(pub BySide<Option<Whereabouts>>);

/// When a player was last here. None if the player was never seen, or the seat is open.
fn last_seen(session: &Session, side: Side, seen: &LastSeen) -> Option<GameTime> {
    let Seat::Taken(player) = session.seats.as_ref()?.by_side[side] else { return None };
    seen.iter().find(|(other, _)| *other == player).map(|&(_, at)| at)
}

/// How long after `now` the player still counts as here. None if the player is away.
fn here_for(seen: GameTime, now: GameTime) -> Option<Duration> {
    let left = seen.0 + GRACE.as_millis() as i64 - now.0;
    (left > 0).then(|| Duration::from_millis(left as u64))
}

impl Presence {
    /// None for a game without seats.
    pub(super) fn new(session: &Session, seen: &LastSeen, now: GameTime) -> Option<Presence> {
        session.seats.as_ref()?;
        let of = |side: Side| match session.players[side] {
            Player::Engine(_) => None,
            Player::Human => {
                let is_here = last_seen(session, side, seen).is_some_and(|at| here_for(at, now).is_some());
                Some(if is_here { Whereabouts::Here } else { Whereabouts::Away })
            }
        };
        Some(Presence(BySide { first: of(Side::First), second: of(Side::Second) }))
    }

    /// How long after `now` the presence changes at the earliest if nobody gives a sign. None if everybody is away.
    pub(super) fn changes_after(seen: &LastSeen, now: GameTime) -> Option<Duration> {
        seen.iter().filter_map(|&(_, at)| here_for(at, now)).min()
    }
}

/// The players that have event streams open on this server.
pub type Listeners = OpenCounts<(Uuid, Digest)>;

/// Counts a player as here until it is dropped.
#[derive(Debug)]
pub(super) struct ListeningPlayer {
    service: Service,
    stream: Open<(Uuid, Digest)>,
}

impl Drop for ListeningPlayer {
    fn drop(&mut self) {
        // The time that remains counts from now. Without a runtime the server is shutting down.
        if let Ok(runtime) = Handle::try_current() {
            let (service, (id, player)) = (self.service.clone(), *self.stream.key());
            runtime.spawn(async move { service.mark_present(id, player).await });
        }
    }
}

impl Service {
    /// The player whose seat token this is.
    fn player(session: &Session, token: Option<&str>) -> Option<Digest> {
        let seats = session.seats.as_ref()?;
        match seats.by_side[seats.side_of(token?)?] {
            Seat::Taken(player) => Some(player),
            Seat::Open(_) => None,
        }
    }

    async fn mark_present(&self, id: Uuid, player: Digest) {
        if let Err(error) = self.store.mark_present(id, player, GRACE).await {
            tracing::debug!(%error, "the presence of a player could not be noted");
        }
    }

    /// Notes that the bearer of a seat token has sent a request.
    pub(super) async fn note_request(&self, session: &Session, token: Option<&str>) {
        if let Some(player) = Service::player(session, token)
            && !self.listeners.has(&(session.id, player))
        {
            self.mark_present(session.id, player).await;
        }
    }

    /// Counts the bearer of a seat token as here until the result is dropped. None if the token is for no seat.
    pub(super) async fn listening_player(
        &self,
        session: &Session,
        token: Option<&str>,
    ) -> Option<ListeningPlayer> {
        let (id, player) = (session.id, Service::player(session, token)?);
        let Ok(stream) = self.listeners.open((id, player), |_, _| Ok::<_, Infallible>(()));
        let listening = ListeningPlayer { service: self.clone(), stream };
        self.mark_present(id, player).await;
        Some(listening)
    }

    /// Where the people of a game are. None for a game without seats. Players of whom the store says nothing are away.
    pub async fn presence(&self, session: &Session) -> Option<Presence> {
        session.seats.as_ref()?;
        let seen = self.store.last_seen(session.id).await.unwrap_or_default();
        Presence::new(session, &seen, self.store.game_time_now())
    }

    /// Checks that `side` may claim the game, because the other side is to move and has been away for too long since.
    ///
    /// # Errors
    /// [`Code::NothingToClaim`], or when the store does not answer.
    pub(super) async fn check_claim(&self, session: &Session, side: Side) -> Result<()> {
        let refuse = |detail: String| Err(Error::new(Code::NothingToClaim, detail));
        let other = side.other();
        let name = session.game.ruleset().side_names()[other];
        let Some(seats) = session.seats.as_ref().filter(|_| session.players[other].is_human()) else {
            return refuse(format!("no person with a seat plays {name}"));
        };
        if session.game.turn() != other {
            return refuse(format!("it is not the turn of {name}"));
        }
        let seen = self.store.last_seen(session.id).await?;
        // Nobody could be here before the server was.
        let gone =
            last_seen(session, other, &seen).map(|GameTime(at)| GameTime(at + GRACE.as_millis() as i64));
        let GameTime(gone) = gone.unwrap_or(self.started);
        let GameTime(now) = self.store.game_time_now();
        let turn_began = session.move_infos.iter().last().map_or(session.created_at, |last| last.at);
        let turn_ms = Timestamp::now().duration_since(turn_began).as_millis();
        let away_ms = i128::from(now.saturating_sub(gone)).min(turn_ms).max(0);
        if away_ms < i128::from(seats.abandon_ms) {
            let detail =
                format!("expected {name} to be away for {} ms of its turn, got {away_ms}", seats.abandon_ms);
            return refuse(detail);
        }
        Ok(())
    }
}

/// Notes every few seconds that the players with open streams are here, until the server shuts down.
pub async fn run_presence(service: Service) {
    let refresh = async {
        loop {
            tokio::time::sleep(REFRESH_EVERY).await;
            let players = service.listeners.keys();
            if !players.is_empty()
                && let Err(error) = service.store.refresh_presence(&players).await
            {
                tracing::debug!(%error, "the presence of players could not be noted");
            }
        }
    };
    tokio::select! {
        () = refresh => {}
        () = service.draining.cancelled() => {}
    }
}
