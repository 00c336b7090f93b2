//! What a person sees, key by key.

use solveig_game::random::Random;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use solveig_engine::open_game;
use solveig_terminal::{App, AppSettings, Thinker, draw};

fn settings() -> solveig_engine::Settings {
    solveig_engine::Settings {
        memory: 4 << 20,
        searchers: 1,
        trusts_files: false,
        ..Default::default()
    }
}

/// A person before a terminal.
struct Person {
    app: App,
    thinker: Thinker,
}

impl Person {
    fn before(spec: &str, persons: [bool; 2]) -> Self {
        let engine = open_game(spec, &settings()).unwrap();
        let settings = AppSettings {
            persons,
            ..AppSettings::default()
        };
        let thinker = Thinker::new(engine.clone());
        let app = App::new(engine, settings).unwrap();
        let mut person = Self { app, thinker };
        person.wait();
        person
    }

    /// Presses keys one after the other, and waits for what comes of each.
    fn press(&mut self, keys: &[KeyCode]) -> &mut Self {
        for key in keys {
            self.app.press(KeyEvent::new(*key, KeyModifiers::NONE));
            self.wait();
        }
        self
    }

    fn write(&mut self, keys: &str) -> &mut Self {
        let keys: Vec<KeyCode> = keys.chars().map(KeyCode::Char).collect();
        self.press(&keys)
    }

    /// Looks after questions and answers until nothing is left to ask.
    fn wait(&mut self) {
        loop {
            if self.app.take_stop_request() {
                self.thinker.stop();
            }
            if let Some(question) = self.app.question() {
                self.thinker.ask(question);
            } else if !self.app.is_thinking() {
                return;
            }
            match self.thinker.answer() {
                Some(answer) => self.app.receive(answer),
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    fn sees(&self, columns: u16, lines: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, lines)).unwrap();
        terminal.draw(|frame| draw(&self.app, frame)).unwrap();
        terminal.backend().to_string()
    }
}

const ENTER: KeyCode = KeyCode::Enter;

#[test]
fn a_game_against_the_program_with_values() {
    let mut person = Person::before("mnk:3x3?k=3", [true, false]);
    insta::assert_snapshot!("mnk_start", person.sees(74, 18));
    person.press(&[ENTER]).write("v");
    insta::assert_snapshot!("mnk_values", person.sees(74, 18));
}

#[test]
fn boards_of_every_family() {
    let mut othello = Person::before("othello:4x4", [true, true]);
    othello.write("v").press(&[ENTER]);
    insta::assert_snapshot!("othello", othello.sees(74, 18));
    let mut hex = Person::before("hex:3x3", [true, true]);
    hex.press(&[ENTER, KeyCode::Up, ENTER]).write("h");
    insta::assert_snapshot!("hex", hex.sees(74, 18));
    let mut go = Person::before("go:2x2", [true, true]);
    go.press(&[ENTER]).write("p");
    insta::assert_snapshot!("go", go.sees(74, 18));
    let mut four = Person::before("connect-four:4x4", [true, true]);
    four.write("1122v").press(&[KeyCode::Right]);
    insta::assert_snapshot!("connect_four", four.sees(74, 18));
}

#[test]
fn a_lost_game_is_reviewed() {
    let mut person = Person::before("mnk:3x3?k=3", [true, true]);
    let (left, right, up, down) = (KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down);
    // a1, b1, a2, b2, a3: the first column.
    person.press(&[
        up, left, ENTER, right, ENTER, left, down, ENTER, right, ENTER,
    ]);
    person.press(&[left, down, ENTER]);
    let seen = person.sees(74, 18);
    assert!(seen.contains("the game is over: X wins"), "{seen}");
    person.write("r");
    insta::assert_snapshot!("review", person.sees(74, 18));
    person.write("?");
    assert!(person.sees(74, 30).contains("take back"));
}

#[test]
fn undo_goes_back_to_the_persons_choice() {
    let mut person = Person::before("connect-four:4x4", [true, false]);
    let start = person.sees(74, 18);
    person.write("1");
    assert_ne!(person.sees(74, 18), start);
    person.write("u");
    assert_eq!(person.sees(74, 18), start);
    person.write("u");
    assert!(
        person
            .sees(74, 18)
            .contains("there is nothing to take back")
    );
    person.write("1n");
    assert_eq!(person.sees(74, 18), start);
}

#[test]
fn the_program_may_play_first_or_alone() {
    let mut person = Person::before("mnk:3x3?k=3", [false, true]);
    let seen = person.sees(74, 18);
    assert!(seen.contains("X plays b2: a best move"), "{seen}");
    assert!(seen.contains("to move: O"), "{seen}");
    // Persons play both sides, then neither.
    person.write("s");
    assert!(person.sees(74, 18).contains("you play both sides"));
    person.write("s");
    let seen = person.sees(74, 18);
    assert!(seen.contains("the game is over: a draw"), "{seen}");
}

#[test]
fn a_search_is_stopped_by_a_key() {
    let engine = open_game("othello:8x8", &settings()).unwrap();
    let thinker = Thinker::new(engine.clone());
    let mut app = App::new(engine, AppSettings::default()).unwrap();
    app.press(KeyEvent::new(ENTER, KeyModifiers::NONE));
    thinker.ask(app.question().expect("the program is to move"));
    assert!(app.is_thinking());
    app.press(KeyEvent::new(KeyCode::Char('x'), KeyModifiers::NONE));
    assert!(app.take_stop_request());
    thinker.stop();
    while app.is_thinking() {
        if let Some(answer) = thinker.answer() {
            app.receive(answer);
        }
    }
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| draw(&app, frame)).unwrap();
    let seen = terminal.backend().to_string();
    assert!(seen.contains("an estimate"), "{seen}");
}

