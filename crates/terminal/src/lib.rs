//! Plays a game in a terminal.
//!
//! [`play`] runs the application on the whole screen, and restores the terminal even after a panic.
//! [`App`] is its state, which keys change; [`draw`] renders it on any backend of ratatui. Searches
//! run on a thread ([`Thinker`]), so that the screen never waits for them and a key can stop them.

mod app;
mod board;
mod screen;
mod thinker;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyEventKind};
use solveig_engine::{Engine, EngineError};

pub use app::{App, AppSettings};
pub use screen::draw;
pub use thinker::{Finding, QuestionKind, Thinker, ThinkerAnswer, ThinkerQuestion};

/// How long to wait for a key before checking for answers and redrawing.
const TICK: Duration = Duration::from_millis(50);

/// Plays on the terminal of standard output until the person quits.
///
/// # Errors
///
/// Fails if the engine cannot read the first position, or the terminal cannot be used.
pub fn play(engine: Arc<dyn Engine>, settings: AppSettings) -> io::Result<()> {
    let unreadable = |error: EngineError| io::Error::new(io::ErrorKind::InvalidInput, error);
    let app = App::new(engine, settings).map_err(unreadable)?;
    // This also restores the terminal when something panics.
    let mut terminal = ratatui::try_init()?;
    let played = run(app, &mut terminal);
    ratatui::try_restore()?;
    played
}

fn run(mut app: App, terminal: &mut ratatui::DefaultTerminal) -> io::Result<()> {
    let thinker = Thinker::new(Arc::clone(app.engine()));
    let mut is_stale = true;
    while !app.has_quit() {
        while let Some(answer) = thinker.answer() {
            app.receive(answer);
            is_stale = true;
        }
        if app.take_stop_request() {
            thinker.stop();
        }
        if let Some(question) = app.question() {
            thinker.ask(question);
            is_stale = true;
        }
        if is_stale || app.is_thinking() {
            terminal.draw(|frame| draw(&app, frame))?;
        }
        is_stale = event::poll(TICK)?;
        if is_stale {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => app.press(key),
                _ => {}
            }
        }
    }
    thinker.stop();
    Ok(())
}
