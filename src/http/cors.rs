//! Which pages of other origins may call the API.

use crate::headers::{PREFERENCE_APPLIED, RATE_LIMIT, RATE_LIMIT_POLICY, REQUEST_ID, TIME};
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::Response;
use futures_util::FutureExt;
use std::convert::Infallible;
use std::future::ready;
use std::time::Duration;
use tower::{Layer, Service, service_fn};
use tower_http::cors::{AllowHeaders, AllowOrigin, Any, CorsLayer};

#[derive(Debug)]
pub struct Cors {
    layer: CorsLayer,
    /// What the layer adds to the response to a request without `Origin` that is no preflight: always the same. Most programs
    /// that are no browsers send such requests, and the layer costs a twentieth of a short one.
    without_origin: HeaderMap,
}

fn layer(origins: &[String]) -> CorsLayer {
    let exposed = [
        header::ETAG,
        header::LOCATION,
        header::RETRY_AFTER,
        PREFERENCE_APPLIED,
        RATE_LIMIT,
        RATE_LIMIT_POLICY,
        REQUEST_ID,
        TIME,
    ];
    let allowed: Vec<HeaderValue> = origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    let origins = if origins.is_empty() { AllowOrigin::from(Any) } else { AllowOrigin::list(allowed) };
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST, Method::DELETE, Method::HEAD, Method::OPTIONS])
        // The names are mirrored, because `*` does not cover `Authorization`.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(exposed)
        .max_age(Duration::from_secs(3600))
}

impl Cors {
    /// Allows these origins, or all of them if there are none.
    pub fn new(origins: &[String]) -> Cors {
        let layer = layer(origins);
        let empty = service_fn(|_: Request| ready(Ok::<_, Infallible>(Response::new(Body::empty()))));
        let response = layer.layer(empty).call(Request::default()).now_or_never();
        let Some(Ok(response)) = response else { unreachable!("neither the layer nor the service waits") };
        Cors { without_origin: response.headers().clone(), layer }
    }

    /// Answers a preflight; lets the service answer any other request, and adds the headers.
    pub async fn answer<B: Default, S: Service<Request, Response = Response<B>, Error = Infallible>>(
        &self,
        request: Request,
        mut service: S,
    ) -> Result<Response<B>, Infallible> {
        if request.method() == Method::OPTIONS || request.headers().contains_key(header::ORIGIN) {
            return self.layer.layer(service).call(request).await;
        }
        let mut response = service.call(request).await?;
        let headers = response.headers_mut();
        for (name, value) in &self.without_origin {
            headers.append(name, value.clone());
        }
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn answered(cors: &Cors, request: Request) -> Response {
        let service = service_fn(|_: Request| {
            let response = Response::builder().header(header::VARY, "accept-encoding").body(Body::empty());
            ready(Ok::<_, Infallible>(response.unwrap()))
        });
        match cors.answer(request, service).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }

    fn from(origin: &str) -> Request {
        Request::builder().header(header::ORIGIN, origin).body(Body::empty()).unwrap()
    }

    #[tokio::test]
    async fn without_an_origin_the_headers_are_those_for_an_origin_that_is_not_special() {
        let anybody = Cors::new(&[]);
        let without = answered(&anybody, Request::default()).await;
        assert_eq!(without.headers()["access-control-allow-origin"], "*");
        assert_eq!(without.headers(), answered(&anybody, from("https://a.example")).await.headers());

        let one = Cors::new(&["https://a.example".to_owned()]);
        let without = answered(&one, Request::default()).await;
        assert!(!without.headers().contains_key("access-control-allow-origin"));
        assert_eq!(without.headers(), answered(&one, from("https://b.example")).await.headers());
    }

    #[tokio::test]
    async fn a_preflight_is_answered_without_the_service() {
        let request = Request::builder().method(Method::OPTIONS).body(Body::empty()).unwrap();
        let response = answered(&Cors::new(&[]), request).await;
        assert!(response.headers().contains_key("access-control-allow-methods"));
        assert!(!response.headers().contains_key("access-control-expose-headers"));
    }
}
