//! A link to Redis that can stand still.

use super::Redis;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Passes on connections to Redis, and holds back what is sent while the link stands still.
#[derive(Debug)]
pub struct Link {
    port: u16,
    stands_still: Arc<AtomicBool>,
}

impl Link {
    pub fn to(redis: &Redis) -> Link {
        let to = redis.port;
        let stands_still = Arc::new(AtomicBool::new(false));
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let held = Arc::clone(&stands_still);
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                // Redis may be down for a moment; then the server connects again.
                let Ok(server) = TcpStream::connect(("127.0.0.1", to)) else { continue };
                pass_on(client.try_clone().unwrap(), server.try_clone().unwrap(), Arc::clone(&held));
                pass_on(server, client, Arc::clone(&held));
            }
        });
        Link { port, stands_still }
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub fn set_stands_still(&self, stands_still: bool) {
        self.stands_still.store(stands_still, Ordering::Relaxed);
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, held: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        let mut buffer = [0; 65_536];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            while held.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(5));
            }
            if to.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        let _it_may_be_closed = to.shutdown(std::net::Shutdown::Both);
    });
}
