//! What goes to standard output: text for people, or JSON for programs.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};

use anyhow::{Context, Result};
use serde::Serialize;

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

    /// Prints `answer`: as one line of JSON, or as text for people.
    pub fn answer<T: Serialize + Display>(&mut self, answer: &T) -> Result<()> {
        if self.muted {
            return Ok(());
        }
        if self.json {
            let mut line = serde_json::to_vec(answer).context("cannot write JSON")?;
            line.push(b'\n');
            self.raw(&line)
        } else {
            writeln!(self.out, "{answer}").context("cannot write to standard output")
        }
    }

    /// Prints text as it is.
    pub fn text(&mut self, text: &str) -> Result<()> {
        self.raw(text.as_bytes())
    }

    /// Hands over everything printed so far.
    pub fn flush(&mut self) -> Result<()> {
        self.out.flush().context("cannot write to standard output")
    }

    fn raw(&mut self, bytes: &[u8]) -> Result<()> {
        self.out
            .write_all(bytes)
            .context("cannot write to standard output")
    }
}

/// Whether `error` is that the reader of our output has gone.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}
