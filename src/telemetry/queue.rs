//! Hands the lines of the log to a thread that writes them, so that no request waits for standard error.

use std::io::{self, Write};
use std::mem;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;
use tracing_subscriber::fmt::MakeWriter;

/// The most bytes that wait for the output. Further lines are dropped, because a stalled output must not stall the server.
const CAPACITY: usize = 4 << 20;
/// A buffer that has grown beyond this many bytes is not kept.
const USUAL_BATCH: usize = 64 << 10;
/// The thread sleeps so long after each write. The lines that come in the meantime wake nobody, and are one write.
const PAUSE: Duration = Duration::from_millis(10);
/// How long the end of the program waits for the last lines to be written.
const LAST_WRITE_TIMEOUT: Duration = Duration::from_secs(1);

/// Takes the lines. Each call of `write` is one line.
#[derive(Clone, Debug)]
pub struct LogQueue {
    waiting: Arc<Mutex<Waiting>>,
    thread: Thread,
}

#[derive(Debug, Default)]
struct Waiting {
    lines: Vec<u8>,
    /// How many lines found no room.
    dropped: u64,
    is_closed: bool,
}

fn lock(waiting: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Write for LogQueue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut waiting = lock(&self.waiting);
        if waiting.lines.len() + line.len() > CAPACITY {
            waiting.dropped += 1;
            return Ok(line.len());
        }
        let is_first = waiting.lines.is_empty();
        waiting.lines.extend_from_slice(line);
        drop(waiting);
        if is_first {
            self.thread.unpark();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogQueue {
    type Writer = LogQueue;

    fn make_writer(&'a self) -> LogQueue {
        self.clone()
    }
}

/// Writes the lines that still wait when it is dropped, unless the output takes too long.
#[derive(Debug)]
pub struct LogThread {
    queue: LogQueue,
    ended: Receiver<()>,
}

impl LogThread {
    /// Starts a thread that writes the lines to `output`. It calls `report` with the number of lines that were dropped, once the
    /// output takes lines again.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn start(
        output: impl Write + Send + 'static,
        report: impl Fn(u64) + Send + 'static,
    ) -> io::Result<LogThread> {
        let waiting = Arc::<Mutex<Waiting>>::default();
        let (end, ended) = channel();
        let shared = Arc::clone(&waiting);
        let handle = thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || run(&shared, output, report, &end))?;
        Ok(LogThread { queue: LogQueue { waiting, thread: handle.thread().clone() }, ended })
    }

    pub fn queue(&self) -> LogQueue {
        self.queue.clone()
    }
}

impl Drop for LogThread {
    fn drop(&mut self) {
        lock(&self.queue.waiting).is_closed = true;
        self.queue.thread.unpark();
        // The thread sends nothing: it drops the sender when it ends.
        let _ended_or_too_slow = self.ended.recv_timeout(LAST_WRITE_TIMEOUT);
    }
}

fn run(waiting: &Mutex<Waiting>, mut output: impl Write, report: impl Fn(u64), _until_the_end: &Sender<()>) {
    let mut lines = Vec::new();
    loop {
        lines.clear();
        lines.shrink_to(USUAL_BATCH);
        let (dropped, is_closed) = {
            let mut waiting = lock(waiting);
            mem::swap(&mut waiting.lines, &mut lines);
            (mem::take(&mut waiting.dropped), waiting.is_closed)
        };
        if lines.is_empty() {
            if is_closed {
                return;
            }
            thread::park();
            continue;
        }
        // There is nowhere to say that the log cannot be written.
        let _unwritten = output.write_all(&lines).and_then(|()| output.flush());
        if dropped > 0 {
            report(dropped);
        }
        if !is_closed {
            thread::sleep(PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{SyncSender, sync_channel};

    /// An output that takes a batch only when the test receives it.
    struct Output(SyncSender<String>);

    impl Write for Output {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            self.0.send(text).map_err(|_| io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn start(report: impl Fn(u64) + Send + 'static) -> (LogThread, Receiver<String>) {
        let (sender, batches) = sync_channel(0);
        (LogThread::start(Output(sender), report).unwrap(), batches)
    }

    #[test]
    fn a_line_is_written_at_once_and_those_that_come_meanwhile_together() {
        let (log, batches) = start(|_| panic!("there is room"));
        let mut queue = log.queue();
        queue.write_all(b"first\n").unwrap();
        // The thread waits in its write of the first line, or has not begun it.
        queue.write_all(b"second\n").unwrap();
        queue.write_all(b"third\n").unwrap();
        drop(queue);
        let reader = thread::spawn(move || batches.iter().collect::<Vec<_>>());
        drop(log);
        let written = reader.join().unwrap();
        assert_eq!(written.concat(), "first\nsecond\nthird\n");
        assert!(written.len() <= 2, "{written:?}");
    }

    #[test]
    fn a_stalled_output_costs_lines_and_their_number_is_reported() {
        let (reports, dropped) = channel();
        let (log, batches) = start(move |lines| reports.send(lines).unwrap());
        let mut queue = log.queue();
        let line = vec![b'x'; CAPACITY];
        // One waits in the write or in the queue, another perhaps in the queue. The others find no room.
        let lines: u64 = 10;
        for _ in 0..lines {
            queue.write_all(&line).unwrap();
        }
        let reader = thread::spawn(move || batches.iter().count());
        drop((log, queue));
        let lost: u64 = dropped.iter().sum();
        assert!((8..10).contains(&lost), "{lost}");
        assert_eq!(reader.join().unwrap() as u64, lines - lost);
    }

    #[test]
    fn the_end_does_not_wait_forever_for_a_stalled_output() {
        let (log, _never_read) = start(|_| ());
        log.queue().write_all(b"line\n").unwrap();
        drop(log);
    }
}
