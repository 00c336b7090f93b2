//! What goes to standard output: text for people, or JSON for programs.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};

use anyhow::{Context, Result};
use serde::Serialize;
use solveig_game::escaped;

/// Standard output. A closed pipe is an error like any other here, and no error to `main`.
pub struct Output {
    json: bool,
    muted: bool,
    out: BufWriter<StdoutLock<'static>>,
}

impl Output {
    /// Standard output, as JSON or as text.
    pub fn new(json: bool) -> Self {
        Self {
            json,
            muted: false,
            out: BufWriter::with_capacity(1 << 16, io::stdout().lock()),
        }
    }

    /// Whether JSON was asked for.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Does `work` without printing its answers.
    pub fn muted<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.muted, true);
        let done = work(self);
        self.muted = before;
        done
    }

    /// Prints `answer`: as one line of JSON, or as text for people. What a terminal would obey is escaped.
    pub fn answer<T: Serialize + Display>(&mut self, answer: &T) -> Result<()> {
        if self.muted {
            return Ok(());
        }
        let text = match self.json {
            true => serde_json::to_string(answer).context("cannot write JSON")?,
            false => answer.to_string(),
        };
        let is_plain = |byte: u8| (b' '..0x7f).contains(&byte);
        match text.bytes().all(is_plain) {
            true => self.raw(text.as_bytes())?,
            false if self.json => self.raw(json_escaped(&text).as_bytes())?,
            false => {
                for piece in text.split_inclusive(['\n', '\t']) {
                    let end = piece.len() - usize::from(piece.ends_with(['\n', '\t']));
                    self.raw(escaped(&piece[..end]).as_bytes())?;
                    self.raw(&piece.as_bytes()[end..])?;
                }
            }
        }
        self.raw(b"\n")
    }

    /// Prints text as it is.
    #[cfg(feature = "study")]
    pub fn text(&mut self, text: &str) -> Result<()> {
        self.raw(text.as_bytes())
    }

    /// Hands over everything printed so far.
    pub fn flush(&mut self) -> Result<()> {
        written(self.out.flush())
    }

    fn raw(&mut self, bytes: &[u8]) -> Result<()> {
        written(self.out.write_all(bytes))
    }
}

/// JSON without the control characters that it lets stand: those beyond ASCII, which are only in strings.
fn json_escaped(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for one in text.chars() {
        match one.is_control() {
            true => line.push_str(&format!("\\u{:04x}", u32::from(one))),
            false => line.push(one),
        }
    }
    line
}

/// Whoever read standard output has gone.
#[derive(Debug, thiserror::Error)]
#[error("nobody reads standard output")]
struct ReaderGone;

/// What came of writing to standard output.
///
/// # Errors
///
/// Fails if it could not be written, with an error of its [own](is_closed_pipe) if its reader has gone.
pub fn written(result: io::Result<()>) -> Result<()> {
    result
        .map_err(unwritten)
        .context("cannot write to standard output")
}

/// The error of a command that writes to standard output by itself.
pub fn unwritten(error: io::Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::BrokenPipe => ReaderGone.into(),
        _ => error.into(),
    }
}

/// Whether `error` is that the reader of our output has gone.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.is::<ReaderGone>())
}

/// Looks whether standard output takes what is written to it, as far as that can be known before.
///
/// # Errors
///
/// Fails if it is closed, is only open for reading, or is full.
pub fn expect_open() -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        if start::was_closed() {
            anyhow::bail!("standard output is closed");
        }
        let owned = io::stdout().as_fd().try_clone_to_owned();
        // The handle of the library takes a descriptor that cannot be written to for one that needs nothing written.
        let tried = owned.and_then(|owned| std::fs::File::from(owned).write(&[]));
        match tried {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                return Err(error).context("cannot write to standard output");
            }
            _ => {}
        }
    }
    Ok(())
}

/// What has to be seen before Rust's runtime starts. It opens standard descriptors that are closed as `/dev/null`, for
/// reading and writing, just as Python and Node open those that they are told to throw away: later, nobody can tell.
#[cfg(unix)]
mod start {
    use std::fs::symlink_metadata;
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    /// Whether standard output was closed when the process started.
    pub fn was_closed() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }

    ctor::declarative::ctor! {
        #[ctor(unsafe)]
        fn look() {
            // Nothing is allocated, opened or printed here, where the library promises nothing.
            let names = [["/proc/self/fd", "/proc/self/fd/1"], ["/dev/fd", "/dev/fd/1"]];
            let known = names.into_iter().find(|[folder, _]| symlink_metadata(folder).is_ok());
            let closed = known.is_some_and(|[_, output]| symlink_metadata(output).is_err());
            CLOSED.store(closed, Ordering::Relaxed);
        }
    }
}
