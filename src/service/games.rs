//! The operations on games: create, read, play, undo, resign, agree to a draw, delete.

use super::call::Call;
use super::error::{Code, Error, Result};
use super::idempotency::{Attempt, Replayable};
use super::key::seat_tokens;
use super::outcome::{Changed, Created};
use super::search::SearchOptions;
use super::start::Start;
use super::{Service, draw, engine_turn, hint};
use crate::rules::{BySide, Side};
use crate::session::{Clock, GameTime, Player, Seats, Session, StoreError, Tag, TimeControl};
use std::sync::Arc;
use uuid::Uuid;

/// The parameters of a new game.
#[derive(Clone, Debug)]
pub struct NewGame {
    pub start: Start,
    pub players: BySide<Player>,
    pub has_seats: bool,
    /// None for a game without a clock.
    pub clock: Option<TimeControl>,
}

/// A change of a game.
#[derive(Clone, Debug)]
pub enum Command {
    /// A human move in any notation. `wants_reply` says whether an engine on the other side replies in the same request.
    Play {
        text: String,
        wants_reply: bool,
    },
    /// The engine searches and moves for the side to move.
    PlayBest(SearchOptions),
    Undo {
        plies: usize,
    },
    Resign {
        side: SideName,
    },
    Draw {
        side: SideName,
        action: draw::DrawAction,
    },
}

/// The name of a side in a request. The ruleset decides which side it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideName {
    Red,
    Black,
    White,
}

impl SideName {
    pub const ALL: [(&str, SideName); 3] =
        [("red", SideName::Red), ("black", SideName::Black), ("white", SideName::White)];

    /// The side of this game with this name.
    ///
    /// # Errors
    /// When the ruleset has no such side.
    pub(super) fn side(self, session: &Session) -> Result<Side> {
        let (name, _) = SideName::ALL[self as usize];
        session.game.ruleset().side(name).ok_or_else(|| {
            let names = session.game.ruleset().side_names();
            let expected = Side::ALL.map(|side| names[side]).join(" or ");
            Error::field("/side", format!("expected {expected}, got {name:?}"))
        })
    }
}

impl Service {
    /// Creates a game. If an engine moves first, the game already contains its move and its opening choices.
    ///
    /// # Errors
    /// When the start is not valid, a search is refused, or the store cannot store the game.
    pub async fn create(&self, call: Call, new: NewGame) -> Result<Replayable<Created>> {
        let key = call.key;
        let secret = key.map_or_else(rand::random, |key| key.secret);
        let create = move |service: Service, attempt: Arc<Attempt>| async move {
            service.create_now(&call, new, &secret, &attempt).await
        };
        let Replayable { value: Changed { session, .. }, is_replayed } =
            self.change_once(key, create).await?;
        let tokens = session.seats.as_ref().map(|seats| {
            let tokens = seat_tokens(&secret, session.id);
            // The opening moves of an engine may have swapped the colors already.
            if seats.side_of(&tokens.first) == Some(Side::First) { tokens } else { tokens.swapped() }
        });
        Ok(Replayable { value: Created { session, tokens }, is_replayed })
    }

    /// Reads a game.
    ///
    /// # Errors
    /// [`Code::GameNotFound`], or when the store does not answer.
    pub async fn find(&self, id: Uuid) -> Result<Arc<Session>> {
        self.store.get(id).await.map_err(|error| missing(id, error))
    }

    /// The tag of the current state of a game, without reading the whole game.
    ///
    /// # Errors
    /// As [`Service::find`].
    pub async fn tag(&self, id: Uuid) -> Result<Tag> {
        self.store.tag(id).await.map_err(|error| missing(id, error))
    }

    /// Executes a command on a game, at most once for each idempotency key.
    ///
    /// # Errors
    /// When the command is not allowed in the current state of the game, or the store cannot store the change.
    pub async fn change(&self, id: Uuid, call: Call, command: Command) -> Result<Replayable<Changed>> {
        let key = call.key;
        let change = move |service: Service, attempt: Arc<Attempt>| async move {
            match attempt.begun() {
                Some(begun) => {
                    let options = match &command {
                        Command::PlayBest(options) => Some(options),
                        _ => None,
                    };
                    Box::pin(engine_turn::resume(&service, id, &call, options, begun, &attempt)).await
                }
                None => service.change_now(id, &call, &command, &attempt).await,
            }
        };
        self.change_once(key, change).await
    }

