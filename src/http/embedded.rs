//! A file that is embedded in the binary. It is compressed once, because a thread that compresses answers nobody meanwhile.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::sync::OnceLock;

#[derive(Debug)]
pub struct Embedded {
    bytes: &'static [u8],
    zipped: OnceLock<Bytes>,
}

impl Embedded {
    pub const fn new(bytes: &'static [u8]) -> Embedded {
        Embedded { bytes, zipped: OnceLock::new() }
    }

    /// The file as the body of a response, compressed or as it is.
    pub fn response(&self, is_zipped: bool) -> Response {
        match is_zipped {
            true => ([(header::CONTENT_ENCODING, "gzip")], self.zipped()).into_response(),
            false => self.bytes.into_response(),
        }
    }

    fn zipped(&self) -> Bytes {
        let zip = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(self.bytes)?;
            encoder.finish().map(Bytes::from)
        };
        self.zipped.get_or_init(|| zip().expect("writing to memory does not fail")).clone()
    }
}
