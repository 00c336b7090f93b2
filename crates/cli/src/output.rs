//! Standard output: text for people, or JSON for programs.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Stdout, Write};

use anyhow::{Context, Result};
use serde::Serialize;
use solveig_game::escaped;

/// Standard output. Methods report a closed pipe as an error, which `main` then ignores.
pub struct Output {
    json: bool,
    muted: bool,
    out: BufWriter<Stdout>,
}

impl Output {
    /// Standard output, as JSON or as text.
    pub fn new(json: bool) -> Self {
        Self {
            json,
            muted: false,
            out: BufWriter::with_capacity(1 << 16, io::stdout()),
        }
    }

    /// Whether JSON was asked for.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Runs `work` without printing its answers.
    #[cfg(feature = "server")]
    pub fn muted<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.muted, true);
        let done = work(self);
        self.muted = before;
        done
    }

    /// Prints `answer` as one line of JSON, or as text for people, with control characters escaped.
    pub fn answer<T: Serialize + Display>(&mut self, answer: &T) -> Result<()> {
        if self.muted {
            return Ok(());
        }
        if !self.json {
            return self.line(&answer.to_string());
        }
        let text = serde_json::to_string(answer).context("cannot write JSON")?;
        match is_plain(&text) {
            true => self.raw(text.as_bytes())?,
            false => self.raw(json_escaped(&text).as_bytes())?,
        }
        self.raw(b"\n")
    }

    /// Prints lines of text, with control characters escaped.
    pub fn line(&mut self, text: &str) -> Result<()> {
        match is_plain(text) {
            true => self.raw(text.as_bytes())?,
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

    /// Prints text unchanged.
    #[cfg(feature = "study")]
    pub fn text(&mut self, text: &str) -> Result<()> {
        self.raw(text.as_bytes())
    }

    /// Flushes the buffer.
    pub fn flush(&mut self) -> Result<()> {
        written(self.out.flush())
    }

    fn raw(&mut self, bytes: &[u8]) -> Result<()> {
        written(self.out.write_all(bytes))
    }
}

/// Whether text can be printed as it is.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| (b' '..0x7f).contains(&byte))
}

/// Escapes the control characters beyond ASCII that `serde_json` leaves in strings.
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

/// Standard output is a closed pipe.
#[derive(Debug, thiserror::Error)]
#[error("nobody reads standard output")]
struct ReaderGone;

/// Converts the result of writing to standard output.
///
/// # Errors
///
/// Fails as `result`; [`is_closed_pipe`] recognizes the error of a closed pipe.
pub fn written(result: io::Result<()>) -> Result<()> {
    result
        .map_err(unwritten)
        .context("cannot write to standard output")
}

/// Converts the error of a command that writes to standard output by itself.
pub fn unwritten(error: io::Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::BrokenPipe => ReaderGone.into(),
        _ => error.into(),
    }
}

/// Whether `error` was caused by a closed pipe at standard output.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.is::<ReaderGone>())
}

/// Checks that standard output can be written to, as far as that shows before the first write.
///
/// # Errors
///
/// Fails if it is closed, open only for reading, or full.
pub fn expect_open() -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        if start::was_closed() {
            anyhow::bail!("standard output is closed");
        }
        let owned = io::stdout().as_fd().try_clone_to_owned();
        // Through a file: the standard library's handle ignores errors of a bad descriptor.
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

/// Has the program end as soon as nobody reads standard output any more, whatever it searches: a
/// client that is gone says nothing, and no line of its ends the search.
pub fn end_without_reader() {
    #[cfg(unix)]
    std::thread::spawn(|| {
        use rustix::event::{PollFd, PollFlags, poll};
        let out = io::stdout();
        let ends = PollFlags::ERR | PollFlags::HUP;
        loop {
            let mut polled = [PollFd::new(&out, PollFlags::empty())];
            match poll(&mut polled, None) {
                Ok(_) if polled[0].revents().intersects(ends) => std::process::exit(0),
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                // Without a way to know, the protocol ends where its input does.
                Err(_) => return,
            }
        }
    });
}

/// Checks before the Rust runtime starts whether standard output is closed. The runtime opens
/// closed standard descriptors as `/dev/null` for reading and writing, which cannot be told from an
/// output that the caller discards on purpose.
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
            // Before `main` the standard library guarantees little: no allocation, no open, no
            // print.
            let names = [["/proc/self/fd", "/proc/self/fd/1"], ["/dev/fd", "/dev/fd/1"]];
            let pair = names.into_iter().find(|[folder, _]| symlink_metadata(folder).is_ok());
            let closed = pair.is_some_and(|[_, output]| symlink_metadata(output).is_err());
            CLOSED.store(closed, Ordering::Relaxed);
        }
    }
}
