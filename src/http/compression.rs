//! Which responses are compressed.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use std::convert::Infallible;
use tower::{Layer, Service};
use tower_http::compression::predicate::{And, DefaultPredicate, NotForContentType, Predicate};
use tower_http::compression::{CompressionLayer, CompressionLevel};

/// What is compressed for clients that accept it.
type Compressible = And<DefaultPredicate, NotForContentType>;

pub struct Compression {
    layer: CompressionLayer<Compressible>,
    compressible: Compressible,
}

impl Compression {
    pub fn new() -> Compression {
        let compressible = DefaultPredicate::new().and(NotForContentType::const_new("application/x-ndjson"));
        // A thread that compresses answers nobody else meanwhile. A better quality takes three times as long.
        let layer = CompressionLayer::new().gzip(true).quality(CompressionLevel::Fastest);
        Compression { layer: layer.compress_when(compressible.clone()), compressible }
    }

    /// Lets the service answer, and compresses the response if the request accepts that. A request that does not say what it
    /// accepts gets the same as from the layer, without what the layer costs.
    pub async fn answer<S: Service<Request, Response = Response, Error = Infallible>>(
        &self,
        request: Request,
        mut service: S,
    ) -> Result<Response, Infallible> {
        if request.headers().contains_key(header::ACCEPT_ENCODING) {
            return Ok(self.layer.layer(service).call(request).await?.map(Body::new));
        }
        let mut response = service.call(request).await?;
        if self.would_compress(&response) {
            response.headers_mut().append(header::VARY, HeaderValue::from_name(header::ACCEPT_ENCODING));
        }
        Ok(response)
    }

    /// Whether other requests get this response compressed, and it does not say yet that it depends on them.
    fn would_compress(&self, response: &Response) -> bool {
        let headers = response.headers();
        !headers.contains_key(header::CONTENT_ENCODING)
            && !headers.get_all(header::VARY).iter().any(|names| names == "accept-encoding")
            && self.compressible.should_compress(response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderMap;
    use std::future::ready;
    use tower::service_fn;

    /// The headers of the response to a request that accepts this, or does not say what it accepts.
    async fn headers(accepts: Option<&str>, kind: &str, vary: &str, body: &'static str) -> HeaderMap {
        let service = service_fn(|_: Request| {
            let response = Response::builder().header(header::CONTENT_TYPE, kind).header(header::VARY, vary);
            ready(Ok::<_, Infallible>(response.body(Body::from(body)).unwrap()))
        });
        let mut request = Request::default();
        if let Some(accepts) = accepts {
            request.headers_mut().insert(header::ACCEPT_ENCODING, accepts.parse().unwrap());
        }
        match Compression::new().answer(request, service).await {
            Ok(response) => response.headers().clone(),
            Err(never) => match never {},
        }
    }

    #[tokio::test]
    async fn a_request_that_does_not_say_what_it_accepts_gets_the_headers_of_an_uncompressed_response() {
        const LONG: &str = "{\"long\": \"enough to be worth the work of compressing it\"}";
        let mut varying = 0;
        for kind in ["application/json", "application/x-ndjson", "text/event-stream", "image/png"] {
            for vary in ["accept", "accept-encoding"] {
                for body in [LONG, "{}"] {
                    let identity = headers(Some("identity"), kind, vary, body).await;
                    assert_eq!(headers(None, kind, vary, body).await, identity, "{kind}, {vary}, {body}");
                    varying += identity.get_all(header::VARY).iter().count() - 1;
                }
            }
        }
        assert_eq!(varying, 1, "only the long JSON gets a second `Vary`, unless it has it already");
        assert_eq!(
            headers(Some("gzip"), "application/json", "accept", LONG).await["content-encoding"],
            "gzip"
        );
    }
}
