//! The tools.

use super::api::{Api, Call};
use super::arguments::{
    AnalysisArguments, BestMoveArguments, DrawArguments, GameArguments, ImportArguments, JoinArguments,
    MoveArguments, NewGameArguments, PuzzleArguments, ReviewArguments, SideArguments, WaitArguments,
};
use super::caller::Caller;
use super::refusal::{Refusal, Result};
use super::results::{
    ApiGame, ApiMoveResult, ApiPuzzle, Game, LegalMoves, MoveResult, Puzzle, Review, Search,
};
use axum::http::{HeaderName, header};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{tool, tool_router};
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::time::Duration;
use tokio::time::Instant;

const PREFER: HeaderName = HeaderName::from_static("prefer");

/// The tools of a server.
#[derive(Clone, Debug)]
pub struct Tools {
    api: Api,
}

pub static ROUTER: LazyLock<ToolRouter<Tools>> = LazyLock::new(Tools::tool_router);

#[tool_router]
impl Tools {
    pub fn new(api: Api) -> Tools {
        Tools { api }
    }

    #[tool(
        description = "Creates a game, against an engine or somebody else.",
        annotations(destructive_hint = false)
    )]
    async fn new_game(
        &self,
        caller: Caller,
        Parameters(new): Parameters<NewGameArguments>,
    ) -> Result<Json<Game>> {
        self.game(&caller, Call::post("/v1/games", body(&new)?)).await
    }

    #[tool(
        description = "Creates a game from a record, with its moves and result.",
        annotations(destructive_hint = false)
    )]
    async fn import_record(
        &self,
        caller: Caller,
        Parameters(given): Parameters<ImportArguments>,
    ) -> Result<Json<Game>> {
        let ImportArguments { text, base64, format, ruleset } = given;
        let record = json!({"text": text, "base64": base64, "format": format});
        self.game(&caller, Call::post("/v1/games", json!({"record": record, "ruleset": ruleset}))).await
    }

    #[tool(
        description = "Takes the open seat of a game by its invitation. The result has the token of the seat.",
        annotations(destructive_hint = false)
    )]
    async fn join_game(
        &self,
        caller: Caller,
        Parameters(join): Parameters<JoinArguments>,
    ) -> Result<Json<Game>> {
        let body = json!({"invitation": join.invitation});
        self.game(&caller, Call::post(format!("/v1/games/{}/join", join.id), body)).await
    }

    #[tool(description = "Shows a game with its board as text.", annotations(read_only_hint = true))]
    async fn show_game(
        &self,
        caller: Caller,
        Parameters(game): Parameters<GameArguments>,
    ) -> Result<Json<Game>> {
        let call = Call::get(format!("/v1/games/{}", game.id));
        self.game(&caller, call.with_token(game.token.as_deref())).await
    }

    #[tool(
        description = "Lists the legal moves of a game in all notations, and in Renju the forbidden points.",
        annotations(read_only_hint = true)
    )]
    async fn legal_moves(
        &self,
        caller: Caller,
        Parameters(game): Parameters<GameArguments>,
    ) -> Result<Json<LegalMoves>> {
        let call = Call::get(format!("/v1/games/{}?notation=all", game.id));
        Ok(Json(self.api.call(&caller, call.with_token(game.token.as_deref())).await?))
    }

    #[tool(
        description = "Plays a move. An engine on the other side replies at once, and the result has its reply. An illegal move is \
                       refused with the reason, and changes nothing."
    )]
    async fn play_move(
        &self,
        caller: Caller,
        Parameters(given): Parameters<MoveArguments>,
    ) -> Result<Json<MoveResult>> {
        let call = Call::post(format!("/v1/games/{}/moves", given.id), json!({"move": given.r#move}));
        let call = call.with_header(header::IF_MATCH, format!("\"{}\"", given.version));
        let played: ApiMoveResult = self.api.call(&caller, call.with_token(given.token.as_deref())).await?;
        Ok(Json(played.into()))
    }

    #[tool(
        description = "Waits until it is your turn, a draw is offered to you, or the game is over. Call it again if the result shows \
                       that the time to wait ended first.",
        annotations(read_only_hint = true)
    )]
    async fn wait_for_turn(
        &self,
        caller: Caller,
        Parameters(wait): Parameters<WaitArguments>,
    ) -> Result<Json<Game>> {
        const USUAL: u64 = 30;
        const LONGEST: u64 = 60;
        let until = Instant::now() + Duration::from_secs(wait.seconds.unwrap_or(USUAL).clamp(1, LONGEST));
        let call = || Call::get(format!("/v1/games/{}", wait.id)).with_token(wait.token.as_deref());
        let mut answer = self.api.answer(&caller, call()).await?;
        loop {
            let game: ApiGame = answer.read()?;
            let left = until.saturating_duration_since(Instant::now()).as_secs_f64().round();
            if game.is_for(&wait.side) || left < 1.0 {
                return Ok(Json(game.into()));
            }
            let tag = answer.header(header::ETAG).ok_or_else(|| Refusal::new("the server sent no ETag"))?;
            let call =
                call().with_header(header::IF_NONE_MATCH, tag).with_header(PREFER, format!("wait={left}"));
            let next = self.api.answer(&caller, call).await?;
            if next.is_not_modified() {
                return Ok(Json(game.into()));
            }
            answer = next;
        }
    }

    #[tool(
        description = "Searches the best move for the side to move, and does not play it. Games between people allow it only after \
                       the end, unless they were created with hints.",
        annotations(read_only_hint = true)
    )]
    async fn best_move(
        &self,
        caller: Caller,
        Parameters(given): Parameters<BestMoveArguments>,
    ) -> Result<Json<Search>> {
        let BestMoveArguments { id, token, level, lines, engine, limits } = given;
        let body = json!({"level": level, "lines": lines, "engine": engine, "limits": limits});
        let call = Call::post(format!("/v1/games/{id}/best-move"), body);
        Ok(Json(self.api.call(&caller, call.with_token(token.as_deref())).await?))
    }

    #[tool(description = "Searches a position of no game.", annotations(read_only_hint = true))]
    async fn analyse(
        &self,
        caller: Caller,
        Parameters(given): Parameters<AnalysisArguments>,
    ) -> Result<Json<Search>> {
        Ok(Json(self.api.call(&caller, Call::post("/v1/analysis", body(&given)?)).await?))
    }

    #[tool(
        description = "Judges every move of a game, with what could have been played, and each side's accuracy.",
        annotations(read_only_hint = true)
    )]
    async fn review_game(
        &self,
        caller: Caller,
        Parameters(given): Parameters<ReviewArguments>,
    ) -> Result<Json<Review>> {
        let call = Call::post(format!("/v1/games/{}/review", given.id), json!({"limits": given.limits}));
        Ok(Json(self.api.call(&caller, call.with_token(given.token.as_deref())).await?))
    }

    #[tool(
        description = "Returns a puzzle with its solution: a position that the side to move wins by force.",
        annotations(read_only_hint = true)
    )]
    async fn next_puzzle(
        &self,
        caller: Caller,
        Parameters(wanted): Parameters<PuzzleArguments>,
    ) -> Result<Json<Puzzle>> {
        let seen = wanted.seen.join(",");
        let level = wanted.level.map(|level| level.to_string());
        let query = [("ruleset", Some(wanted.ruleset)), ("level", level), ("seen", Some(seen))];
        let query = query.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let puzzle: ApiPuzzle =
            self.api.call(&caller, Call::get("/v1/puzzles/next").with_query(query)).await?;
        Ok(Json(puzzle.into()))
    }

    #[tool(description = "Resigns a game.")]
    async fn resign(
        &self,
        caller: Caller,
        Parameters(given): Parameters<SideArguments>,
    ) -> Result<Json<Game>> {
        let call = Call::post(format!("/v1/games/{}/resign", given.id), json!({"side": given.side}));
        self.game(&caller, call.with_token(given.token.as_deref())).await
    }

    #[tool(description = "Offers a draw, or accepts or declines one. An engine decides by its score.")]
    async fn draw(&self, caller: Caller, Parameters(given): Parameters<DrawArguments>) -> Result<Json<Game>> {
        let body = json!({"side": given.side, "action": given.action});
        let call = Call::post(format!("/v1/games/{}/draw", given.id), body);
        self.game(&caller, call.with_token(given.token.as_deref())).await
    }

    /// Sends a request whose response is a game.
    async fn game(&self, caller: &Caller, call: Call<'_>) -> Result<Json<Game>> {
        let game: ApiGame = self.api.call(caller, call).await?;
        Ok(Json(game.into()))
    }
}

fn body(arguments: &impl serde::Serialize) -> Result<Value> {
    serde_json::to_value(arguments).map_err(|error| Refusal::new(error.to_string()))
}
