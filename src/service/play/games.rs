//! The operations on games: create, read, play, undo, resign, agree to a draw, delete.

use crate::config::Config;
use crate::game::{ClaimedResult, Clock, GameTime, Owner, Player, Run, Session, TimeControl};
use crate::rules::{BySide, Side};
use crate::service::access::call::Call;
use crate::service::access::idempotency::{Attempt, Replayable};
use crate::service::access::side::SideName;
use crate::service::error::{self, Code, Error, FieldError, Result};
use crate::service::feed::news::of_deletion;
use crate::service::outcome::{Changed, Created, Secrets};
use crate::service::people::deadlines::change_one;
use crate::service::people::seats::NewSeats;
use crate::service::play::draw;
use crate::service::play::engine_turn;
use crate::service::play::offer;
use crate::service::play::offer::OfferAction;
use crate::service::play::rematch;
use crate::service::play::start::{Start, check_length, give_way};
use crate::service::search::settings::SearchOptions;
use crate::service::state::Service;
use crate::store::StoreError;
use std::collections::BTreeMap;
use std::sync::Arc;
use uuid::Uuid;

/// The parameters of a new game.
#[derive(Clone, Debug)]
pub struct NewGame {
    pub start: Start,
    pub players: BySide<Player>,
    pub names: BySide<Option<String>>,
    pub seats: Option<NewSeats>,
    /// None for a game without a clock.
    pub clock: Option<TimeControl>,
    /// Whether the server plays the game to its end by itself, which is one between engines.
    pub run: bool,
    /// Only for the owner of an API key, as the next.
    pub reference: Option<String>,
    pub metadata: BTreeMap<String, String>,
}

impl NewGame {
    /// To whom the game will belong.
    ///
    /// # Errors
    /// When it says what only the owner of an API key may note.
    fn owner(&mut self, call: &Call) -> Result<Option<Box<Owner>>> {
        let Some(caller) = call.client.caller() else {
            let needing =
                [("/reference", self.reference.is_some()), ("/metadata", !self.metadata.is_empty())];
            let errors = needing.into_iter().filter(|(_, is_set)| *is_set);
            let errors: Vec<_> = errors
                .map(|(field, _)| FieldError::new(field, "needs an API key: only its bearer sees it"))
                .collect();
            return if errors.is_empty() { Ok(None) } else { Err(Error::fields(errors)) };
        };
        Ok(Some(Box::new(Owner {
            key: caller.name().to_owned(),
            user: caller.user().map(str::to_owned),
            reference: self.reference.take(),
            metadata: std::mem::take(&mut self.metadata),
        })))
    }
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
        action: OfferAction,
    },
    /// Without `plies`, takes back as many moves as needed for `side` to be to move again.
    Takeback {
        side: SideName,
        action: OfferAction,
        plies: Option<usize>,
    },
    Rematch {
        side: SideName,
        action: OfferAction,
    },
    Abort {
        side: SideName,
    },
    /// Says that a player is ready to begin.
    Ready {
        side: SideName,
    },
    /// Claims a result because the side to move has left.
    Claim {
        side: SideName,
        result: ClaimedResult,
    },
}

impl Service {
    /// Creates a game. If an engine moves first, the game already contains its move and its opening choices.
    ///
    /// # Errors
    /// When the start is not valid, a search is refused, or the store cannot store the game.
    pub async fn create(self: &Arc<Self>, call: Call, new: NewGame) -> Result<Replayable<Created>> {
        Box::pin(self.create_as_read(call, |_| Ok(new))).await
    }

    /// As [`Service::create`], for a game whose start takes long to read: `read` runs once a new game has been taken from the
    /// quota of the client.
    ///
    /// # Errors
    /// As [`Service::create`], and those of `read`.
    pub async fn create_as_read(
        self: &Arc<Self>,
        call: Call,
        read: impl FnOnce(&Config) -> Result<NewGame> + Send + 'static,
    ) -> Result<Replayable<Created>> {
        let key = call.key;
        let secret = call.secret();
        let create = move |service: Arc<Service>, attempt: Arc<Attempt>| async move {
            service.create_now(&call, read, &secret, &attempt).await
        };
        let Replayable { value: changed, is_replayed } = self.change_once(key, create).await?;
        let secrets = Secrets::of_creator(&changed.session, &secret);
        Ok(Replayable { value: Created { changed, secrets }, is_replayed })
    }

