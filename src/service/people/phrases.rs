//! What players say to each other.

use crate::game::{Phrase, Said, Seat};
use crate::rules::{Ruleset, Side};
use crate::service::access::call::Call;
use crate::service::error::{Code, Error, Result};
use crate::service::state::Service;
use jiff::Timestamp;
use uuid::Uuid;

impl Service {
    /// Says a phrase for the bearer of a seat token. Who listens to the game hears it; it is not kept.
    ///
    /// # Errors
    /// When the caller has no seat, has said too much already, or the store does not answer.
    pub async fn say(&self, id: Uuid, call: &Call, phrase: Phrase) -> Result<(Ruleset, Said)> {
        let session = self.read(id, call.viewer()).await?;
        let Some(seats) = &session.seats else {
            return Err(Error::new(Code::Forbidden, "the game has no seats: nobody plays it with another"));
        };
        call.check_seat(&session, &Side::ALL)?;
        let side = call.token.as_deref().and_then(|token| seats.side_of(token));
        let player = side.and_then(|side| match seats.by_side[side] {
            Seat::Taken(player) => Some((side, player)),
            Seat::Open(_) => None,
        });
        let unseated = || Error::new(Code::Unauthorized, "expected the token of a seat of this game");
        let (side, player) = player.ok_or_else(unseated)?;
        let said = Said { side, phrase, at: Timestamp::now() };
        if !self.store.say(id, player, said).await? {
            let detail = "the player has said as many phrases as one may in a game";
            return Err(Error::new(Code::PhrasesUsedUp, detail));
        }
        Ok((session.game.ruleset(), said))
    }
}
