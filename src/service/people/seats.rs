//! The seats of a game: who gets which token, and how an invited player takes the open seat.

use crate::game::{Seat, Seats, Session, TokenDigest};
use crate::rules::{BySide, Side};
use crate::service::access::call::Call;
use crate::service::access::idempotency::{Attempt, Replayable};
use crate::service::access::key::secret_token;
use crate::service::error::Result;
use crate::service::outcome::{Created, Secrets};
use crate::service::state::Service;
use std::sync::Arc;
use uuid::Uuid;

/// The seats of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewSeats {
    pub seating: Seating,
    /// Whether the engine may be asked about the running game. If absent, it may unless both sides are people.
    pub hints: Option<bool>,
    pub is_private: bool,
    /// Whether the game waits until both players say that they are ready.
    pub has_ready_check: bool,
    /// How long the side to move may be away before the other side may claim the game.
    pub abandon_ms: u64,
}

/// Who gets the seats of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// The creator gets the tokens of both.
    Both,
    /// The creator gets this seat, at random if none, and an invitation to the other.
    Invite(Option<Side>),
    /// The creator gets an invitation to each, and no seat.
    InviteBoth,
}

/// Somebody who takes an open seat.
#[derive(Clone, Debug)]
pub struct Joiner {
    pub invitation: String,
    /// Stands unless the creator of the game has named the player.
    pub name: Option<String>,
}

/// The purpose for which a token is derived, so that the tokens of a game differ.
fn purpose_of(side: Side) -> [u8; 5] {
    [b's', b'e', b'a', b't', side as u8]
}

fn invitation_to(side: Side) -> [u8; 7] {
    [b'i', b'n', b'v', b'i', b't', b'e', side as u8]
}

const SPECTATOR: &[u8] = b"spectator";
const JOINER: &[u8] = b"joiner";

impl NewSeats {
    /// The seats of a game, with tokens derived from the secret of the request that creates it.
    pub(in crate::service) fn seats(&self, session: &Session, secret: &[u8; 32]) -> Seats {
        let digest = |purpose: &[u8]| TokenDigest::of(&secret_token(purpose, secret, session.id));
        let taken = |side| Seat::Taken(digest(&purpose_of(side)));
        let mut by_side = BySide { first: taken(Side::First), second: taken(Side::Second) };
        let open = |side| Seat::Open(digest(&invitation_to(side)));
        match self.seating {
            Seating::Both => {}
            Seating::Invite(side) => {
                let side = side.unwrap_or_else(|| Side::ALL[usize::from(rand::random::<bool>())]);
                by_side[side.other()] = open(side.other());
            }
            Seating::InviteBoth => by_side = BySide::from_fn(open),
        }
        Seats {
            spectator: self.is_private.then(|| digest(SPECTATOR)),
            hints: self.hints.unwrap_or(!session.are_both_people()),
            abandon_ms: self.abandon_ms,
            ready: self.has_ready_check.then(BySide::default),
            ..Seats::new(by_side)
        }
    }
}

impl Secrets {
    /// The secrets of a game for its creator, from the secret of the request that created it. None if it has no seats.
    pub(in crate::service) fn of_creator(session: &Session, secret: &[u8; 32]) -> Option<Secrets> {
        let seats = session.seats.as_ref()?;
        let token = |purpose: &[u8]| secret_token(purpose, secret, session.id);
        let mut secrets = Secrets::of_seats(seats, Side::ALL.map(|side| token(&purpose_of(side))));
        let invitation = |side| token(&invitation_to(side));
        let is_open = |side: &Side| matches!(seats.by_side[*side], Seat::Open(_));
        match Side::ALL.into_iter().filter(is_open).collect::<Vec<_>>()[..] {
            [] => {}
            [side] => secrets.invitation = Some(invitation(side)),
            _ => secrets.invitations = Some(BySide::from_fn(invitation)),
        }
        secrets.spectator = seats.spectator.is_some().then(|| token(SPECTATOR));
        Some(secrets)
    }

    /// Each token with the side that it is for. The opening moves of an engine may have exchanged the sides.
    fn of_seats(seats: &Seats, tokens: impl IntoIterator<Item = String>) -> Secrets {
        let mut secrets = Secrets::default();
        for token in tokens {
            if let Some(side) = seats.side_of(&token) {
                secrets.seats[side] = Some(token);
            }
        }
        secrets
    }
}

impl Service {
    /// Takes the open seat of a game for the bearer of its invitation.
    ///
    /// # Errors
    /// When no seat is open, the invitation is wrong, the game is over, or the store cannot store the change.
    pub async fn join(
        self: &Arc<Self>,
        id: Uuid,
        call: Call,
        Joiner { invitation, name }: Joiner,
    ) -> Result<Replayable<Created>> {
        let key = call.key;
        let token = secret_token(JOINER, &call.secret(), id);
        let joiner = token.clone();
        let join = move |service: Arc<Service>, attempt: Arc<Attempt>| async move {
            let session = service.find(id).await?;
            service.store.catch_up(&session).await?;
            let now = service.store.game_time(call.arrived);
            let mut next = service.without_absent(&session).await?.with_joined(&invitation, &joiner, now)?;
            if let Some(side) = next.seats.as_ref().and_then(|seats| seats.side_of(&joiner)) {
                next.names[side] = next.names[side].take().or(name);
            }
            call.check_has_no_seat(&session)?;
            call.check_condition(&session)?;
            let changed = service.store_change(&call, &session, next, &attempt).await?;
            // Who has just said to be ready has not left, even if the first request with the token is yet to come.
            if session.ready().is_some() {
                service.mark_present(id, TokenDigest::of(&joiner)).await;
            }
            Ok(changed)
        };
        let Replayable { value: changed, is_replayed } = self.change_once(key, join).await?;
        let secrets = changed.session.seats.as_ref().map(|seats| Secrets::of_seats(seats, [token]));
        Ok(Replayable { value: Created { changed, secrets }, is_replayed })
    }
}