    async fn change_now(
        &self,
        id: Uuid,
        call: &Call,
        command: &Command,
        attempt: &Attempt,
    ) -> Result<Changed> {
        let now = self.store.game_time(call.arrived);
        let session = self.find_in_time(id, now).await?;
        call.check_condition(&session)?;
        match command {
            Command::Play { text, wants_reply } => {
                self.play(call, &session, text, *wants_reply, attempt).await
            }
            Command::PlayBest(options) => hint::play_best(self, call, session, options, attempt).await,
            Command::Undo { plies } => {
                call.check_seat(&session, &Side::ALL)?;
                self.finish(call, &session, session.with_undo(*plies, now)?, attempt).await
            }
            Command::Resign { side } => {
                let side = side.side(&session)?;
                call.check_seat(&session, &[side])?;
                self.finish(call, &session, session.with_resignation(side, now)?, attempt).await
            }
            Command::Draw { side, action } => {
                let side = side.side(&session)?;
                call.check_seat(&session, &[side])?;
                let next = Box::pin(draw::decide(self, call, &session, side, *action)).await?;
                self.finish(call, &session, next, attempt).await
            }
        }
    }

    /// Reads a game for a change. If the time of the side to move was up at `now`, ends the game first.
    async fn find_in_time(&self, id: Uuid, now: GameTime) -> Result<Arc<Session>> {
        loop {
            let session = self.find(id).await?;
            let Some(ended) = session.timed_out(now) else { return Ok(session) };
            match self.store.replace(session.tag(), Arc::new(ended), None).await {
                Err(StoreError::Conflict(_)) => {}
                result => return result.map_err(|error| missing(id, error)),
            }
        }
    }

    async fn finish(&self, call: &Call, base: &Session, next: Session, attempt: &Attempt) -> Result<Changed> {
        attempt.finish(base.tag(), next, None).await.map_err(|error| call.refusal(error))
    }

    async fn play(
        &self,
        call: &Call,
        session: &Session,
        text: &str,
        wants_reply: bool,
        attempt: &Attempt,
    ) -> Result<Changed> {
        let mv = session.game.parse(text)?;
        if session.engine_to_move().is_some() {
            let name = session.game.ruleset().side_names()[session.game.turn()];
            let detail = format!(
                "an engine plays {name}, and it is its turn: call best-move with \"play\": true for its move"
            );
            return Err(Error::new(Code::NotYourTurn, detail));
        }
        call.check_seat(session, &[session.game.turn()])?;
        self.check_length(session.game.ply() + 1)?;
        let now = self.store.game_time(call.arrived);
        let next = session.with_move(mv, false, now)?;
        match next.engine_to_move().filter(|_| wants_reply).cloned() {
            None => self.finish(call, session, next, attempt).await,
            // Boxed, because most moves need no room for a search.
            Some(engine) => {
                Box::pin(engine_turn::play_and_reply(self, call, session, next, &engine, attempt)).await
            }
        }
    }

    /// Deletes a game.
    ///
    /// # Errors
    /// When there is no such game, the caller may not delete it, or the store does not answer.
    pub async fn delete(&self, id: Uuid, call: Call) -> Result<()> {
        let service = self.clone();
        let delete = async move {
            let session = service.find(id).await?;
            call.check_condition(&session)?;
            call.check_seat(&session, &Side::ALL)?;
            let base = call.condition.as_ref().map(|_| session.tag());
            service.store.remove(id, base).await.map_err(|error| call.refusal(error))
        };
        self.run_to_end(delete).await
    }

    async fn create_now(
        &self,
        call: &Call,
        new: NewGame,
        secret: &[u8; 32],
        attempt: &Attempt,
    ) -> Result<Changed> {
        let (game, import) = new.start.play(self.config.max_plies)?;
        let mut session = Session { import, ..Session::new(game, new.players, None) };
        if new.has_seats {
            session.seats = Some(Box::new(Seats::taken(&seat_tokens(secret, session.id))));
        }
        session.clock = new.clock.map(|control| Box::new(Clock::new(control, session.game.ply())));
        if session.seats.as_ref().is_none_or(|seats| !seats.is_waiting()) {
            session = session.started(self.store.game_time(call.arrived));
        }
        let session = Box::pin(engine_turn::play_first_moves(self, call, session)).await?;
        attempt.insert(session).await.map_err(|error| call.refusal(error))
    }
}

fn missing(id: Uuid, error: StoreError) -> Error {
    match error {
        StoreError::NotFound => game_not_found(&id.to_string()),
        error => error.into(),
    }
}

/// [`Code::GameNotFound`], quoting the id as the client sent it.
pub fn game_not_found(id: &str) -> Error {
    let id: String = id.chars().take(50).collect();
    Error::new(
        Code::GameNotFound,
        format!("there is no game {id:?}: it may have been deleted or have expired"),
    )
}
