//! A handler that only returns bytes: the upper bound of what axum can serve.

use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::routing::{get, post};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;
use tokio::net::TcpListener;

pub async fn serve(get_path: &str, post_path: &str) {
    let read = |path: &str| Bytes::from(std::fs::read(Path::new(path)).expect("written by the benchmark"));
    let (shown, played) = (read(get_path), read(post_path));
    let json = || [(header::CONTENT_TYPE, "application/json")];
    let routes = Router::new()
        .route("/v1/games/{id}", get(async move || (json(), shown.clone())))
        .route("/v1/games/{id}/moves", post(async move |_: Bytes| (json(), played.clone())));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("{}", listener.local_addr().expect("it listens"));
    axum::serve(listener, routes).await.expect("it serves");
}

/// The handler in a process of its own.
#[derive(Debug)]
pub struct Bare {
    process: Child,
    pub address: String,
    _bytes: TempDir,
}

impl Bare {
    pub fn start(get: &[u8], post: &[u8]) -> Bare {
        let folder = tempfile::tempdir().expect("a folder");
        let (get_path, post_path) = (folder.path().join("get"), folder.path().join("post"));
        std::fs::write(&get_path, get).expect("room for it");
        std::fs::write(&post_path, post).expect("room for it");
        let mut process = Command::new(std::env::current_exe().expect("this benchmark"))
            .arg("--bare")
            .args([&get_path, &post_path])
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut address = String::new();
        let output = process.stdout.take().expect("piped above");
        BufReader::new(output).read_line(&mut address).expect("it listens");
        Bare { process, address: address.trim().to_owned(), _bytes: folder }
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        let _already_ended = self.process.kill();
        let _already_waited_for = self.process.wait();
    }
}