#[test]
fn small_windows_say_so() {
    let person = Person::before("othello:8x8", [true, true]);
    let seen = person.sees(40, 10);
    assert!(seen.contains("too small"), "{seen}");
    for (columns, lines) in [(1, 1), (2, 1), (200, 3), (3, 200), (74, 18), (500, 200)] {
        person.sees(columns, lines);
    }
}

#[test]
fn any_keys_are_survived() {
    let mut random = Random::new(1);
    for spec in ["connect-four:4x4", "hex:2x2", "go:2x2", "random-tree:2x3"] {
        let mut person = Person::before(spec, [true, false]);
        for _ in 0..150 {
            let keys = [
                ENTER,
                KeyCode::Left,
                KeyCode::Right,
                KeyCode::Up,
                KeyCode::Down,
                KeyCode::PageUp,
                KeyCode::PageDown,
                KeyCode::Esc,
            ];
            let letters = "pvhunsr?x19 ";
            let at = random.index(keys.len() + letters.len());
            let key = keys
                .get(at)
                .copied()
                .unwrap_or_else(|| KeyCode::Char(char::from(letters.as_bytes()[at - keys.len()])));
            person.press(&[key]);
            person.sees(74, 18);
        }
    }
}

#[test]
fn a_forced_pass_plays_itself_for_persons() {
    let mut person = Person::before("othello:4x4", [true, true]);
    for (right, down) in [(1, 0), (2, 0), (3, 2), (0, 0)] {
        person.press(&[KeyCode::Left; 3]).press(&[KeyCode::Up; 3]);
        person.press(&[KeyCode::Right; 3][..right]);
        person.press(&[KeyCode::Down; 3][..down]).press(&[ENTER]);
    }
    let screen = person.sees(84, 20);
    assert!(screen.contains("Black has to pass"), "{screen}");
    assert!(screen.contains("to move: White"), "{screen}");
    // Back to the last choice, before the pass and the move that forced it.
    let screen = person.write("u").sees(84, 20);
    assert!(!screen.contains("pass"), "{screen}");
}
