//! Conversations as other programs have them, over streams in memory.

mod dialects;
mod gtp;
mod hostile;
mod nboard;
mod sessions;

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use solveig_engine::{Engine, SearchScope, Settings, open_game};
use solveig_protocol::Opener;
use solveig_protocol::gtp::SearchLimits;

/// Something to write to that can be read afterwards.
#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Page {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// Best play of 8x4 Othello, in which Black takes every disc. White has to pass three times.
const WITH_PASSES: &str = "d1 c1 b1 e1 f1 f2 f4 c2 g1 g2 f3 d4 h1 h2 g3 h3 b2 a2 c3 b3 c4 b4 a1 pass a3 \
                           pass e4 g4 h4 pass a4";

fn settings() -> Settings {
    Settings {
        memory: 4 << 20,
        ..Settings::default()
    }
}

fn open(spec: &str) -> Arc<dyn Engine> {
    open_game(spec, &settings()).unwrap()
}

fn opener() -> Opener {
    Box::new(|spec| open_game(spec, &settings()))
}

fn limits(seconds: f64) -> SearchLimits {
    SearchLimits {
        time: Some(Duration::from_secs_f64(seconds)),
        canonical: false,
        search: SearchScope::Anywhere,
    }
}

/// What one program said to us, and what we said.
struct Said {
    answers: String,
    aside: String,
}

/// A conversation of GTP with an engine that has `seconds` a move.
fn gtp_within(spec: &str, seconds: f64, input: &[u8]) -> Said {
    let (mut out, mut aside) = (Page::default(), Page::default());
    let source = Cursor::new(input.to_vec());
    let served = solveig_protocol::gtp::serve(
        open(spec),
        opener(),
        limits(seconds),
        source,
        &mut out,
        &mut aside,
    );
    served.unwrap();
    Said {
        answers: out.text(),
        aside: aside.text(),
    }
}

/// The answers to lines of GTP.
fn gtp(spec: &str, input: &str) -> Vec<String> {
    let said = gtp_within(spec, 60.0, input.as_bytes());
    answers(&said.answers)
}

/// A conversation cut into its answers.
fn answers(text: &str) -> Vec<String> {
    let text = text.strip_suffix("\n\n").unwrap_or(text);
    match text.is_empty() {
        true => Vec::new(),
        false => text.split("\n\n").map(str::to_owned).collect(),
    }
}

/// The lines we say to NBoard.
fn nboard_within(spec: &str, seconds: f64, input: &[u8]) -> Vec<String> {
    let (mut out, mut aside) = (Page::default(), Page::default());
    let source = Cursor::new(input.to_vec());
    let served = solveig_protocol::nboard::serve(
        open(spec),
        opener(),
        limits(seconds),
        source,
        &mut out,
        &mut aside,
    );
    served.unwrap();
    out.text().lines().map(str::to_owned).collect()
}

fn nboard(spec: &str, input: &str) -> Vec<String> {
    nboard_within(spec, 60.0, input.as_bytes())
}
