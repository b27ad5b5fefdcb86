//! Tickets for streams: each stands for a token of a game and opens one stream.

use crate::game::TokenDigest;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// How many tickets of a token may be open: of its own, so that nobody uses up those of the other players.
pub const MOST_TICKETS: usize = 64;

#[derive(Clone, Copy, Debug)]
struct Kept {
    ticket: TokenDigest,
    /// The token that the ticket stands for.
    token: TokenDigest,
    expires_at: Instant,
}

/// The tickets of the games of a store in this process.
#[derive(Debug, Default)]
pub struct StreamTickets(Mutex<HashMap<Uuid, Vec<Kept>>>);

impl StreamTickets {
    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Vec<Kept>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a ticket for the bearer of a token. Returns false if the token has [`MOST_TICKETS`] already.
    pub fn keep(
        &self,
        id: Uuid,
        ticket: TokenDigest,
        token: TokenDigest,
        keep: Duration,
        now: Instant,
    ) -> bool {
        let mut tickets = self.lock();
        let of_game = tickets.entry(id).or_default();
        of_game.retain(|kept| kept.expires_at > now);
        let has_room = of_game.iter().filter(|kept| kept.token.is_same(&token)).count() < MOST_TICKETS;
        if has_room {
            of_game.push(Kept { ticket, token, expires_at: now + keep });
        }
        has_room
    }

    /// Takes a ticket. Returns the token that it stands for, unless it has expired or is unknown.
    pub fn take(&self, id: Uuid, ticket: TokenDigest, now: Instant) -> Option<TokenDigest> {
        let mut tickets = self.lock();
        let of_game = tickets.get_mut(&id)?;
        let place = of_game.iter().position(|kept| kept.ticket.is_same(&ticket))?;
        let kept = of_game.swap_remove(place);
        (kept.expires_at > now).then_some(kept.token)
    }

    /// Forgets the tickets that have expired.
    pub fn sweep(&self, now: Instant) {
        let mut tickets = self.lock();
        tickets.retain(|_, of_game| {
            of_game.retain(|kept| kept.expires_at > now);
            !of_game.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_ticket_expires_and_is_then_forgotten() {
        let (tickets, id, now) = (StreamTickets::default(), Uuid::new_v4(), Instant::now());
        let [first, second, token] = ["first", "second", "token"].map(TokenDigest::of);
        assert!(tickets.keep(id, first, token, MINUTE, now) && tickets.keep(id, second, token, MINUTE, now));
        assert_eq!(tickets.take(id, first, now + MINUTE / 2), Some(token));
        assert_eq!(tickets.take(id, second, now + MINUTE), None);
        assert!(tickets.keep(id, first, token, MINUTE, now));
        tickets.sweep(now + MINUTE / 2);
        assert_eq!(tickets.lock().len(), 1);
        tickets.sweep(now + MINUTE);
        assert!(tickets.lock().is_empty());
    }

    #[test]
    fn an_expired_ticket_makes_room_for_another() {
        let (tickets, id, now) = (StreamTickets::default(), Uuid::new_v4(), Instant::now());
        let token = TokenDigest::of("token");
        let keep = |name: String, now| tickets.keep(id, TokenDigest::of(&name), token, MINUTE, now);
        assert!((0..MOST_TICKETS).all(|number| keep(number.to_string(), now)));
        assert!(!keep("one more".to_owned(), now));
        assert!(tickets.keep(id, TokenDigest::of("other's"), TokenDigest::of("other"), MINUTE, now));
        assert!(keep("one more".to_owned(), now + MINUTE));
    }
}
