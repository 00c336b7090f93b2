//! State of the terminal application: game, cursor, panels and pending searches.

use std::sync::Arc;
use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use solveig_engine::choice::Ground;
use solveig_engine::record::{Record, find};
use solveig_engine::{
    Engine, EngineError, Family, GameState, KnownValue, LegalMove, Report, Review, Side, Source,
    Status,
};

use crate::thinker::{Finding, QuestionKind, ThinkerAnswer, ThinkerQuestion};

/// Settings of a game in the terminal.
#[derive(Clone, Debug)]
pub struct AppSettings {
    /// The first position: a board string, moves, or `-` for the start.
    pub from: String,
    /// Whether a person plays the side that moves first, and the side that moves second.
    pub persons: [bool; 2],
    /// Whether the program plays the canonical moves.
    pub canonical: bool,
    /// Time limit of a move of the program; `None` for no limit.
    pub move_time: Option<Duration>,
}

impl Default for AppSettings {
    fn default() -> Self {
        Self {
            from: "-".to_owned(),
            persons: [true, false],
            canonical: false,
            move_time: None,
        }
    }
}

/// What the panel beside the board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Panel {
    Moves,
    Help,
    Review,
}

/// The search that is running or wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Move,
    Hint,
    Values,
    Review,
}

/// A game in the terminal.
pub struct App {
    settings: AppSettings,
    pub(crate) record: Record,
    pub(crate) persons: [bool; 2],
    /// Index of the cell under the cursor, or of the legal move in games without cells.
    pub(crate) cursor: u32,
    pub(crate) shows_values: bool,
    pub(crate) report: Option<Report>,
    pub(crate) hint: Option<String>,
    pub(crate) review: Option<Review>,
    pub(crate) panel: Panel,
    /// How far the list is scrolled back from its end.
    pub(crate) scrolled: u16,
    pub(crate) message: String,
    pub(crate) task: Option<Task>,
    next_task: Option<Task>,
    number: u64,
    stop_requested: bool,
    quit: bool,
    /// After an error, or an undo where the program plays both sides, the program does not move
    /// until a key asks for it.
    paused: bool,
}

impl App {
    /// A game of `engine`.
    ///
    /// # Errors
    ///
    /// Fails if the engine cannot read the first position.
    pub fn new(engine: Arc<dyn Engine>, settings: AppSettings) -> Result<Self, EngineError> {
        let record = Record::from_board(engine, &settings.from)?;
        let mut app = Self {
            persons: settings.persons,
            settings,
            record,
            cursor: 0,
            shows_values: false,
            report: None,
            hint: None,
            review: None,
            panel: Panel::Moves,
            scrolled: 0,
            message: String::new(),
            task: None,
            next_task: None,
            number: 0,
            stop_requested: false,
            quit: false,
            paused: false,
        };
        app.place_cursor();
        app.enter_position();
        Ok(app)
    }

    /// The engine that answers about the game on the board.
    pub fn engine(&self) -> &Arc<dyn Engine> {
        self.record.engine()
    }

    /// Whether the person has quit.
    pub fn has_quit(&self) -> bool {
        self.quit
    }

    /// Whether a search is running.
    pub fn is_thinking(&self) -> bool {
        self.task.is_some()
    }

    /// Takes the request to stop the running search: true once after each.
    pub fn take_stop_request(&mut self) -> bool {
        std::mem::take(&mut self.stop_requested)
    }

    pub(crate) fn state(&self) -> &GameState {
        self.record.state()
    }

    pub(crate) fn family(&self) -> Family {
        self.engine().about().family
    }

