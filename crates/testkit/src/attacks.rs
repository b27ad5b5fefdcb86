//! What hostile clients do.

mod everything;

pub use everything::{hang_up_on_everything, reset_everything};
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const CONTINUATION: u8 = 9;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// A header with a name of the static table and a value that stays out of it (RFC 7541).
fn literal(name: u8, value: &str) -> Vec<u8> {
    let length = u8::try_from(value.len()).unwrap();
    assert!(name < 15 && length < 127, "{value} needs a longer form");
    [&[name, length], value.as_bytes()].concat()
}

/// The header block of `GET` (RFC 7541).
fn get(path: &str) -> Vec<u8> {
    [vec![0x82, 0x86, 0x41, 1, b'x'], literal(4, path)].concat()
}

/// A connection of HTTP/2 whose streams begin with this window.
fn connect(address: &str, window: u32) -> io::Result<TcpStream> {
    let mut connection = TcpStream::connect(address)?;
    let settings = [&[0, 4], &window.to_be_bytes()[..]].concat();
    let preface = [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), frame(SETTINGS, 0, 0, &settings)].concat();
    connection.write_all(&preface)?;
    Ok(connection)
}

/// A connection whose responses are read and thrown away, so that the server can go on, until it is dropped.
#[derive(Debug)]
pub struct Drained(TcpStream);

impl Drained {
    fn connect(address: &str) -> io::Result<Drained> {
        let connection = connect(address, 65_535)?;
        let mut responses = connection.try_clone()?;
        std::thread::spawn(move || io::copy(&mut responses, &mut io::sink()));
        Ok(Drained(connection))
    }
}

impl Drop for Drained {
    fn drop(&mut self) {
        let _already_closed = self.0.shutdown(Shutdown::Both);
    }
}

/// Reads until the server has begun to answer this many requests.
fn await_responses(connection: &mut TcpStream, mut count: usize) -> io::Result<()> {
    while count > 0 {
        let mut head = [0; 9];
        connection.read_exact(&mut head)?;
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        connection.read_exact(&mut vec![0; length as usize])?;
        count -= usize::from(head[3] == HEADERS);
    }
    Ok(())
}

/// Resets 100,000 requests right after it has sent them.
pub fn reset_requests(address: &str) -> io::Result<Drained> {
    let mut connection = Drained::connect(address)?;
    let mut streams = (1_u32..200_000).step_by(2);
    let request = |stream| {
        let headers = frame(HEADERS, END_HEADERS | END_STREAM, stream, &get("/v1/rulesets"));
        [headers, frame(RST_STREAM, 0, stream, &8_u32.to_be_bytes())].concat()
    };
    loop {
        let batch: Vec<u8> = streams.by_ref().take(100).flat_map(request).collect();
        // The server may close the connection.
        if batch.is_empty() || connection.0.write_all(&batch).is_err() {
            return Ok(connection);
        }
    }
}

/// After this many frames the server should have closed the connection.
pub const ENOUGH_FRAMES: usize = 4096;

/// Sends headers without an end; returns the number of frames that the server took.
pub fn continue_headers(address: &str) -> io::Result<(Drained, usize)> {
    let mut connection = Drained::connect(address)?;
    connection.0.write_all(&frame(HEADERS, END_STREAM, 1, &get("/healthz")))?;
    let more = frame(CONTINUATION, 0, 1, &[0, 1, b'a', 1, b'b'].repeat(3000));
    let sent = (0..ENOUGH_FRAMES).take_while(|_| connection.0.write_all(&more).is_ok()).count();
    Ok((connection, sent))
}

/// Sends long heads on 300 connections, and never their ends.
pub fn send_long_heads(address: &str) -> io::Result<Vec<TcpStream>> {
    let head = format!("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: {}", "x".repeat(300 << 10));
    let send = |_| {
        let mut connection = TcpStream::connect(address)?;
        let _refused_early = connection.write_all(head.as_bytes());
        Ok(connection)
    };
    (0..300).map(send).collect()
}

/// Requests 5,000 long responses on 50 connections and reads none.
pub fn leave_responses_unread(address: &str) -> io::Result<Vec<TcpStream>> {
    let open = |_| {
        let mut connection = connect(address, 0)?;
        for stream in (1_u32..200).step_by(2) {
            connection.write_all(&frame(HEADERS, END_HEADERS | END_STREAM, stream, &get("/openapi.yaml")))?;
        }
        await_responses(&mut connection, 100)?;
        Ok(connection)
    };
    (0..50).map(open).collect()
}

/// Begins 300 bodies and never ends them.
pub fn send_endless_bodies(address: &str) -> io::Result<Vec<TcpStream>> {
    let head = "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    let body = format!("8000\r\n{}\r\n", " ".repeat(0x8000));
    let send = |_| {
        let mut connection = TcpStream::connect(address)?;
        connection.write_all(head.as_bytes())?;
        connection.write_all(body.as_bytes())?;
        Ok(connection)
    };
    (0..300).map(send).collect()
}

/// How many pictures an attack asks for.
const PICTURES: usize = 300;
/// How long it waits for each: the server has read the request then, and has not answered it.
const PATIENCE: Duration = Duration::from_millis(2);

/// Creates a game; returns its path.
///
/// # Errors
/// When the server does not create it.
pub fn create_game(address: &str) -> io::Result<String> {
    let body = r#"{"ruleset": "xiangqi"}"#;
    let mut connection = TcpStream::connect(address)?;
    write!(
        connection,
        "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut response = String::new();
    connection.read_to_string(&mut response)?;
    let path = response.lines().find_map(|line| line.strip_prefix("location: "));
    path.map(str::to_owned).ok_or_else(|| io::Error::other(format!("no game was created: {response}")))
}

/// Creates a game; returns the path of its picture.
///
/// # Errors
/// When the server does not create it.
pub fn create_picture(address: &str) -> io::Result<String> {
    Ok(format!("{}/record?format=png", create_game(address)?))
}

/// Asks for pictures, each on a connection of its own, and hangs up before they are drawn.
pub fn hang_up_on_pictures(address: &str) -> io::Result<()> {
    let request = format!("GET {} HTTP/1.1\r\nHost: x\r\n\r\n", create_picture(address)?);
    for _ in 0..PICTURES {
        let mut connection = TcpStream::connect(address)?;
        connection.write_all(request.as_bytes())?;
        std::thread::sleep(PATIENCE);
    }
    Ok(())
}

/// Asks for pictures on one connection of HTTP/2, and resets each request before the picture is drawn.
pub fn reset_pictures(address: &str) -> io::Result<Drained> {
    let request = get(&create_picture(address)?);
    let mut connection = Drained::connect(address)?;
    let mut ask = |stream: u32| {
        connection.0.write_all(&frame(HEADERS, END_HEADERS | END_STREAM, stream, &request))?;
        std::thread::sleep(PATIENCE);
        connection.0.write_all(&frame(RST_STREAM, 0, stream, &8_u32.to_be_bytes()))
    };
    // The server may close the connection.
    let _sent = (1..).step_by(2).take(PICTURES).try_for_each(&mut ask);
    Ok(connection)
}