    /// Reads a game without authorization. [`Service::read`] checks the caller's token.
    ///
    /// # Errors
    /// [`Code::GameNotFound`], or when the store does not answer.
    pub(in crate::service) async fn find(&self, id: Uuid) -> Result<Arc<Session>> {
        self.store.get(id).await.map_err(|error| error::of_game(id, error))
    }

    /// Executes a command on a game, at most once for each idempotency key.
    ///
    /// # Errors
    /// When the command is not allowed in the current state of the game, or the store cannot store the change.
    pub async fn change(
        self: &Arc<Self>,
        id: Uuid,
        call: Call,
        command: Command,
    ) -> Result<Replayable<Changed>> {
        let key = call.key;
        let change = move |service: Arc<Service>, attempt: Arc<Attempt>| async move {
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
        let session = self.read_for_change(id, call).await?;
        let now = self.store.game_time(call.arrived);
        call.check_condition(&session)?;
        let next = match command {
            Command::Play { text, wants_reply } => {
                return self.play(call, &session, text, *wants_reply, attempt).await;
            }
            Command::PlayBest(options) => {
                return engine_turn::play_best(self, call, session, options, attempt).await;
            }
            Command::Rematch { side, action } => {
                let side = call.side(&session, *side)?;
                return Box::pin(rematch::decide(self, call, session, side, *action, attempt)).await;
            }
            Command::Undo { plies } => undo(call, &session, *plies, now)?,
            Command::Resign { side } => session.with_resignation(call.side(&session, *side)?, now)?,
            Command::Draw { side, action } => {
                let side = call.side(&session, *side)?;
                Box::pin(draw::decide(self, call, &session, side, *action)).await?
            }
            Command::Takeback { side, action, plies } => {
                offer::takeback(&session, call.side(&session, *side)?, *action, *plies, now)?
            }
            Command::Claim { side, result } => {
                let side = call.side(&session, *side)?;
                let next = session.with_claim(side, *result, now)?;
                self.check_claim(&session, side).await?;
                next
            }
            Command::Ready { side } => {
                let side = call.side(&session, *side)?;
                self.without_absent(&session).await?.with_ready(side, now)?
            }
            Command::Abort { side } => session.with_abort(call.side(&session, *side)?, now)?,
        };
        self.store_change(call, &session, next, attempt).await
    }

    /// Reads a game for a change. If it has a clock, waits until the game time runs. If the time of the side to move was up when the
    /// request arrived, ends the game first.
    pub(in crate::service) async fn read_for_change(&self, id: Uuid, call: &Call) -> Result<Arc<Session>> {
        let session = self.read(id, call.viewer()).await?;
        call.check_may_change(&session)?;
        self.store.catch_up(&session).await?;
        if session.timed_out(self.store.game_time(call.arrived)).is_none() {
            return Ok(session);
        }
        change_one(self, id, Session::timed_out).await.map_err(|error| error::of_game(id, error))?;
        self.find(id).await
    }

    pub(in crate::service) async fn store_change(
        &self,
        call: &Call,
        base: &Session,
        next: Session,
        attempt: &Attempt,
    ) -> Result<Changed> {
        attempt.store_outcome(base, next, None).await.map_err(|error| call.refusal(error))
    }

    async fn play(
        &self,
        call: &Call,
        session: &Session,
        text: &str,
        wants_reply: bool,
        attempt: &Attempt,
    ) -> Result<Changed> {
        call.check_seat(session, &Side::ALL)?;
        if session.seats.is_some() {
            session.check_playing()?;
        }
        // Played before the last checks, because parsing tests whether the move is legal and playing would test it again.
        let next = session.with_text_move(text, self.store.game_time(call.arrived))?;
        if session.engine_to_move().is_some() {
            let name = session.game.ruleset().side_names()[session.game.turn()];
            let detail = format!(
                "an engine plays {name}, and it is its turn: call best-move with \"play\": true for its move"
            );
            return Err(Error::new(Code::NotYourTurn, detail));
        }
        call.check_seat(session, &[session.game.turn()])?;
        check_length(session.game.ply() + 1, self.config.max_plies)?;
        match next.engine_to_move().filter(|_| wants_reply).cloned() {
            None => self.store_change(call, session, next, attempt).await,
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
    pub async fn delete(self: &Arc<Self>, id: Uuid, call: Call) -> Result<()> {
        let service = Arc::clone(self);
        let delete = async move {
            let session = service.read(id, call.viewer()).await?;
            call.check_may_change(&session)?;
            call.check_condition(&session)?;
            if !call.viewer().manages(&session) {
                call.check_seat(&session, &Side::ALL)?;
            }
            let is_between_people = session.is_between_people();
            if is_between_people && session.check_playing().is_ok() {
                let detail = "the game is being played: resign, or agree to a draw, before you delete it";
                return Err(Error::new(Code::GameNotOver, detail));
            }
            // A waiting game may begin between the check and the removal.
            let is_conditional = is_between_people || call.condition.is_some();
            let base = is_conditional.then(|| session.tag());
            match service.store.remove_with_news(id, base, of_deletion(&session)).await {
                // It was there. The client of a cluster repeats a command whose reply it missed, and finds nothing then.
                Err(StoreError::NotFound) => Ok(()),
                removed => {
                    removed.map_err(|error| call.refusal(error))?;
                    service.store.release_reference(&session).await;
                    Ok(())
                }
            }
        };
        self.run_to_end(delete).await
    }

    async fn create_now(
        &self,
        call: &Call,
        read: impl FnOnce(&Config) -> Result<NewGame>,
        secret: &[u8; 32],
        attempt: &Attempt,
    ) -> Result<Changed> {
        self.quotas.take_game(&call.client, call.arrived)?;
        let new = read(&self.config)?;
        let id = new_id(call, &new, 0);
        let (session, first_ply) = self.set_up(call, new, id, secret).await?;
        attempt.insert(session, first_ply).await.map_err(|error| call.refusal(error))
    }

    /// Sets up a new game, and plays the first moves of its engine. Also returns the ply before them.
    pub(in crate::service) async fn set_up(
        &self,
        call: &Call,
        mut new: NewGame,
        id: Uuid,
        secret: &[u8; 32],
    ) -> Result<(Session, usize)> {
        let owner = new.owner(call)?;
        let (game, import) = Box::pin(new.start.play_aside(self.config.max_plies)).await?;
        give_way(&game).await;
        let first_ply = game.ply();
        let mut session =
            Session { import, owner, names: new.names, ..Session::new(game, new.players, None) };
        session.id = id;
        session.seats = new.seats.map(|seats| Box::new(seats.seats(&session, secret)));
        session.clock = new.clock.map(|control| Box::new(Clock::new(control, session.game.ply())));
        if !session.is_waiting() {
            self.store.catch_up(&session).await?;
            session = session.started(self.store.game_time(call.arrived));
        }
        if new.run {
            session.run = Some(Run::new(call.client.id().0));
            return Ok((session, first_ply));
        }
        Ok((Box::pin(engine_turn::play_first_moves(self, call, session)).await?, first_ply))
    }
}

/// The id of a new game, the one at this place of a request.
pub(in crate::service) fn new_id(call: &Call, new: &NewGame, place: usize) -> Uuid {
    let random = Uuid::new_v4();
    let Some(key) = call.key else { return random };
    // The reference may be reserved for the game before it is stored: a retry is to find it its own.
    key.place(if new.reference.is_some() { key.id(place) } else { random })
}

/// The game with its last moves taken back.
///
/// # Errors
/// [`Code::ConsentNeeded`] between two people, who offer a takeback instead.
fn undo(call: &Call, session: &Session, plies: usize, now: GameTime) -> Result<Session> {
    call.check_seat(session, &Side::ALL)?;
    if session.is_between_people() {
        session.check_playing()?;
        let detail = "the other player must agree: offer to take moves back with …/takeback";
        return Err(Error::new(Code::ConsentNeeded, detail));
    }
    Ok(session.with_undo(plies, now)?)
}
