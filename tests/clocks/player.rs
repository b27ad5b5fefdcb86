//! A scripted player: knows its game from an event stream or by polling, and acts as its plan says.

use super::caller::{Caller, FinalResponse, pause};
use super::plan::{Ending, Plan, SideIndex};
use super::sightings::Source;
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::task::AbortOnDropHandle;

/// How often a player without an event stream reads its game.
const POLL_EVERY: Duration = Duration::from_millis(100);
/// How often the other side of one that has left tries to claim the game.
const CLAIM_EVERY: Duration = Duration::from_millis(300);
/// How long a player thinks, in milliseconds.
const THINK_MS: std::ops::Range<u64> = 20..150;
/// A side resigns a game that has become this long.
const MOST_PLIES: usize = 60;

/// A seat at a game.
#[derive(Clone, Debug)]
pub struct Seat {
    pub caller: Arc<Caller>,
    pub game: String,
    pub token: String,
    pub side: SideIndex,
    /// Whether the player listens to events. Otherwise it polls.
    pub listens: bool,
}

/// What a player does next.
enum Step {
    Wait,
    /// Tries something again, after a while.
    Retry(&'static str, Value),
    Act(&'static str, Value),
    /// Goes away without a word.
    Leave,
    Over,
}

struct Player {
    seat: Seat,
    plan: Plan,
    known: watch::Receiver<Value>,
    news: watch::Sender<Value>,
    has_asked_takeback: bool,
}

/// Plays a game and its rematches.
pub async fn play(mut seat: Seat, mut plan: Plan) {
    loop {
        let (news, known) = watch::channel(Value::Null);
        let _listener = AbortOnDropHandle::new(tokio::spawn(follow(seat.clone(), news.clone())));
        let side = plan.sides()[seat.side];
        let mut player =
            Player { seat: seat.clone(), plan: plan.clone(), known, news, has_asked_takeback: false };
        if !player.play_to_the_end().await || plan.rematches == 0 {
            return;
        }
        let next = player.agree_on_rematch().await;
        let found = (seat.game.clone(), side, next.clone());
        seat.caller.record.lock().unwrap().rematches.push(found);
        seat = Seat { game: next, side: 1 - seat.side, ..seat };
        plan = plan.next();
    }
}

/// Takes over a state of the game unless a later one is known.
fn learn(news: &watch::Sender<Value>, game: &Value) {
    news.send_if_modified(|known| {
        let is_new = known["version"].as_u64() < game["version"].as_u64();
        if is_new {
            *known = game.clone();
        }
        is_new
    });
}

/// Keeps the player informed until its task is aborted.
async fn follow(seat: Seat, news: watch::Sender<Value>) {
    loop {
        if !seat.listens {
            if let Some(game) = seat.caller.read(&seat.game, Some(&seat.token)).await {
                learn(&news, &game);
            }
            tokio::time::sleep(POLL_EVERY).await;
        } else if let Some(is_over) = listen(&seat, &news).await
            && is_over
        {
            return;
        } else {
            pause().await;
        }
    }
}

/// Reads one event stream. Returns whether the game will not change any more; `None` if the stream did not open.
async fn listen(seat: &Seat, news: &watch::Sender<Value>) -> Option<bool> {
    let mut events = seat.caller.open_events(&seat.game, &seat.token).await?;
    let (mut source, mut last, mut is_over) = (Source::Response, 0, false);
    let violation = |text: &str, event: &Value| {
        let violation = format!("game {}: {text}: {event}", seat.game);
        seat.caller.record.lock().unwrap().violations.push(violation);
    };
    while let Some(event) = events.next().await {
        let data = &event["data"];
        match event["event"].as_str() {
            Some("game") => {
                let version = data["version"].as_u64().unwrap_or(0);
                if version < last {
                    violation("the stream went back", &event);
                }
                last = version;
                is_over = !matches!(data["status"].as_str(), Some("playing" | "waiting"));
                seat.caller.note_state(events.asked, source, data);
                source = Source::Event;
                learn(news, data);
            }
            Some("end") if data["reason"] == "game_over" => {
                if !is_over {
                    violation("the stream ended before the game", &event);
                }
                return Some(true);
            }
            _ => {}
        }
    }
    Some(false)
}

impl Player {
    /// Returns whether the player stayed to the end.
    async fn play_to_the_end(&mut self) -> bool {
        loop {
            let game = self.known.borrow_and_update().clone();
            match self.decide(&game) {
                Step::Over => return true,
                Step::Leave => return false,
                Step::Wait => self.known.changed().await.unwrap(),
                Step::Retry(action, body) => {
                    tokio::time::sleep(CLAIM_EVERY).await;
                    self.act(action, body).await;
                }
                Step::Act(action, body) => {
                    let think = Duration::from_millis(rand::rng().random_range(THINK_MS));
                    // Something that happens meanwhile may change the player's mind.
                    if tokio::time::timeout(think, self.known.changed()).await.is_err() {
                        self.act(action, body).await;
                    }
                }
            }
        }
    }

    async fn act(&mut self, action: &'static str, body: Value) -> FinalResponse {
        let Seat { caller, game, token, .. } = &self.seat;
        let response = caller.change(game, action, Some(token), body).await;
        if response.is_success() {
            learn(&self.news, response.game());
        } else if let Some(now) = caller.read(game, Some(token)).await {
            // Something else came first.
            learn(&self.news, &now);
        }
        response
    }

    fn side(&self) -> &'static str {
        self.plan.sides()[self.seat.side]
    }

    fn decide(&mut self, game: &Value) -> Step {
        let side = self.side();
        let offer = |action: &str| json!({"side": side, "action": action});
        match game["status"].as_str() {
            Some("playing") => {}
            Some("waiting") | None => return Step::Wait,
            Some(_) => return Step::Over,
        }
        let other = self.plan.sides()[1 - self.seat.side];
        if game["takeback_offer"]["side"] == other {
            let answer = if rand::rng().random_bool(0.7) { "accept" } else { "decline" };
            return Step::Act("takeback", offer(answer));
        }
        if game["draw_offer"] == other {
            return Step::Act("draw", offer("accept"));
        }
        let plies = game["moves"].as_array().map_or(0, Vec::len);
        let (is_turn, is_actor) = (game["turn"] == side, self.plan.actor == self.seat.side);
        if is_actor
            && !is_turn
            && !self.has_asked_takeback
            && self.plan.takeback_after.is_some_and(|at| plies >= at)
        {
            self.has_asked_takeback = true;
            return Step::Act("takeback", offer("offer"));
        }
        if plies >= self.plan.after_plies
            && let Some(step) = self.end_of_plan(game, is_turn, is_actor)
        {
            return step;
        }
        match is_turn {
            true if plies >= MOST_PLIES => Step::Act("resign", json!({"side": side})),
            true => {
                self.next_move(game, plies).map_or(Step::Wait, |mv| Step::Act("moves", json!({"move": mv})))
            }
            false => Step::Wait,
        }
    }

    /// What the plan says once the game is long enough. `None` to play on.
    fn end_of_plan(&self, game: &Value, is_turn: bool, is_actor: bool) -> Option<Step> {
        let side = self.side();
        match self.plan.ending {
            Ending::Board => None,
            Ending::Claim => match (is_turn, is_actor) {
                (true, true) => Some(Step::Leave),
                (false, false) => Some(Step::Retry("claim", json!({"side": side, "result": "win"}))),
                _ => None,
            },
            Ending::Flag | Ending::LateFirstMove => (is_actor && is_turn).then_some(Step::Wait),
            Ending::Resignation => is_actor.then(|| Step::Act("resign", json!({"side": side}))),
            Ending::Abort => is_actor.then(|| Step::Act("abort", json!({"side": side}))),
            Ending::Draw if is_actor && game["draw_offer"].is_null() => {
                Some(Step::Act("draw", json!({"side": side, "action": "offer"})))
            }
            Ending::Draw => is_actor.then_some(Step::Wait),
        }
    }

    fn next_move(&self, game: &Value, plies: usize) -> Option<String> {
        if let Some(script) = self.plan.script() {
            return script.get(plies).map(|&mv| mv.to_owned());
        }
        let legal = game["legal_moves"].as_array()?;
        legal.choose(&mut rand::rng())?.as_str().map(str::to_owned)
    }

    /// Offers another game until both players have agreed. Returns it.
    async fn agree_on_rematch(&mut self) -> String {
        let side = self.side();
        loop {
            let game = self.known.borrow_and_update().clone();
            if let Some(next) = game["next_game"].as_str() {
                return next.to_owned();
            }
            if game["rematch_offer"] == side {
                self.known.changed().await.unwrap();
            } else {
                self.act("rematch", json!({"side": side, "action": "offer"})).await;
            }
        }
    }
}
