//! Checks query parameters as strictly as the fields of a body.

use super::problem::{Problem, Result};
use crate::service::{Error, FieldError};
use axum::extract::{MatchedPath, Query, Request};
use axum::http::{Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The names of the parameters that an operation takes, by its method and route.
fn known(method: &Method, route: &str) -> &'static [&'static str] {
    let is_read = matches!(*method, Method::GET | Method::HEAD);
    match route {
        "/v1/games" if is_read => {
            &["user", "reference", "status", "ruleset", "updated_after", "limit", "cursor"]
        }
        "/v1/events" => &["moves"],
        "/v1/games/{id}" if is_read => &["notation"],
        "/v1/games/{id}/events" => &["ticket"],
        "/v1/games/{id}/socket" => &["ticket", "last_event_id"],
        "/v1/games/{id}/record" => &["format", "notation"],
        "/v1/positions" => &["notation"],
        "/v1/puzzles/next" => &["ruleset", "level", "seen"],
        _ => &[],
    }
}

/// Refuses a request to `/v1` with a query parameter that its operation does not take, or takes once and gets twice.
pub async fn check(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let checked = match route.filter(|route| route.starts_with("/v1/") && request.uri().query().is_some()) {
        Some(route) => check_names(request.uri(), known(request.method(), route)),
        None => Ok(()),
    };
    match checked {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

fn check_names(uri: &Uri, known: &[&str]) -> Result<()> {
    let Ok(Query(given)) = Query::<Vec<(String, String)>>::try_from_uri(uri) else {
        return Err(Problem::field("query", "expected parameters as in name=value&name=value"));
    };
    let errors: Vec<FieldError> = given
        .iter()
        .enumerate()
        .filter_map(|(index, (name, _))| {
            let is_repeated = given[..index].iter().any(|(earlier, _)| earlier == name);
            let message = match known.contains(&name.as_str()) {
                true if is_repeated => "is given more than once".to_owned(),
                true => return None,
                false if known.is_empty() => {
                    "is not expected: the request takes no query parameters".to_owned()
                }
                false => format!("is not expected: expected only {}", known.join(", ")),
            };
            Some(FieldError::new(name, message))
        })
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(Problem(Error::fields(errors))) }
}
