//! Requests of every operation of the contract, with its examples, whose clients go away before they are answered.

use super::{Drained, END_HEADERS, END_STREAM, HEADERS, PATIENCE, RST_STREAM, create_game, frame, literal};
use serde_json::Value;
use std::io::{self, Write};
use std::net::TcpStream;
use std::path::Path;

/// How many times a client asks for everything.
const ROUNDS: usize = 7;
const DATA: u8 = 0;
const METHODS: [&str; 4] = ["get", "post", "patch", "delete"];

#[derive(Debug)]
struct Request {
    method: String,
    path: String,
    /// Its media type and text.
    body: Option<(String, String)>,
}

/// The operations of `openapi.yaml`, each as often as it has examples, and those of a game with this path.
fn requests(game: &str) -> Vec<Request> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openapi.yaml"));
    let contract: Value = serde_saphyr::from_str(&text.unwrap()).unwrap();
    let id = game.rsplit('/').next().unwrap();
    let mut requests = Vec::new();
    for (path, operations) in contract["paths"].as_object().unwrap() {
        let path = path.replace("{id}", id).replace("{name}", "x");
        for method in METHODS.into_iter().filter(|method| operations.get(method).is_some()) {
            let bodies = bodies(&contract, &operations[method]["requestBody"]);
            let request = |body| Request { method: method.to_uppercase(), path: path.clone(), body };
            requests.extend(bodies.into_iter().map(request));
        }
    }
    // The game stays until all else was asked of it.
    requests.sort_by_key(|request| request.method == "DELETE");
    requests
}

fn bodies(contract: &Value, body: &Value) -> Vec<Option<(String, String)>> {
    let body = match body["$ref"].as_str() {
        Some(place) => contract.pointer(place.trim_start_matches('#')).unwrap(),
        None => body,
    };
    let Some(content) = body["content"].as_object() else { return vec![None] };
    let mut bodies = Vec::new();
    for (kind, media) in content {
        let several = media["examples"].as_object().into_iter().flat_map(|them| them.values());
        let examples = several.map(|example| &example["value"]).chain(media.get("example"));
        bodies.extend(examples.map(|example| Some((kind.clone(), example.to_string()))));
    }
    assert!(!bodies.is_empty(), "an example is missing: {body}");
    bodies
}

/// Asks for everything, each on a connection of its own, and hangs up at once.
///
/// # Errors
/// When the server accepts no connection.
pub fn hang_up_on_everything(address: &str) -> io::Result<()> {
    for _ in 0..ROUNDS {
        for Request { method, path, body } in requests(&create_game(address)?) {
            let (kind, body) = body.unwrap_or_default();
            let mut connection = TcpStream::connect(address)?;
            write!(
                connection,
                "{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            )?;
            std::thread::sleep(PATIENCE);
        }
    }
    Ok(())
}

/// Asks for everything on connections of HTTP/2, and resets each request before it is answered.
///
/// # Errors
/// When the server accepts no connection.
pub fn reset_everything(address: &str) -> io::Result<Vec<Drained>> {
    (0..ROUNDS)
        .map(|_| {
            let requests = requests(&create_game(address)?);
            let mut connection = Drained::connect(address)?;
            let mut ask = |(stream, request): (u32, &Request)| {
                connection.0.write_all(&request.frames(stream))?;
                std::thread::sleep(PATIENCE);
                connection.0.write_all(&frame(RST_STREAM, 0, stream, &8_u32.to_be_bytes()))
            };
            // The server may close the connection.
            let _sent = (1..).step_by(2).zip(&requests).try_for_each(&mut ask);
            Ok(connection)
        })
        .collect()
}

impl Request {
    fn frames(&self, stream: u32) -> Vec<u8> {
        // `:method`, `:scheme http`, `:authority x`, `:path` (RFC 7541).
        let head = [literal(2, &self.method), vec![0x86, 0x41, 1, b'x'], literal(4, &self.path)].concat();
        match &self.body {
            None => frame(HEADERS, END_HEADERS | END_STREAM, stream, &head),
            Some((kind, body)) => {
                let content_type = [vec![0x0f, 0x10], literal(0, kind)[1..].to_vec()].concat();
                let headers = frame(HEADERS, END_HEADERS, stream, &[head, content_type].concat());
                [headers, frame(DATA, END_STREAM, stream, body.as_bytes())].concat()
            }
        }
    }
}
