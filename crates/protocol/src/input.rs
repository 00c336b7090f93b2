//! Reads lines ahead on a thread, so that a later line can stop a running search.

use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The longest line that is read, in bytes. Longer ones are skipped.
pub const LONGEST_LINE: usize = 1 << 16;

/// Capacity of the queue of lines. Further lines stay in the stream.
const QUEUE_CAPACITY: usize = 64;

/// A line, without its line feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// A whole line. Invalid UTF-8 is replaced.
    Whole(String),
    /// A line of more than [`LONGEST_LINE`] bytes.
    TooLong,
}

/// What the reading thread does with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Queues it.
    Ordinary,
    /// Queues it, and stops the running search ([`Wake::Urgent`]).
    Urgent,
    /// Queues it and stops reading.
    Last,
}

/// Which lines stop the running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// Any line, and the end of the input.
    Any,
    /// Only an [`Arrival::Urgent`] line.
    Urgent,
}

/// The lines of a stream, read ahead by a thread.
pub struct Input {
    lines: Receiver<InputLine>,
    next: Option<InputLine>,
    arrival: fn(&str) -> Arrival,
    state: Arc<Mutex<ReadAhead>>,
}

#[derive(Default)]
struct ReadAhead {
    /// The number of lines read and not yet taken; `urgent` counts the urgent ones among them.
    waiting: usize,
    urgent: usize,
    ended: bool,
    watch: Option<(Wake, Arc<AtomicBool>)>,
}

impl ReadAhead {
    fn wakes(&self, wake: Wake) -> bool {
        match wake {
            Wake::Any => self.waiting > 0 || self.ended,
            Wake::Urgent => self.urgent > 0,
        }
    }

