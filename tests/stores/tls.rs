//! Redis behind TLS, with a user of its own.

use super::players::{KnownGame, client, create_game, play, read_game};
use duiyi_testkit::processes::{Redis, Server, free_port};
use reqwest::StatusCode;
use serde_json::json;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A certificate authority, and a certificate for `localhost` that it signed.
struct Certificates(TempDir);

impl Certificates {
    fn make() -> Certificates {
        let made = Certificates(tempfile::tempdir().unwrap());
        let (ca, ca_key) = (made.file("ca.pem"), made.file("ca.key"));
        openssl(&["-subj", "/CN=ca", "-out", &ca, "-keyout", &ca_key]);
        openssl(
            &[
                &["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"][..],
                &["-addext", "basicConstraints=critical,CA:FALSE", "-CA", &ca, "-CAkey", &ca_key],
                &["-out", &made.file("redis.pem"), "-keyout", &made.file("redis.key")],
            ]
            .concat(),
        );
        made
    }

    fn file(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }
}

/// Makes a certificate.
fn openssl(arguments: &[&str]) {
    let kind =
        ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    let status = Command::new("openssl").args(kind).args(arguments).stderr(Stdio::null()).status();
    assert!(status.expect("openssl must be in the path").success(), "{arguments:?}");
}

/// A Redis with TLS on a second port, and a user that may do no more than a server needs.
struct TlsRedis {
    certificates: Certificates,
    port: u16,
    _process: Redis,
}

impl TlsRedis {
    fn start() -> TlsRedis {
        let (certificates, port) = (Certificates::make(), free_port());
        let process = Redis::start_with(&[
            "--tls-port",
            &port.to_string(),
            "--tls-cert-file",
            &certificates.file("redis.pem"),
            "--tls-key-file",
            &certificates.file("redis.key"),
            "--tls-ca-cert-file",
            &certificates.file("ca.pem"),
            "--tls-auth-clients",
            "no",
        ]);
        // The rule that docs/REDIS.md gives.
        process.execute("ACL SETUSER duiyi on >secret ~duiyi:* &duiyi:* +@all -@admin -@dangerous");
        TlsRedis { certificates, port, _process: process }
    }

    fn serve(&self, user: &str, settings: &[(&str, &str)]) -> Server {
        let url = format!("rediss://{user}@localhost:{}", self.port);
        let store = [("DUIYI_TABLE_MIB", "1"), ("DUIYI_STORE", "redis"), ("DUIYI_REDIS_URL", &url)];
        Server::start(&[&store[..], settings].concat()).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server and openssl"]
async fn servers_share_games_over_tls_as_a_user_with_few_rights() {
    let redis = TlsRedis::start();
    let ca = redis.certificates.file("ca.pem");
    let own = redis.serve("duiyi:secret", &[("DUIYI_REDIS_CA", &ca)]);
    // The system's authorities, which this variable replaces for one process.
    let systems = redis.serve("duiyi:secret", &[("SSL_CERT_FILE", &ca)]);
    let http = client();
    let mut game = create_game(&http, &own.url("")).await.unwrap();
    for server in [&systems, &own, &systems] {
        game = play(&http, &server.url(""), &game).await.unwrap();
    }
    let read: KnownGame = read_game(&http, &own, &game.id).await;
    assert_eq!(read.moves, game.moves);
    let job = json!({"ruleset": "xiangqi", "limits": {"depth": 1}});
    let submitted = http.post(own.url("/v1/analyses")).json(&job).send().await.unwrap();
    assert_eq!(submitted.status(), StatusCode::ACCEPTED);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server and openssl"]
async fn a_server_does_not_talk_to_a_redis_that_it_cannot_trust_or_that_refuses_it() {
    let redis = TlsRedis::start();
    let ca = redis.certificates.file("ca.pem");
    let other = Certificates::make();
    let distrusting = redis.serve("duiyi:secret", &[("DUIYI_REDIS_CA", &other.file("ca.pem"))]);
    let refused = redis.serve("duiyi:wrong", &[("DUIYI_REDIS_CA", &ca)]);
    let http = client();
    for server in [&distrusting, &refused] {
        let request = http.post(server.url("/v1/games")).json(&json!({"ruleset": "renju"}));
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.json::<serde_json::Value>().await.unwrap()["code"], "store_unavailable");
    }
}
