//! The HTTP interface: maps requests to calls of [`crate::service`], and their results to responses.

mod access;
mod analysis;
mod arbiter;
mod backup;
mod body;
mod client;
mod compression;
mod conditions;
mod cors;
mod docs;
mod embedded;
mod events;
mod extract;
mod feed;
mod games;
mod idempotency;
mod jobs;
mod layers;
mod list;
mod meta;
mod metrics;
mod negotiate;
mod oembed;
mod openings;
mod paths;
mod phrases;
mod pictures;
mod problem;
mod puzzles;
mod query;
mod record;
mod review;
mod seeks;
mod share;
mod socket;
mod state;
mod stream;
mod tickets;
mod wait;
mod web;

pub use jobs::FORMAT as JOB_FORMAT;
pub use layers::with_layers;
pub use problem::Problem;
pub use state::AppState;

use crate::mcp;
use axum::Router;
use axum::middleware::from_fn;
use axum::routing::{get, post};

/// The routes for operators, without middleware.
fn admin_routes() -> Router<AppState> {
    let routes = Router::new().route("/healthz", get(meta::healthz)).route("/readyz", get(meta::readyz));
    routes.route("/metrics", get(meta::metrics)).method_not_allowed_fallback(meta::method_not_allowed)
}

/// The routes of all other endpoints, without middleware.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/v1/games", get(list::list).post(games::create))
        .route("/v1/games/batch", post(games::create_all))
        .route("/v1/games/{id}", get(games::show).patch(games::change_details).delete(games::delete))
        .route("/v1/games/{id}/moves", post(games::play_move))
        .route("/v1/games/{id}/undo", post(games::undo))
        .route("/v1/games/{id}/resign", post(games::resign))
        .route("/v1/games/{id}/draw", post(games::draw))
        .route("/v1/games/{id}/takeback", post(games::takeback))
        .route("/v1/games/{id}/rematch", post(games::rematch))
        .route("/v1/games/{id}/abort", post(games::abort))
        .route("/v1/games/{id}/ready", post(games::ready))
        .route("/v1/games/{id}/claim", post(games::claim))
        .route("/v1/games/{id}/phrases", post(phrases::say))
        .route("/v1/games/{id}/pause", post(arbiter::pause))
        .route("/v1/games/{id}/resume", post(arbiter::resume))
        .route("/v1/games/{id}/add-time", post(arbiter::add_time))
        .route("/v1/games/{id}/adjudicate", post(arbiter::adjudicate))
        .route("/v1/games/{id}/join", post(games::join))
        .route("/v1/games/{id}/best-move", post(games::best_move))
        .route("/v1/games/{id}/review", post(review::review))
        .route("/v1/games/{id}/events", get(events::events))
        .route("/v1/games/{id}/socket", get(socket::socket))
        .route("/v1/games/{id}/tickets", post(tickets::issue))
        .route("/v1/games/{id}/record", get(record::record))
        .route("/v1/seeks", get(seeks::list).post(seeks::seek))
        .route("/v1/seeks/{id}", get(seeks::show).delete(seeks::withdraw))
        .route("/v1/events", get(feed::feed))
        .route("/v1/reviews", post(review::review_moves))
        .route("/v1/records", post(record::convert))
        .route("/v1/positions", post(analysis::position))
        .route("/v1/openings", post(openings::opening))
        .route("/v1/analysis", post(analysis::analyse))
        .route("/v1/analyses", post(jobs::submit))
        .route("/v1/analyses/batch", post(jobs::submit_batch))
        .route("/v1/analyses/{id}", get(jobs::show).delete(jobs::cancel))
        .route("/v1/puzzles/next", get(puzzles::next))
        .route("/v1/puzzles/{id}", get(puzzles::show))
        .route("/v1/rulesets", get(meta::rulesets))
        .route("/openapi.yaml", get(docs::openapi))
        .route("/docs", get(docs::page))
        .route("/docs/{name}", get(docs::asset))
        .route("/", get(web::page))
        .route("/assets/{name}", get(web::asset))
        .route("/g/{id}", get(share::game))
        .route("/embed/{id}", get(share::embedded))
        .route("/p/{id}", get(share::puzzle))
        .route("/oembed", get(oembed::oembed))
        // Before the fallbacks: a path or a method that does not exist is refused for that.
        .route_layer(from_fn(query::check))
        .fallback(meta::not_found)
        .method_not_allowed_fallback(meta::method_not_allowed)
}

/// The routes with the middleware around them. Those for operators are among them unless they have a listener of their own.
pub fn router(state: AppState) -> Router {
    let config = state.service().config();
    let routes = if config.admin_listen.is_some() { routes() } else { routes().merge(admin_routes()) };
    if !config.mcp {
        return with_layers(routes, state);
    }
    let api = mcp::Api::Local(with_layers(routes.clone(), state.clone()));
    let tools = mcp::over_http(api, &config.cors_origins, config.body_limit_bytes);
    with_layers(routes.route_service("/mcp", tools), state)
}

/// The routes for operators with the middleware around them.
pub fn admin_router(state: AppState) -> Router {
    // It contains all games, so it is never among the public routes.
    let routes = admin_routes().route("/backup", get(backup::backup));
    with_layers(routes.fallback(meta::not_found), state)
}
