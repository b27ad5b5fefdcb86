//! How a game is played: thinks when it is the turn, answers offers, makes its own, and accepts a rematch.

use super::super::Error;
use super::api::{Api, Seen};
use super::args::BotArgs;
use super::draws::Draws;
use super::player::Player;
use super::state::GameState;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a bot waits for a rematch after the end.
const FOR_REMATCH: Duration = Duration::from_secs(300);

/// What says which side of a game is the bot's.
#[derive(Clone, Copy, Debug)]
pub enum Identity<'a> {
    Token,
    Name(&'a str),
}

impl Identity<'_> {
    async fn side(self, api: &Api, state: &GameState) -> Result<String, Error> {
        match self {
            Identity::Token => api.own_side(state).await,
            Identity::Name(name) => {
                let side = state.side_named(name).ok_or("no side has the name of the bot any more")?;
                Ok(side.to_owned())
            }
        }
    }
}

/// Plays one game; its state at the end.
pub async fn play(args: &BotArgs, api: &Api, identity: Identity<'_>) -> Result<GameState, Error> {
    let mut seen = api.read().await?;
    while seen.state.is_waiting() {
        seen = api.next(&seen).await?;
    }
    let side = identity.side(api, &seen.state).await?;
    let is_swapped = seen.state.is_swapped();
    let player = args.player(&seen.state.game()?);
    let mut seat = Seat { api, identity, side, is_swapped, player, draws: Draws::default() };
    while !seen.state.is_over() {
        seen = Box::pin(seat.go_on(seen)).await?;
    }
    if !args.rematch {
        return Ok(seen.state);
    }
    // Its process is of no use any more.
    drop(seat.player);
    accept_rematch(api, &seat.side, seen).await
}

/// Waits for an offer of a rematch and accepts it. The state of the game when it names the next one, or when the time is over.
async fn accept_rematch(api: &Api, side: &str, mut seen: Seen) -> Result<GameState, Error> {
    let ended = Instant::now();
    while seen.state.next_game.is_none() && ended.elapsed() < FOR_REMATCH {
        seen = match seen.state.rematch_is_offered_to(side) {
            true => {
                api.offer("rematch", side, "accept").await?;
                api.read().await?
            }
            // Ends with the time: a game that is over may not change any more.
            false => match tokio::time::timeout(FOR_REMATCH, api.next(&seen)).await {
                Ok(next) => next?,
                Err(_) => break,
            },
        };
    }
    Ok(seen.state)
}

/// A side of a game and who plays it.
struct Seat<'a> {
    api: &'a Api,
    identity: Identity<'a>,
    side: String,
    /// Whether the colors were exchanged when the side was determined.
    is_swapped: bool,
    player: Player,
    draws: Draws,
}

impl Seat<'_> {
    /// Does what is to be done next. The state of the game after that.
    async fn go_on(&mut self, seen: Seen) -> Result<Seen, Error> {
        let state = &seen.state;
        if state.is_swapped() != self.is_swapped || matches!(self.identity, Identity::Name(_)) {
            self.side = self.identity.side(self.api, state).await?;
            self.is_swapped = state.is_swapped();
        }
        if state.draw_is_offered_to(&self.side) {
            let action = if self.draws.accepts() { "accept" } else { "decline" };
            self.api.offer("draw", &self.side, action).await?;
            return self.api.read().await;
        }
        if state.turn == self.side { self.play_turn(seen).await } else { self.api.next(&seen).await }
    }

    /// Finds a move while it watches the game, and makes it, unless the game changes meanwhile.
    async fn play_turn(&mut self, seen: Seen) -> Result<Seen, Error> {
        let turn = seen.turn()?;
        let ply = turn.game.ply();
        let stop = Arc::new(AtomicBool::new(false));
        let mut thinking = self.player.begin(turn, Arc::clone(&stop));
        // The request that waits also shows the server that this player is there.
        let changed = tokio::select! {
            ended = &mut thinking => {
                if let Some((mv, score)) = self.player.end(ended?)? {
                    self.draws.note(score);
                    self.api.play(&seen.state, &mv).await?;
                    if self.draws.offers(ply + 1) {
                        self.api.offer("draw", &self.side, "offer").await?;
                    }
                }
                return self.api.read().await;
            }
            changed = self.api.next(&seen) => changed?,
        };
        stop.store(true, Ordering::Relaxed);
        self.player.end(thinking.await?)?;
        Ok(changed)
    }
}
