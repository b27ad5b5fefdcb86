//! One request of a webhook, signed as Standard Webhooks has it: <https://www.standardwebhooks.com>.

use crate::config::Webhook;
use crate::service::feed::follow::FeedEvent;
use axum::http::{Request, Response, StatusCode, header};
use data_encoding::BASE64;
use hmac::{Hmac, KeyInit, Mac};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use jiff::Timestamp;
use rustls::crypto::ring;
use sha2::Sha256;
use std::io;
use std::time::Duration;

/// How long a receiver may take to answer.
const LIMIT: Duration = Duration::from_secs(15);

/// Sends requests to one address. It follows no redirection and uses no proxy.
#[derive(Clone, Debug)]
pub struct Sender {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    url: String,
    secret: Vec<u8>,
}

/// What became of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sent {
    Delivered,
    /// Not delivered. The receiver may ask for a pause.
    Failed {
        retry_after: Option<Duration>,
    },
}

impl Sender {
    /// # Errors
    /// When the system has no certificates of authorities.
    pub fn new(webhook: &Webhook) -> io::Result<Sender> {
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_native_roots(ring::default_provider())?
            .https_or_http()
            .enable_http1()
            .build();
        let client = Client::builder(TokioExecutor::new()).build(connector);
        let secret = webhook.secret_bytes().expect("the settings were checked");
        Ok(Sender { client, url: webhook.url.clone(), secret })
    }

    pub async fn send(&self, event: &FeedEvent) -> Sent {
        let request = request(&self.url, &self.secret, event, Timestamp::now().as_second());
        match tokio::time::timeout(LIMIT, self.client.request(request)).await {
            Ok(Ok(response)) => sent(&response),
            Ok(Err(_)) | Err(_) => Sent::Failed { retry_after: None },
        }
    }
}

fn sent(response: &Response<Incoming>) -> Sent {
    if response.status().is_success() {
        return Sent::Delivered;
    }
    let is_pause =
        matches!(response.status(), StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
    let seconds = response.headers().get(header::RETRY_AFTER).filter(|_| is_pause);
    let seconds = seconds.and_then(|seconds| seconds.to_str().ok()?.parse().ok());
    Sent::Failed { retry_after: seconds.map(Duration::from_secs) }
}

fn request(url: &str, secret: &[u8], event: &FeedEvent, now: i64) -> Request<Full<Bytes>> {
    let (id, body) = (event.id.to_string(), event.json());
    let signature = signature(secret, &id, now, &body);
    Request::post(url)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::USER_AGENT, concat!("duiyi/", env!("CARGO_PKG_VERSION")))
        .header("webhook-id", id)
        .header("webhook-timestamp", now)
        .header("webhook-signature", signature)
        .body(Full::from(body))
        .expect("the settings were checked")
}

fn signature(secret: &[u8], id: &str, timestamp: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("a key of any length");
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    format!("v1,{}", BASE64.encode(&mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification.
    #[test]
    fn the_signature_is_that_of_standard_webhooks() {
        let secret = BASE64.decode(b"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signed =
            signature(&secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, "{\"test\": 2432232314}");
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
