//! Commands in, answers out, one a line.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The lines of the input without their ends. Interfaces send paths in the encoding of their system: what is not UTF-8
/// becomes replacement characters.
pub fn lines(mut input: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(_) => Some(Ok(String::from_utf8_lossy(&bytes).trim().to_owned())),
            Err(error) => Some(Err(error)),
        }
    })
}

/// The output, shared by the thread that reads commands and the one that searches.
#[derive(Debug)]
pub struct Output<W>(Arc<Mutex<W>>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Output<W> {
        Output(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    pub fn new(writer: W) -> Output<W> {
        Output(Arc::new(Mutex::new(writer)))
    }

    /// Writes one or more lines at once.
    pub fn say(&self, text: &str) -> io::Result<()> {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(writer, "{text}")?;
        writer.flush()
    }
}

/// A writer whose text can be read afterwards.
#[cfg(test)]
#[derive(Clone, Default)]
pub struct Page(Arc<Mutex<Vec<u8>>>);

#[cfg(test)]
impl Page {
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

#[cfg(test)]
impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_not_utf8_are_read() {
        let input = b"setoption name Book value D:\\\xc6\xe5\\book\r\nisready\nquit".as_slice();
        let lines: Vec<String> = lines(input).map(Result::unwrap).collect();
        assert!(lines[0].starts_with("setoption name Book value D:\\"), "{lines:?}");
        assert_eq!(lines[1..], ["isready", "quit"]);
    }
}
