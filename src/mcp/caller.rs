//! Who calls a tool: what the requests of the API need to know about it.

use crate::headers::{API_KEY, TRACEPARENT, USER, bearer};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header, request};
use rmcp::ErrorData;
use rmcp::handler::server::common::{AsRequestContext, FromContextPart};
use std::net::{Ipv4Addr, SocketAddr};
use tokio_util::sync::CancellationToken;

/// What a request of the API takes over from the request that calls the tool.
const PASSED_ON: [HeaderName; 6] = [
    header::AUTHORIZATION,
    API_KEY,
    USER,
    TRACEPARENT,
    header::FORWARDED,
    HeaderName::from_static("x-forwarded-for"),
];

/// Who calls a tool.
#[derive(Clone, Debug)]
pub struct Caller {
    pub headers: HeaderMap,
    /// Over standard input that of this machine.
    pub address: Option<ConnectInfo<SocketAddr>>,
    /// Cancelled when the caller leaves.
    pub left: CancellationToken,
}

impl<C: AsRequestContext> FromContextPart<C> for Caller {
    fn from_context_part(context: &mut C) -> Result<Caller, ErrorData> {
        let context = context.as_request_context();
        let parts = context.extensions.get::<request::Parts>();
        let mut headers = HeaderMap::new();
        for name in parts.iter().flat_map(|_| PASSED_ON) {
            let given = parts.iter().flat_map(|parts| parts.headers.get_all(&name));
            given.for_each(|value| {
                headers.append(&name, value.clone());
            });
        }
        let address = match parts {
            Some(parts) => parts.extensions.get().copied(),
            None => Some(ConnectInfo(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))),
        };
        Ok(Caller { headers, address, left: context.ct.clone() })
    }
}

impl Caller {
    /// The headers of this caller with the token of a game. A key that was in its place stays a key.
    pub fn headers_with(&self, token: Option<&str>) -> HeaderMap {
        let mut headers = self.headers.clone();
        let Some(token) = token.and_then(|token| HeaderValue::try_from(format!("Bearer {token}")).ok())
        else {
            return headers;
        };
        if let Some(key) = bearer(&self.headers).and_then(|key| HeaderValue::from_str(key).ok()) {
            headers.entry(API_KEY).or_insert(key);
        }
        headers.insert(header::AUTHORIZATION, token);
        headers
    }
}
