//! oEmbed (<https://oembed.com>): what another site needs to show the board of a game where somebody has pasted its link.

use super::problem::{Problem, Result};
use super::share::{escaped, origin, read_by_anybody, title_of};
use super::state::AppState;
use crate::service::{Code, Error, FieldError};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, Uri};
use serde_json::{Value, json};
use std::collections::HashMap;
use uuid::Uuid;

/// The size of the frame, where the site sets no limit, and the least in which the board can be seen.
const SIZE: (u64, u64) = (420, 520);
const LEAST: u64 = 100;

#[axum::debug_handler(state = AppState)]
pub async fn oembed(
    State(state): State<AppState>,
    query: std::result::Result<Query<HashMap<String, String>>, QueryRejection>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json<Value>> {
    // Sites add parameters of their own, such as `dnt`, so others than these are no mistake.
    let Ok(Query(query)) = query else {
        return Err(Problem::field("query", "expected parameters as in name=value&name=value"));
    };
    if query.get("format").is_some_and(|format| format != "json") {
        return Err(Error::fields(vec![FieldError::new(
            "format",
            "expected json, the only format".to_owned(),
        )])
        .into());
    }
    let limit = |name: &str, most: u64| match query.get(name).map(|text| text.parse::<u64>()) {
        None => Ok(most),
        Some(Ok(limit)) if limit >= LEAST => Ok(limit.min(most)),
        Some(_) => {
            Err(FieldError::new(name, format!("expected an integer from {LEAST}, got {:?}", query[name])))
        }
    };
    let (width, height) = match (limit("maxwidth", SIZE.0), limit("maxheight", SIZE.1)) {
        (Ok(width), Ok(height)) => (width, height),
        (width, height) => {
            return Err(Error::fields([width.err(), height.err()].into_iter().flatten().collect()).into());
        }
    };
    let origin = origin(&uri, &headers);
    let url = query.get("url").map(String::as_str).unwrap_or_default();
    let id = id_in(url, &origin).ok_or_else(|| {
        Error::new(Code::NotFound, format!("expected the link of a game, {origin}/g/ and its id, as url"))
    })?;
    let session = read_by_anybody(&state, id).await?;
    let title = title_of(&session);
    let html = format!(
        r#"<iframe src="{origin}/embed/{id}" title="{}" width="{width}" height="{height}" style="border:0"></iframe>"#,
        escaped(&title)
    );
    Ok(Json(json!({
        "version": "1.0",
        "type": "rich",
        "provider_name": "Duiyi 对弈",
        "provider_url": origin,
        "title": title,
        "html": html,
        "width": width,
        "height": height,
    })))
}

/// The game of a link to it, or to its board for frames, on this server.
fn id_in(url: &str, origin: &str) -> Option<Uuid> {
    let path = url.strip_prefix(origin)?;
    let rest = path.strip_prefix("/g/").or_else(|| path.strip_prefix("/embed/"))?;
    rest.split(['?', '#']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_in_the_links_of_this_server_alone() {
        let id = "7f6a2f0e-9c51-4a05-9f0c-6f0e52a3c111";
        let origin = "https://play.example";
        for path in ["/g/", "/embed/"] {
            for rest in ["", "?ply=3", "#/watch/secret"] {
                assert_eq!(id_in(&format!("{origin}{path}{id}{rest}"), origin), id.parse().ok());
            }
        }
        for url in [
            format!("https://other.example/g/{id}"),
            format!("{origin}.evil.example/g/{id}"),
            format!("{origin}/p/{id}"),
            format!("{origin}/g/none"),
            String::new(),
        ] {
            assert_eq!(id_in(&url, origin), None, "{url}");
        }
    }
}
