//! The presence of the players of games with seats. A player is present while an event stream opened with the seat
//! token is open, and for [`GRACE`] after that or after any other request with the token.

use crate::game::{GameTime, Player, Seat, Session, TokenDigest};
use crate::open_counts::Open;
use crate::rules::{BySide, Side};
use crate::service::error::{self, Code, Error, Result};
use crate::service::state::Service;
use crate::store::{LastSeen, StoreError, mark_seen};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use uuid::Uuid;

/// How long a player counts as present after the last sign of presence.
pub const GRACE: Duration = Duration::from_secs(10);
const GRACE_MS: i64 = GRACE.as_millis() as i64;
/// How often a server renews the presence of players with open streams.
const REFRESH_EVERY: Duration = Duration::from_secs(4);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    Here,
    Away,
}

/// The presence of both sides. None for an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Presence(pub BySide<Option<Whereabouts>>);

/// For how many milliseconds after `now` a player last seen at `seen` still counts as present: 0 or less if the
/// player is away. None for a time too far in the future: the store has lost the game time by which it was recorded.
fn here_for_ms(seen: GameTime, now: GameTime) -> Option<i64> {
    let ahead = seen.0.saturating_sub(now.0);
    (ahead < GRACE_MS).then(|| ahead + GRACE_MS)
}

/// As [`here_for_ms`], for the player of a side. None, too, if the player was never seen, or the seat is open.
fn player_here_for_ms(session: &Session, side: Side, seen: &LastSeen, now: GameTime) -> Option<i64> {
    let Seat::Taken(player) = session.seats.as_ref()?.by_side[side] else { return None };
    let (_, at) = seen.iter().find(|(other, _)| *other == player)?;
    here_for_ms(*at, now)
}

impl Presence {
    /// None for a game without seats, and by correspondence.
    pub(in crate::service) fn new(session: &Session, seen: &LastSeen, now: GameTime) -> Option<Presence> {
        session.seats.as_ref().filter(|_| !session.is_correspondence())?;
        Some(Presence(BySide::from_fn(|side| match session.players[side] {
            Player::Engine(_) => None,
            Player::Human => {
                let is_here = player_here_for_ms(session, side, seen, now).is_some_and(|left| left > 0);
                Some(if is_here { Whereabouts::Here } else { Whereabouts::Away })
            }
        })))
    }

    /// How long after `now` the presence changes at the earliest without a new sign of presence. None if everybody is
    /// away.
    pub(in crate::service) fn changes_after(seen: &LastSeen, now: GameTime) -> Option<Duration> {
        let left = seen.iter().filter_map(|&(_, at)| here_for_ms(at, now)).filter(|&left| left > 0).min();
        left.map(|left| Duration::from_millis(left.unsigned_abs()))
    }
}

/// Counts a player as present until it is dropped.
#[derive(Debug)]
pub(in crate::service) struct ListeningPlayer {
    service: Arc<Service>,
    stream: Open<(Uuid, TokenDigest)>,
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
    /// The player whose seat token has this digest.
    fn player(session: &Session, token: Option<TokenDigest>) -> Option<TokenDigest> {
        let seats = session.seats.as_ref()?;
        match seats.by_side[seats.side_of_digest(&token?)?] {
            Seat::Taken(player) => Some(player),
            Seat::Open(_) => None,
        }
    }

    pub(super) async fn mark_present(&self, id: Uuid, player: TokenDigest) {
        if let Err(error) = self.store.mark_present(id, player, GRACE).await {
            tracing::debug!(%error, "the presence of a player could not be noted");
        }
    }

    /// Counts the bearer of a seat token as present until the result is dropped. None if the token is for no seat.
    pub(in crate::service) async fn listening_player(
        self: &Arc<Self>,
        session: &Session,
        token: Option<TokenDigest>,
    ) -> Option<ListeningPlayer> {
        let (id, player) = (session.id, Service::player(session, token)?);
        let Ok(stream) = self.connected_players.open((id, player), |_, _| Ok::<_, Infallible>(()));
        let listening = ListeningPlayer { service: Arc::clone(self), stream };
        self.mark_present(id, player).await;
        Some(listening)
    }

