//! The picture of the terminal in README, `docs/images/terminal.svg`, is what the program draws.
//! `UPDATE_PICTURES=1 cargo test -p solveig-terminal --test picture` draws it anew.

use std::path::Path;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color, Modifier};
use solveig_terminal::{App, AppSettings, Thinker, draw};

/// A position of 6x6 Othello, and the moves that are played from there. Then one move wins, and
/// seven lose.
const FROM: &str = "d5c5b3c2b4e3d1a5a4d6c6a3a2b1";
const PLAYED: &str = "e6 a1 f3 e4 d2 e1";

/// Size of a character, and the margin, in pixels.
const WIDTH: usize = 9;
const HEIGHT: usize = 19;
const MARGIN: usize = 16;

const PAPER: &str = "#2b313d";
const INK: &str = "#dfe3ea";

#[test]
fn the_picture_in_readme_is_what_the_program_draws() {
    let engine = solveig_engine::open_game("othello:6x6", &Default::default()).unwrap();
    let thinker = Thinker::new(engine.clone());
    let settings = AppSettings {
        from: FROM.to_owned(),
        persons: [true, true],
        ..AppSettings::default()
    };
    let mut app = App::new(engine, settings).unwrap();
    let mut press = |code| app.press(KeyEvent::new(code, KeyModifiers::NONE));
    for cell in PLAYED.split(' ').map(str::as_bytes) {
        // To the corner a6, and from there to the cell.
        let (right, up) = (cell[0] - b'a', b'6' - cell[1]);
        (0..5).for_each(|_| press(KeyCode::Left));
        (0..5).for_each(|_| press(KeyCode::Down));
        (0..right).for_each(|_| press(KeyCode::Right));
        (0..up).for_each(|_| press(KeyCode::Up));
        press(KeyCode::Enter);
    }
    // To f1, the move that wins.
    press(KeyCode::Right);
    press(KeyCode::Char('v'));
    thinker.ask(app.question().expect("values are wanted"));
    while app.is_thinking() {
        match thinker.answer() {
            Some(answer) => app.receive(answer),
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    }
    let mut terminal = Terminal::new(TestBackend::new(84, 17)).unwrap();
    terminal.draw(|frame| draw(&app, frame)).unwrap();
    let drawn = svg(terminal.backend().buffer());

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images/terminal.svg");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&path, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == drawn,
        "docs/images/terminal.svg is old: UPDATE_PICTURES=1 draws it anew"
    );
}

/// A screen as a picture: a rectangle for each background, shapes for frames and stones, which fit
/// together in every font, and a text for each word.
fn svg(screen: &Buffer) -> String {
    let (columns, lines) = (screen.area.width as usize, screen.area.height as usize);
    let (width, height) = (columns * WIDTH + 2 * MARGIN, lines * HEIGHT + 2 * MARGIN);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"
height="{height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
font-size="15" stroke-width="1.3">
<title>Othello in the terminal, with the value of every move</title>
<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>
"#
    );
    for (line, cells) in screen.content.chunks(columns).enumerate() {
        let (mut x, y) = (MARGIN, MARGIN + line * HEIGHT);
        for run in cells.chunk_by(|one, next| one.style() == next.style()) {
            let (ink, paper) = colours(&run[0]);
            let width = run.len() * WIDTH;
            if paper != PAPER {
                svg += &format!(
                    r#"<rect x="{x}" y="{y}" width="{width}" height="{HEIGHT}" fill="{paper}"/>"#
                );
                svg.push('\n');
            }
            for word in run.chunk_by(|one, next| shape(one) == shape(next)) {
                svg += &drawn(word, x, y, &ink);
                x += word.len() * WIDTH;
            }
        }
    }
    svg + "</svg>\n"
}

/// The character of a cell that is drawn as a shape or not at all; `None` for what is text.
fn shape(cell: &Cell) -> Option<char> {
    let character = cell.symbol().chars().next()?;
    " ─│┌┐└┘●○".contains(character).then_some(character)
}

/// Characters of one style that are all text, or all the same shape.
fn drawn(word: &[Cell], x: usize, y: usize, ink: &str) -> String {
    let (middle, bottom, width) = (y + HEIGHT / 2, y + HEIGHT, WIDTH * word.len());
    let line = |path: String| format!(r#"<path d="{path}" fill="none" stroke="{ink}"/>"#) + "\n";
    let each = |one: &dyn Fn(usize) -> String| {
        let centres = (0..word.len()).map(|at| x + at * WIDTH + WIDTH / 2);
        centres.map(one).collect::<String>()
    };
    let right = x + width;
    let has = |wanted| word[0].modifier.contains(wanted);
    match shape(&word[0]) {
        Some(' ') => String::new(),
        Some('─') => line(format!("M{x} {middle}H{right}")),
        Some('│') => each(&|centre| line(format!("M{centre} {y}V{bottom}"))),
        Some('┌') => each(&|centre| line(format!("M{centre} {bottom}V{middle}H{right}"))),
        Some('┐') => each(&|centre| line(format!("M{x} {middle}H{centre}V{bottom}"))),
        Some('└') => each(&|centre| line(format!("M{centre} {y}V{middle}H{right}"))),
        Some('┘') => each(&|centre| line(format!("M{x} {middle}H{centre}V{y}"))),
        Some(stone) => each(&|centre| {
            let fill = if stone == '●' { ink } else { "none" };
            let radius = if has(Modifier::BOLD) { 5 } else { 4 };
            format!(
                r#"<circle cx="{centre}" cy="{middle}" r="{radius}" fill="{fill}" stroke="{ink}"/>"#
            ) + "\n"
        }),
        None => {
            let style = [
                (Modifier::BOLD, r#" font-weight="bold""#),
                (Modifier::DIM, r#" opacity="0.6""#),
                (Modifier::UNDERLINED, r#" text-decoration="underline""#),
            ];
            let style = style.iter().filter(|one| has(one.0)).map(|one| one.1);
            let style: String = style.collect();
            let text: String = word.iter().map(Cell::symbol).collect();
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            let base = y + HEIGHT - 5;
            format!(
                r#"<text x="{x}" y="{base}" textLength="{width}" fill="{ink}"{style}>{text}</text>"#
            ) + "\n"
        }
    }
}

/// The colours of the characters and of what is behind them.
fn colours(cell: &Cell) -> (String, String) {
    let named = |colour, otherwise: &str| match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Black => "#000000".to_owned(),
        Color::White => "#ffffff".to_owned(),
        Color::Red => "#ff7b72".to_owned(),
        Color::Yellow => "#f2c230".to_owned(),
        Color::Blue => "#6cb0f5".to_owned(),
        Color::Cyan => "#56d4dd".to_owned(),
        _ => otherwise.to_owned(),
    };
    let (ink, paper) = (named(cell.fg, INK), named(cell.bg, PAPER));
    match cell.modifier.contains(Modifier::REVERSED) {
        true => (paper, ink),
        false => (ink, paper),
    }
}
