//! Requests of the public API on behalf of a caller: to the routes of this process, or to a server elsewhere.

use super::caller::Caller;
use super::refusal::{Refusal, Result};
use crate::headers::API_KEY;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::error::Error;
use std::time::Duration;
use tower::ServiceExt;

/// More than the server lets a request take.
const REMOTE_TIMEOUT: Duration = Duration::from_secs(120);

/// Where the requests go.
#[derive(Clone, Debug)]
pub enum Api {
    /// The routes of this process, with their middleware.
    Local(Router),
    Remote {
        client: reqwest::Client,
        server: String,
    },
}

/// A request of the API.
#[derive(Debug)]
pub struct Call<'a> {
    method: Method,
    path: String,
    body: Option<Value>,
    token: Option<&'a str>,
    headers: Vec<(HeaderName, String)>,
}

impl<'a> Call<'a> {
    pub fn get(path: impl Into<String>) -> Call<'a> {
        Call { method: Method::GET, path: path.into(), body: None, token: None, headers: Vec::new() }
    }

    pub fn post(path: impl Into<String>, body: Value) -> Call<'a> {
        Call { method: Method::POST, body: Some(body), ..Call::get(path) }
    }

    pub fn with_query(mut self, parameters: impl Iterator<Item = (&'static str, String)>) -> Call<'a> {
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
        self.path = format!("{}?{query}", self.path);
        self
    }

    /// With the token of a seat or a spectator.
    pub fn with_token(self, token: Option<&'a str>) -> Call<'a> {
        Call { token, ..self }
    }

    pub fn with_header(mut self, name: HeaderName, value: impl Into<String>) -> Call<'a> {
        self.headers.push((name, value.into()));
        self
    }
}

/// A successful response.
#[derive(Debug)]
pub struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl Answer {
    pub fn is_not_modified(&self) -> bool {
        self.status == StatusCode::NOT_MODIFIED
    }

    pub fn header(&self, name: HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    pub fn read<T: DeserializeOwned>(&self) -> Result<T> {
        let read = serde_json::from_slice(&self.body);
        read.map_err(|error| {
            Refusal::new(format!("the server answered in another form than expected: {error}"))
        })
    }
}

impl Api {
    /// A server at a URL, with an API key if it needs one.
    ///
    /// # Errors
    /// When the key cannot be a header, or the client cannot be made.
    pub fn remote(server: &str, key: Option<&str>) -> std::result::Result<Api, Box<dyn Error + Send + Sync>> {
        let mut headers = HeaderMap::new();
        if let Some(key) = key {
            headers.insert(API_KEY, HeaderValue::try_from(key)?);
        }
        let client = reqwest::Client::builder().timeout(REMOTE_TIMEOUT).default_headers(headers).build()?;
        Ok(Api::Remote { client, server: server.trim_end_matches('/').to_owned() })
    }

    /// Sends a request, and reads the JSON of its response.
    pub async fn call<T: DeserializeOwned>(&self, caller: &Caller, call: Call<'_>) -> Result<T> {
        self.answer(caller, call).await?.read()
    }

    /// Sends a request. One whose caller leaves ends, and with it the search that it asked for.
    pub async fn answer(&self, caller: &Caller, call: Call<'_>) -> Result<Answer> {
        tokio::select! {
            answer = self.send(caller, call) => answer,
            () = caller.left.cancelled() => Err(Refusal::new("the call was cancelled")),
        }
    }

    async fn send(&self, caller: &Caller, call: Call<'_>) -> Result<Answer> {
        let mut headers = caller.headers_with(call.token);
        headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
        for (name, value) in call.headers {
            let value =
                HeaderValue::try_from(value).map_err(|_| Refusal::new(format!("{name}: bad value")))?;
            headers.insert(name, value);
        }
        let body = call.body.map(|body| body.to_string());
        if body.is_some() {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        let answer = match self {
            Api::Local(router) => {
                let mut request = Request::builder().method(call.method).uri(call.path);
                if let Some(known) = request.headers_mut() {
                    *known = headers;
                }
                let request = request.body(body.map_or_else(Body::empty, Body::from));
                let mut request = request.map_err(|error| Refusal::new(error.to_string()))?;
                if let Some(address) = caller.address {
                    request.extensions_mut().insert(address);
                }
                let Ok(response) = router.clone().oneshot(request).await;
                let (parts, body) = response.into_parts();
                let body = body.collect().await.map_err(|error| Refusal::new(error.to_string()))?;
                Answer { status: parts.status, headers: parts.headers, body: body.to_bytes() }
            }
            Api::Remote { client, server } => {
                let request = client.request(call.method, format!("{server}{}", call.path)).headers(headers);
                let request = body.into_iter().fold(request, reqwest::RequestBuilder::body);
                let unreachable =
                    |error: reqwest::Error| Refusal::new(format!("no answer from {server}: {error}"));
                let response = request.send().await.map_err(unreachable)?;
                let (status, headers) = (response.status(), response.headers().clone());
                Answer { status, headers, body: response.bytes().await.map_err(unreachable)? }
            }
        };
        match answer.status.is_success() || answer.is_not_modified() {
            true => Ok(answer),
            false => {
                Err(Refusal::of_problem(answer.status, answer.header(header::RETRY_AFTER), &answer.body))
            }
        }
    }
}