    /// Reads a game and the presence of its players, after a request with `token`. If the token is a seat's, its
    /// bearer is present.
    ///
    /// # Errors
    /// [`Code::GameNotFound`], or when the store does not answer.
    pub(in crate::service) async fn find_with_presence(
        &self,
        id: Uuid,
        token: Option<TokenDigest>,
    ) -> Result<(Arc<Session>, Option<Presence>)> {
        let found = self.store.get_with_players(id).await;
        let (session, mut seen) = found.map_err(|error| error::of_game(id, error))?;
        let now = self.store.game_time_now();
        if let Some(player) = Service::player(&session, token) {
            mark_seen(&mut seen, player, now);
            if !self.connected_players.has(&(id, player)) {
                self.mark_present(id, player).await;
            }
        }
        let presence = Presence::new(&session, &seen, now);
        Ok((session, presence))
    }

    /// The presence of the people of a game. None for a game without seats.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(in crate::service) async fn presence(
        &self,
        session: &Session,
    ) -> std::result::Result<Option<Presence>, StoreError> {
        if session.seats.is_none() {
            return Ok(None);
        }
        let seen = self.store.last_seen(session.id).await?;
        Ok(Presence::new(session, &seen, self.store.game_time_now()))
    }

    /// This state of a game that waits for its players to be ready, in which those who have left are not.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(in crate::service) async fn without_absent(&self, session: &Session) -> Result<Session> {
        if session.ready().is_none() {
            return Ok(session.clone());
        }
        let presence = self.presence(session).await?;
        let is_here = |side| presence.is_some_and(|Presence(of)| of[side] == Some(Whereabouts::Here));
        Ok(session.without_absent(BySide::from_fn(is_here)))
    }

    /// Checks that `side` may claim the game, because the other side is to move and has been away for too long since.
    ///
    /// # Errors
    /// [`Code::NothingToClaim`], or when the store does not answer.
    pub(in crate::service) async fn check_claim(&self, session: &Session, side: Side) -> Result<()> {
        let refuse = |detail: String| Err(Error::new(Code::NothingToClaim, detail));
        let other = side.other();
        let name = session.game.ruleset().side_names()[other];
        let Some(seats) = session.seats.as_ref().filter(|_| session.players[other].is_human()) else {
            return refuse(format!("no person with a seat plays {name}"));
        };
        if session.is_correspondence() {
            return refuse(
                "in a game by correspondence nobody need be there: only the clock ends it".to_owned(),
            );
        }
        if session.game.turn() != other {
            return refuse(format!("it is not the turn of {name}"));
        }
        let seen = self.store.last_seen(session.id).await?;
        let now = self.store.game_time_now();
        // Count from the start of the server, before which it could see nobody.
        let away_ms = match player_here_for_ms(session, other, &seen, now) {
            Some(left) => -left,
            None => now.0.saturating_sub(self.started.0),
        };
        let turn_began = session.move_infos.latest(1).next().map_or(session.created_at, |last| last.at);
        let turn_ms = Timestamp::now().duration_since(turn_began).as_millis();
        let away_ms = i128::from(away_ms).min(turn_ms).max(0);
        if away_ms < i128::from(seats.abandon_ms) {
            let detail =
                format!("expected {name} to be away for {} ms of its turn, got {away_ms}", seats.abandon_ms);
            return refuse(detail);
        }
        Ok(())
    }
}

/// Renews the presence of the players with open streams every few seconds, until the server shuts down.
pub async fn run_presence(service: Arc<Service>) {
    let refresh = async {
        loop {
            tokio::time::sleep(REFRESH_EVERY).await;
            let players = service.connected_players.keys();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_counts_as_here_for_ten_seconds() {
        let seen = GameTime(50_000);
        let left = |now| here_for_ms(seen, GameTime(now));
        assert_eq!([50_000, 59_999, 60_000, 70_000].map(left), [10_000, 1, 0, -10_000].map(Some));
        assert_eq!(left(49_900), Some(10_100), "another server's clock may be ahead");
    }

    #[test]
    fn a_time_far_ahead_says_nothing_about_a_player() {
        assert_eq!(here_for_ms(GameTime(50_000), GameTime(40_000)), None);
        assert_eq!(here_for_ms(GameTime(i64::MAX), GameTime(0)), None);
        let player = TokenDigest::of("token");
        let seen = vec![(player, GameTime(50_000))];
        assert_eq!(Presence::changes_after(&seen, GameTime(0)), None);
        assert_eq!(Presence::changes_after(&seen, GameTime(55_000)), Some(Duration::from_secs(5)));
    }
}