    fn wake(&self) {
        if let Some((wake, stop)) = &self.watch
            && self.wakes(*wake)
        {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

fn lock(state: &Mutex<ReadAhead>) -> MutexGuard<'_, ReadAhead> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Input {
    /// Starts a thread that reads `source`. `arrival` classifies each line as it is read.
    pub fn new(source: impl BufRead + Send + 'static, arrival: fn(&str) -> Arrival) -> Self {
        let (sender, lines) = sync_channel(QUEUE_CAPACITY);
        let state = Arc::new(Mutex::new(ReadAhead::default()));
        let own = Arc::clone(&state);
        thread::spawn(move || {
            read_ahead(source, arrival, &sender, &own);
            let mut state = lock(&own);
            state.ended = true;
            state.wake();
        });
        Self {
            lines,
            next: None,
            arrival,
            state,
        }
    }

    /// Waits for the next line and returns it; `None` at the end of the input.
    pub fn take(&mut self) -> Option<InputLine> {
        let line = self.next.take().or_else(|| self.lines.recv().ok())?;
        let mut state = lock(&self.state);
        state.waiting -= 1;
        if is_urgent(&line, self.arrival) {
            state.urgent -= 1;
        }
        Some(line)
    }

    /// Waits at most `time` for a line or the end of the input; returns whether there is one.
    pub fn wait(&mut self, time: Option<Duration>) -> bool {
        if self.next.is_some() {
            return true;
        }
        let line = match time {
            None => self
                .lines
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some(time) => self.lines.recv_timeout(time),
        };
        match line {
            Ok(line) => {
                self.next = Some(line);
                true
            }
            Err(RecvTimeoutError::Disconnected) => true,
            Err(RecvTimeoutError::Timeout) => false,
        }
    }

    /// A stop flag for a search: set as soon as a line of the kind `wake` is waiting.
    pub fn watch(&self, wake: Wake) -> Watch {
        let stop = Arc::new(AtomicBool::new(false));
        let mut state = lock(&self.state);
        state.watch = Some((wake, Arc::clone(&stop)));
        state.wake();
        Watch {
            stop,
            state: Arc::clone(&self.state),
        }
    }
}

/// The stop flag of a search. Lines set it until the drop.
pub struct Watch {
    stop: Arc<AtomicBool>,
    state: Arc<Mutex<ReadAhead>>,
}

impl Watch {
    /// The flag to hand to the search.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether the flag is set.
    pub fn is_set(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        lock(&self.state).watch = None;
    }
}

fn is_urgent(line: &InputLine, arrival: fn(&str) -> Arrival) -> bool {
    match line {
        InputLine::Whole(text) => arrival(text) == Arrival::Urgent,
        InputLine::TooLong => false,
    }
}

fn read_ahead(
    mut source: impl BufRead,
    arrival: fn(&str) -> Arrival,
    lines: &SyncSender<InputLine>,
    state: &Mutex<ReadAhead>,
) {
    // Errors count as the end of the stream.
    while let Ok(Some(line)) = read_line(&mut source) {
        let is_last = matches!(&line, InputLine::Whole(text) if arrival(text) == Arrival::Last);
        {
            let mut state = lock(state);
            state.waiting += 1;
            state.urgent += usize::from(is_urgent(&line, arrival));
            state.wake();
        }
        if lines.send(line).is_err() || is_last {
            return;
        }
    }
}

/// Reads the next line, which the end of the stream may end as well; `None` at the end.
///
/// # Errors
///
/// Fails if the stream cannot be read.
pub fn read_line(source: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    let max = LONGEST_LINE as u64 + 1;
    source.take(max).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > LONGEST_LINE {
        source.skip_until(b'\n')?;
        return Ok(Some(InputLine::TooLong));
    }
    let text = String::from_utf8_lossy(&line).into_owned();
    Ok(Some(InputLine::Whole(text)))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn ordinary(line: &str) -> Arrival {
        match line {
            "last" => Arrival::Last,
            "now" => Arrival::Urgent,
            _ => Arrival::Ordinary,
        }
    }

    fn lines(bytes: &[u8]) -> Vec<InputLine> {
        let mut input = Input::new(io::Cursor::new(bytes.to_vec()), ordinary);
        std::iter::from_fn(|| input.take()).collect()
    }

    fn whole(text: &str) -> InputLine {
        InputLine::Whole(text.to_owned())
    }

    #[test]
    fn lines_end_at_line_feeds_and_at_the_end() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n\na"), [whole(""), whole(""), whole("a")]);
        assert_eq!(lines(b"a\r\nb\n"), [whole("a\r"), whole("b")]);
        assert_eq!(lines(b"a\xff\xfe\n"), [whole("a\u{fffd}\u{fffd}")]);
        assert_eq!(lines(b"a\nlast\nb\n"), [whole("a"), whole("last")]);
    }

    #[test]
    fn a_line_without_an_end_takes_no_memory() {
        struct Endless(u64);
        impl Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let length = (buffer.len() as u64).min(self.0) as usize;
                buffer[..length].fill(b'x');
                self.0 -= length as u64;
                Ok(length)
            }
        }
        let long = BufReader::new(Endless(1 << 30).chain(&b"\nafter\n"[..]));
        let mut input = Input::new(long, ordinary);
        assert_eq!(input.take(), Some(InputLine::TooLong));
        assert_eq!(input.take(), Some(whole("after")));
        let just = [vec![b'y'; LONGEST_LINE], b"\nz".to_vec()].concat();
        let read = lines(&just);
        assert!(matches!(&read[0], InputLine::Whole(text) if text.len() == LONGEST_LINE));
        assert_eq!(read[1], whole("z"));
    }

    #[test]
    fn a_watch_sees_what_is_there_and_what_comes() {
        let mut input = Input::new(io::Cursor::new(b"a\nnow\n".to_vec()), ordinary);
        assert!(input.wait(None));
        assert!(input.watch(Wake::Any).is_set());
        assert_eq!(input.take(), Some(whole("a")));
        assert!(input.wait(None));
        assert!(input.watch(Wake::Urgent).is_set());
        assert_eq!(input.take(), Some(whole("now")));
        assert!(!input.watch(Wake::Urgent).is_set());
        assert_eq!(input.take(), None);
        assert!(input.wait(None), "the end is something to wait for");
    }

    #[test]
    fn a_line_that_comes_later_rings() {
        let (reader, mut writer) = io::pipe().unwrap();
        let input = Input::new(BufReader::new(reader), ordinary);
        let watch = input.watch(Wake::Urgent);
        io::Write::write_all(&mut writer, b"a\n").unwrap();
        thread::sleep(Duration::from_millis(20));
        assert!(!watch.is_set());
        io::Write::write_all(&mut writer, b"now\n").unwrap();
        while !watch.is_set() {
            thread::yield_now();
        }
    }
}