    pub(crate) fn name_of(&self, side: Side) -> &'static str {
        self.engine().about().sides[side as usize]
    }

    fn is_persons(&self, side: Side) -> bool {
        self.persons[side as usize]
    }

    /// Takes the next question for the thinker, if there is one.
    pub fn question(&mut self) -> Option<ThinkerQuestion> {
        let task = self.next_task.take()?;
        self.task = Some(task);
        self.number += 1;
        let state = self.record.state();
        let kind = match task {
            Task::Move | Task::Hint => QuestionKind::Move {
                state: Box::new(state.clone()),
                time: self.settings.move_time,
                canonical: self.settings.canonical,
            },
            Task::Values => QuestionKind::Values,
            Task::Review => QuestionKind::Review,
        };
        Some(ThinkerQuestion {
            number: self.number,
            line: self.record.line().clone(),
            kind,
        })
    }

    /// Applies an answer of the thinker; outdated ones are dropped.
    pub fn receive(&mut self, answer: ThinkerAnswer) {
        if answer.number != self.number {
            return;
        }
        let Some(task) = self.task else {
            return;
        };
        match answer.found {
            Err(error) => {
                self.message = error.to_string();
                self.task = None;
                self.paused = true;
            }
            Ok(Finding::Values(report, goes_on)) => {
                self.report = Some(*report);
                if !goes_on {
                    self.task = None;
                }
            }
            Ok(Finding::Review(review)) => {
                self.review = Some(*review);
                self.task = None;
            }
            Ok(Finding::Move(choice)) => {
                self.task = None;
                let Some(choice) = choice else {
                    return;
                };
                let name = choice.played.name.clone();
                let mut how = match choice.ground {
                    Ground::Best => "a best move".to_owned(),
                    Ground::Keeps(min) => format!("keeps {min:+} or more"),
                    Ground::Forced => "the only move".to_owned(),
                    Ground::Wins => "wins; another may win more".to_owned(),
                    Ground::Estimate => {
                        let estimate = choice.known_value.estimate;
                        let about = estimate.map(|value| format!(", about {value:+}"));
                        let about = about.unwrap_or_default();
                        format!("an estimate{about}, not proved: no value was found in time")
                    }
                };
                if let Some(ending) = choice.known_value.ending() {
                    how = format!("{how}, {ending}");
                }
                if let Some(note) = &choice.note {
                    how = format!("{how}; {note}");
                }
                if task == Task::Hint {
                    self.message = format!("hint: {name} ({how})");
                    self.hint = Some(name);
                } else {
                    let side = self.state().to_move;
                    let who = self.name_of(side);
                    self.play(side, &name);
                    if self.state().over.is_none() {
                        self.message = format!("{who} plays {name}: {how}");
                    }
                }
            }
        }
    }

    /// Handles a key.
    pub fn press(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if matches!(key.code, KeyCode::Char('c' | 'd')) {
                self.quit = true;
            }
            return;
        }
        match key.code {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::PageUp => self.scrolled = self.scrolled.saturating_add(5),
            KeyCode::PageDown => self.scrolled = self.scrolled.saturating_sub(5),
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(),
            KeyCode::Char('p') => self.pass(),
            KeyCode::Char('v') => self.toggle_values(),
            KeyCode::Char('h') => self.ask_hint(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('n') => self.start_again(),
            KeyCode::Char('s') => self.switch_sides(),
            KeyCode::Char('r') => self.toggle_review(),
            KeyCode::Char('?') | KeyCode::F(1) => self.toggle(Panel::Help),
            KeyCode::Char('x') | KeyCode::Esc => self.stop(),
            KeyCode::Char('q') => self.quit = true,
            KeyCode::Char(digit @ '1'..='9') if self.family() == Family::ConnectFour => {
                let named = find(self.state(), &digit.to_string()).cloned();
                match named {
                    Some(legal) => self.play_persons(&legal),
                    None => self.message = format!("no disc can be dropped in column {digit}"),
                }
            }
            _ => {}
        }
    }

    pub(crate) fn under_cursor(&self) -> Option<&LegalMove> {
        let legal = &self.state().legal;
        let columns = self.engine().about().columns;
        match self.family() {
            family if !family.has_cells() => legal.get(self.cursor as usize),
            Family::ConnectFour => legal
                .iter()
                .find(|one| one.cell.map(|cell| cell % columns) == Some(self.cursor % columns)),
            _ => legal.iter().find(|one| one.cell == Some(self.cursor)),
        }
    }

    fn move_cursor(&mut self, right: i64, down: i64) {
        let about = self.engine().about();
        let (columns, rows) = (i64::from(about.columns), i64::from(about.rows));
        let at = i64::from(self.cursor);
        if !self.family().has_cells() {
            let max = self.state().legal.len().saturating_sub(1) as i64;
            self.cursor = (at + right + down).clamp(0, max) as u32;
            return;
        }
        let down = if about.first_row_at_top { down } else { -down };
        let column = (at % columns + right).clamp(0, columns - 1);
        let row = (at / columns + down).clamp(0, rows - 1);
        self.cursor = (row * columns + column) as u32;
    }

    fn place_cursor(&mut self) {
        let about = self.engine().about();
        self.cursor = about.columns * (about.rows / 2) + about.columns / 2;
        if self.under_cursor().is_none()
            && self.family() != Family::ConnectFour
            && let Some(first) = self.state().legal.iter().find_map(|one| one.cell)
        {
            self.cursor = first;
        }
    }

    fn enter(&mut self) {
        match self.under_cursor().cloned() {
            Some(legal) => self.play_persons(&legal),
            None if self.state().over.is_some() => {
                self.message = "the game is over: r reviews it, n begins another".to_owned();
            }
            None => match &self.state().legal[..] {
                [only] if only.pass => self.message = "there is no move but a pass: p".to_owned(),
                _ => self.message = "that is no legal move".to_owned(),
            },
        }
    }

    fn pass(&mut self) {
        let pass = self.state().legal.iter().find(|one| one.pass).cloned();
        match pass {
            Some(pass) => self.play_persons(&pass),
            None => self.message = "there is no passing here".to_owned(),
        }
    }

    fn play_persons(&mut self, legal: &LegalMove) {
        let side = self.state().to_move;
        if !self.is_persons(side) {
            self.message = format!("it is the turn of {}, the program", self.name_of(side));
            return;
        }
        self.play(side, &legal.name);
    }

    fn play(&mut self, side: Side, name: &str) {
        match self.record.play(side, name) {
            Ok(()) => {
                self.message.clear();
                self.paused = false;
                self.enter_position();
                self.play_forced_pass();
            }
            Err(error) => self.message = error.to_string(),
        }
    }

    /// Plays the pass that the rules force on a person. In Go a pass is a move to be made, even
    /// where there is no other.
    fn play_forced_pass(&mut self) {
        let side = self.state().to_move;
        let forced = match &self.state().legal[..] {
            [only] if only.pass && self.family() != Family::Go => only.name.clone(),
            _ => return,
        };
        if self.is_persons(side) {
            self.play(side, &forced);
            if self.state().over.is_none() {
                self.message = format!("{} has to pass", self.name_of(side));
            }
        }
    }

    /// Call after every change of position: drops what was known of the previous one, and schedules
    /// the next search.
    fn enter_position(&mut self) {
        self.report = None;
        self.hint = None;
        self.review = None;
        self.scrolled = 0;
        self.drop_task();
        if let Some(value) = self.state().over {
            self.message = self.verdict(value);
        }
        self.schedule_task();
    }

    fn schedule_task(&mut self) {
        let state = self.state();
        let is_over = state.over.is_some();
        let programs = !self.is_persons(state.to_move);
        self.next_task = match (is_over, programs && !self.paused) {
            (_, _) if self.panel == Panel::Review && self.review.is_none() => Some(Task::Review),
            (false, true) => Some(Task::Move),
            (false, false) if self.shows_values && self.report.is_none() => Some(Task::Values),
            _ => None,
        };
    }

    fn drop_task(&mut self) {
        if self.task.take().is_some() {
            self.stop_requested = true;
            // Makes its answers outdated.
            self.number += 1;
        }
        self.next_task = None;
    }

    /// Message about the result of a finished game; `value` is for the side to move.
    fn verdict(&self, value: i32) -> String {
        let to_move = self.state().to_move;
        let winner = match value {
            0 => return "the game is over: a draw".to_owned(),
            1.. => to_move,
            _ => to_move.other(),
        };
        let name = self.name_of(winner);
        match self.engine().about().greatest_value > 1 {
            true => format!("the game is over: {name} wins by {}", value.abs()),
            false => format!("the game is over: {name} wins"),
        }
    }

    fn toggle_values(&mut self) {
        self.shows_values = !self.shows_values;
        match self.shows_values {
            true if self.task.is_none() => self.schedule_task(),
            false if self.task == Some(Task::Values) => self.drop_task(),
            _ => {}
        }
    }

    fn ask_hint(&mut self) {
        if self.state().over.is_some() {
            self.message = "the game is over".to_owned();
        } else if self.is_persons(self.state().to_move) || self.paused {
            self.drop_task();
            self.message.clear();
            self.next_task = Some(Task::Hint);
        }
    }

    /// Goes back to the last position in which a person had a choice.
    fn undo(&mut self) {
        self.drop_task();
        let mut has_moved = false;
        loop {
            match self.record.undo() {
                Ok(true) => has_moved = true,
                Ok(false) => break,
                Err(error) => {
                    self.message = error.to_string();
                    return;
                }
            }
            let state = self.state();
            let is_forced = matches!(&state.legal[..], [only] if only.pass);
            let is_without_persons = self.persons == [false, false];
            if is_without_persons || (self.is_persons(state.to_move) && !is_forced) {
                break;
            }
        }
        self.message = match has_moved {
            true => String::new(),
            false => "there is nothing to take back".to_owned(),
        };
        // If the program plays only the first side, it moves again at once; if it plays both, it
        // waits for a key.
        self.paused = self.persons == [false, false];
        self.enter_position();
    }

    fn start_again(&mut self) {
        let engine = Arc::clone(self.engine());
        match Record::from_board(engine, &self.settings.from) {
            Ok(record) => {
                self.drop_task();
                self.record = record;
                self.message.clear();
                self.panel = Panel::Moves;
                self.paused = false;
                self.enter_position();
            }
            Err(error) => self.message = error.to_string(),
        }
    }

    fn switch_sides(&mut self) {
        self.persons = match self.persons {
            [true, false] => [false, true],
            [false, true] => [true, true],
            [true, true] => [false, false],
            [false, false] => [true, false],
        };
        self.message = match self.persons {
            [true, true] => "you play both sides".to_owned(),
            [false, false] => "the program plays both sides".to_owned(),
            [first, _] => {
                let side = if first { Side::First } else { Side::Second };
                format!("you play {}", self.name_of(side))
            }
        };
        self.drop_task();
        self.paused = false;
        self.schedule_task();
    }

    fn toggle(&mut self, panel: Panel) {
        self.scrolled = 0;
        self.panel = match self.panel == panel {
            true => Panel::Moves,
            false => panel,
        };
    }

    fn toggle_review(&mut self) {
        if self.record.state().moves.is_empty() {
            self.message = "there is no move to look back at".to_owned();
            return;
        }
        self.toggle(Panel::Review);
        match self.panel {
            Panel::Review if self.review.is_none() => {
                self.drop_task();
                self.schedule_task();
            }
            _ if self.task == Some(Task::Review) => {
                self.drop_task();
                self.schedule_task();
            }
            _ => {}
        }
    }

    fn stop(&mut self) {
        if self.task.is_some() {
            self.stop_requested = true;
            self.message = "the search was stopped".to_owned();
            // The task stays: a stopped search answers with what it has found so far.
        } else if self.panel != Panel::Moves {
            self.panel = Panel::Moves;
            self.schedule_task();
        }
    }

    /// What is shown of the present position's value, for the side that moves first.
    pub(crate) fn known_for_first(&self) -> Option<KnownValue> {
        let state = self.state();
        let known_value = match (state.over, &self.report) {
            (Some(value), _) => KnownValue {
                value: Some(value),
                status: Status::Exact,
                source: Some(Source::Terminal),
                ..KnownValue::default()
            },
            (None, Some(report)) if self.shows_values => report.known_value,
            _ => return None,
        };
        Some(match state.to_move {
            Side::First => known_value,
            Side::Second => known_value.for_other_side(),
        })
    }
}
